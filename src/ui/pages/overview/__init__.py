"""The page of all accounts at a glance."""
