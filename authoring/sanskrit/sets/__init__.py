"""The contrast sets, one module per phenomenon."""
