"""Which model is meant, found, converted and loaded."""
