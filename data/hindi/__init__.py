"""Hindi: the hand-written core pairs, and the grammar that generates the full set."""
