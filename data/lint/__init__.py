"""The linter of minimal pairs."""
