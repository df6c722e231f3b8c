"""Shared parts of all passes: tokens, limits, batches, the vocabulary head, stored scores."""
