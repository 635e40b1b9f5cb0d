"""Presenters: pure functions from values and a moment to frozen views of ready texts."""
