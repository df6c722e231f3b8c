"""Text and tables on the terminal."""
