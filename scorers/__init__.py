"""Formulas by subject: numbers and text in, a frozen result out."""
