"""Published sets of minimal pairs by name: `--pairs=multiblimp:hin,san`."""
