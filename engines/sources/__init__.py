"""Models, found by name, converted and loaded."""
