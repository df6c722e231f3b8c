"""Readers of model replies: the letter, number, topic or names that a person would read."""
