"""The documented thresholds: one TOML file per suite, read strictly."""

from kasauti.thresholds.bars import MINIMUM_N, POOR, Bands, Threshold, ThresholdError
from kasauti.thresholds.loader import BANDS, Thresholds, band_keys, load_thresholds

__all__ = [
    "BANDS",
    "MINIMUM_N",
    "POOR",
    "Bands",
    "Threshold",
    "ThresholdError",
    "Thresholds",
    "band_keys",
    "load_thresholds",
]
