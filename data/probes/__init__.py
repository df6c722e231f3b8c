"""Examples of probes: readers."""
