"""The widget kit: takes primitives and views, knows Qt and the texts only."""
