"""dashboard.html: one file that opens offline and shows the whole run."""

from kasauti.reports.pages.dashboard.page import dashboard

__all__ = ["dashboard"]
