"""Hidden states at words, layer by layer."""
