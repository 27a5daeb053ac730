"""Sentences for players, in each language."""
