"""A run in, a result out: totals, comparison, regression, trend, diagnosis."""
