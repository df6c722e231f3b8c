"""The prompt of a judge of answers."""
