"""The data packs that the suite ships, and their readers and linters."""
