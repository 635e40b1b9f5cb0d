"""Accounts: the welcome of a first start."""
