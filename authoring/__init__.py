"""What writes the shipped data and develops the readers; no part of the installed package."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
