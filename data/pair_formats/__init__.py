"""The formats in which minimal pairs are published: one module per family, one registry."""
