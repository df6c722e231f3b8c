"""Languages' names, text direction and visible characters."""
