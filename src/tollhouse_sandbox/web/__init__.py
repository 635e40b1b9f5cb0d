"""What stands between a socket and a route."""
