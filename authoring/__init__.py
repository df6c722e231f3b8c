"""Generators of the shipped data and development of the readers; not installed."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
