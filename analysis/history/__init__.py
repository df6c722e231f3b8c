"""The history of a results folder: what it keeps of each run, and its file."""
