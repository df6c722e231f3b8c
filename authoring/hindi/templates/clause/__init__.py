"""Templates of clauses: order, negation."""
