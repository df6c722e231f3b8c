"""Models that run in the actors of a Ray cluster."""
