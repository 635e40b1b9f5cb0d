"""The tour: walks the app against services of its own and writes a picture of every screen."""
