"""Locations of one service."""
