"""Linear probes and their baselines."""
