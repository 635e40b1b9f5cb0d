"""The main window around the pages."""
