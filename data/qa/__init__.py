"""Questions of the user's own: their files, and suites that are written as a TOML file."""
