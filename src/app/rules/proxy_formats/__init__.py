"""Copy formats: the text for a tool, or why a password can't be represented in it."""

from typing import Final

USUAL_FORMAT: Final = "http_url"
"""The format until another one is chosen: every tool understands it, and it can contain every password."""
