"""Dialogs and panels above the window."""
