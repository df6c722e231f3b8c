"""Commands on questions and answers."""
