"""The tab of subscriptions: what is left, credentials and sticky sessions to copy, usage."""
