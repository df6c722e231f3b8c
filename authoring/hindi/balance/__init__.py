"""Keep baselines without grammar near chance on the Hindi pairs."""
