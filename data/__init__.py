"""Data packs as files, and the readers of their formats."""

from pathlib import Path

PACKS = Path(__file__).parent
