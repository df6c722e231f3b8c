"""comparison.html: two runs as before and now, or several models, on one offline page."""

from kasauti.reports.pages.comparison.page import models_page, runs_page

__all__ = ["models_page", "runs_page"]
