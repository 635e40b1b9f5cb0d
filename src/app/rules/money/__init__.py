"""Amounts, addresses and tokens."""
