"""Templates of clauses: order, negation, binding, control."""
