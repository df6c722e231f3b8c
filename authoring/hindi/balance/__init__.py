"""What baselines without grammar get on the Hindi pairs, and how that is kept near chance."""
