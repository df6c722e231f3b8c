"""Checks of answers to a user's own questions."""
