"""Kasauti, the touchstone: an evaluation suite for language models, written as a pytest suite."""
