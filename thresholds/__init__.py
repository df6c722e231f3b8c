"""The documented bars: one TOML file a suite, and what a bar says of a score."""

from kasauti.thresholds.bars import Bands, Threshold, ThresholdError, Verdict
from kasauti.thresholds.loader import Thresholds, load_thresholds

__all__ = ["Bands", "Threshold", "ThresholdError", "Thresholds", "Verdict", "load_thresholds"]
