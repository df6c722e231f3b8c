"""Side-by-side benchmarks against the peers: ratios in one run, on one machine."""
