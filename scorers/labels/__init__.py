"""Labels and answers compared with the right ones."""
