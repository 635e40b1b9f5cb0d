"""Subscriptions of one account."""
