"""The Sanskrit contrast sets, and the corpus by which words are counted."""
