"""Reports that are files."""
