"""Results by content: each computed once."""
