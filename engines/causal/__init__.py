"""Causal models: exact log-probabilities over a trie of prefixes."""
