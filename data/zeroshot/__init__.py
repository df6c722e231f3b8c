"""Zero-shot tasks: their data, read as each benchmark publishes it, and the documented prompts."""
