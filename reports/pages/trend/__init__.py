"""trend.html: the checkpoints of one training or several on one offline page."""

from kasauti.reports.pages.trend.page import trend_page

__all__ = ["trend_page"]
