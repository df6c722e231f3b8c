"""Simulations behind docs/statistics.md: level, power and coverage of tests and intervals."""
