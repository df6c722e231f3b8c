"""Tools run in processes of their own, and what they measure."""
