"""Colors, fonts, icons and their application."""
