"""Hindi words, their forms, phrases, and the checks that prove one error."""
