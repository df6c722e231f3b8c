"""The Hindi grammar and what it generates: minimal pairs and probe tasks."""
