"""The backends: models in this process, on a server or on a Ray cluster."""
