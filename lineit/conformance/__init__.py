"""Conformance: test vectors, JSON Schemas, and trials of rules."""
