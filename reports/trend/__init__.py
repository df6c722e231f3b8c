"""trend.html: the checkpoints of one training or several on one offline page."""

from kasauti.reports.trend.page import trend_page
from kasauti.reports.trend.reading import Results
from kasauti.reports.trend.series import Series, all_series
from kasauti.reports.trend.tracks import Trend, trend_of

__all__ = ["Results", "Series", "Trend", "all_series", "trend_of", "trend_page"]
