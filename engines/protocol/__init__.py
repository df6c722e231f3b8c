"""The interface of a backend, its records and its errors: what all other folders import."""
