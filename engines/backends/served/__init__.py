"""Models that a server runs, reached over HTTP."""
