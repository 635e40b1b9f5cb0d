"""The paths of the service, one module per family."""
