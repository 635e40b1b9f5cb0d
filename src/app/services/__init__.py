"""What the app does, one module per concern, on top of the client and the storage."""
