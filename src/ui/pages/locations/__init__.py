"""The tab of locations: what can be targeted, found while typing."""
