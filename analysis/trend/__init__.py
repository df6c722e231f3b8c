"""Every case over the checkpoints of a training."""
