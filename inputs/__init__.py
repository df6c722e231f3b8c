"""Files from outside: opening, parsing, the user's cache, and the one error class."""
