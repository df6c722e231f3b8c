"""The models that metrics and judges need beside the model under test."""
