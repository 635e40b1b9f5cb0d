"""What happens to one account: top-ups, orders, subscriptions, sub-users, usage."""
