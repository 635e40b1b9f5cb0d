"""Settings and the files of the app."""
