"""Minimal pairs: accuracies, baselines, matching of pairs."""
