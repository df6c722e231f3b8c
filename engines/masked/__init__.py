"""Masked models: pseudo-log-likelihoods."""
