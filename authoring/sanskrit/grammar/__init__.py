"""Sanskrit words, their forms, and sandhi."""
