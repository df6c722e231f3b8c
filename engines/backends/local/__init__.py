"""Models that transformers runs in this process."""
