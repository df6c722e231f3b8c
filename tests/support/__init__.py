"""What several test modules use: small models, builders of records, a fake backend."""
