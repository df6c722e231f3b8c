"""Judges of answers: their replies, their error, and shares that are corrected for it."""
