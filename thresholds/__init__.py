"""The documented thresholds: one TOML file per suite, read strictly."""

from kasauti.thresholds.loader import BANDS, Thresholds, band_keys, load_thresholds
from kasauti.thresholds.entries import MINIMUM_N, POOR, Bands, ThresholdEntry, ThresholdError

__all__ = [
    "BANDS",
    "MINIMUM_N",
    "POOR",
    "Bands",
    "ThresholdEntry",
    "ThresholdError",
    "Thresholds",
    "band_keys",
    "load_thresholds",
]
