"""The formats of minimal pairs, one module per family; `FORMATS` in registry.py lists them."""
