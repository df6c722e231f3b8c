"""The documented thresholds: one TOML file per suite, read strictly."""

from kasauti.inputs.errors import KasautiError
from kasauti.thresholds.entries import MINIMUM_N, POOR, Bands, ThresholdEntry
from kasauti.thresholds.loader import BANDS, Thresholds, band_keys, load_thresholds

__all__ = [
    "BANDS",
    "MINIMUM_N",
    "POOR",
    "Bands",
    "KasautiError",
    "ThresholdEntry",
    "Thresholds",
    "band_keys",
    "load_thresholds",
]
