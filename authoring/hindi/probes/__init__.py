"""The sentences of each Hindi probe task."""
