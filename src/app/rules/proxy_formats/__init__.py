"""Copy formats: the text for a tool, or why a password can't be represented in it."""
