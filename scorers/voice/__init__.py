"""Answers in a persona's voice."""
