"""The pages, one folder per tab; they do not know each other."""
