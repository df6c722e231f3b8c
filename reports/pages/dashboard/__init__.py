"""dashboard.html: one file that opens offline and shows the whole run."""
