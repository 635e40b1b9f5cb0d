"""Texts, values and badges."""
