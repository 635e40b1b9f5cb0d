"""Process start, event loop and restart."""
