"""Renderers: a run or a result of analysis in, text out."""
