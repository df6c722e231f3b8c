"""Records to and from JSON: between processes as they are, in files under documented names."""
