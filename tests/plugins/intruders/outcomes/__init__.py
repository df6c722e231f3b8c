"""Plugins that change or lose the outcome of tests."""
