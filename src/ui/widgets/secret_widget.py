"""The base of widgets that can show a secret."""

from __future__ import annotations


class SecretWidget:
    """Another base of a widget whose secret is hidden when idle, and when the screen is locked."""

    def is_masked(self) -> bool:
        raise NotImplementedError

    def hide_secret(self) -> None:
        raise NotImplementedError
