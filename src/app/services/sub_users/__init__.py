"""Sub-users of one account."""
