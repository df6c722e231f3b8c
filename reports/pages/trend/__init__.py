"""trend.html: the checkpoints of one training or several on one offline page."""

from kasauti.reports.pages.trend.page import trend_page
from kasauti.reports.pages.trend.reading import Results
from kasauti.reports.pages.trend.series import Series, all_series
from kasauti.reports.pages.trend.tracks import Trend, trend_of

__all__ = ["Results", "Series", "Trend", "all_series", "trend_of", "trend_page"]
