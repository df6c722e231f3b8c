"""Coverage and levels of the statistics, by simulation: `python -m bench.statistics`."""
