"""Frozen values of the service, as the spec names them."""
