"""The page on which a speaker reads pairs blind, and what the readings say."""

from kasauti.reports.pages.review.lines import review_lines
from kasauti.reports.pages.review.page import review_page

__all__ = ["review_lines", "review_page"]
