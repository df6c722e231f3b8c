"""What passes over texts share: tokens, limits, batches, the vocabulary head, stored scores."""
