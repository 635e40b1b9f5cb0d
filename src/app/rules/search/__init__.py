"""Matching and ranking of texts that are searched."""
