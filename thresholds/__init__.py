"""The documented thresholds: one TOML file per suite, read strictly."""

from kasauti.thresholds.bars import Bands, Threshold, ThresholdError
from kasauti.thresholds.loader import BANDS, Thresholds, band_keys, load_thresholds

__all__ = [
    "BANDS",
    "Bands",
    "Threshold",
    "ThresholdError",
    "Thresholds",
    "band_keys",
    "load_thresholds",
]
