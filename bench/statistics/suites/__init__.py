"""Simulations of what single suites do with their figures."""
