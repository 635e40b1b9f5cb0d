"""Rules of locations: filters and search."""
