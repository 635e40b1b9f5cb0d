"""Payment URIs of all schemes, parsed strictly and never guessed."""
