"""Plugins that a test puts into a whole run (`-p`), to disturb it or to look inside."""
