"""Constructions in which words agree."""
