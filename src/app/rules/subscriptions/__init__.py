"""Rules of subscriptions."""
