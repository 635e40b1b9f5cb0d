"""Data stored on this computer."""
