"""Saved games: records, their files and their older formats."""
