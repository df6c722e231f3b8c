"""dashboard.html: one file that opens offline and shows the whole run."""

from kasauti.reports.dashboard.page import dashboard

__all__ = ["dashboard"]
