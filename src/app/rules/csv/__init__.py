"""Reading and writing CSV."""
