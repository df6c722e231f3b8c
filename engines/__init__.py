"""Loading and running models: loading, tokenizing, batching, the score store. No pytest in here."""
