"""Intervals, tests and resampling."""
