"""The comparisons, and the figures of their last runs: the file, its tables and plots."""
