"""The tab of sub-users."""
