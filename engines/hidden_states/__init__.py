"""What a model holds at a word, layer by layer."""
