"""Tables and lists."""
