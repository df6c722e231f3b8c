"""Prompts in, answers out."""
