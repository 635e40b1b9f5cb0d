"""Layouts, cards and frames of a page."""
