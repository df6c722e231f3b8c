"""Metrics of generated text."""
