"""Minimal pairs from a Hindi treebank of the user's."""
