"""Figures, verdicts and rows as text, alike in every report."""
