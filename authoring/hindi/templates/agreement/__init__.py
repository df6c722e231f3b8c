"""Templates of agreement."""
