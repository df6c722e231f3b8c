"""Fine-tuning a copy of the model on a training set."""
