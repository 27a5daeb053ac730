"""Formats of data: tables, views and events as JSON, and rulesets as diagrams."""
