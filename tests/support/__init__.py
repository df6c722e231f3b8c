"""Helpers of several test modules: small models, builders of records, a fake backend."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
