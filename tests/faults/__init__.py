"""Faults and attacks: nothing is lost, nothing unclear, nothing let in."""
