"""The service's rules as pure functions and constants."""
