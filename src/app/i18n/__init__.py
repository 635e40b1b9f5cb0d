"""Texts, languages, units and dates."""
