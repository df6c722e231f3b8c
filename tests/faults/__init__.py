"""Attacks: broken models, damaged files, interrupted runs; each must end in one sentence."""
