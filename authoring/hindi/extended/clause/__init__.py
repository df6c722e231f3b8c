"""Constructions of verbs and clauses."""
