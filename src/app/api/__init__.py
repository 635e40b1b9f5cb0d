"""The client of the service: one transport, one class per path family."""
