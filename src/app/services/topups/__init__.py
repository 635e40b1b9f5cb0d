"""Top-ups of one account: requests, polling, exports."""
