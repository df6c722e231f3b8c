"""Templates of case marking."""
