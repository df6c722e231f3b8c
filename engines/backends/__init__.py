"""What runs a model: this process, a server or a Ray cluster."""
