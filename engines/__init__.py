"""Where the model runs: loading, tokenizing, batching, the score store. No pytest in here."""
