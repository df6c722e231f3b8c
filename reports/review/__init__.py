"""The page on which a speaker reads pairs blind, and what the readings say."""

from kasauti.reports.review.lines import review_lines
from kasauti.reports.review.page import review_page

__all__ = ["review_lines", "review_page"]
