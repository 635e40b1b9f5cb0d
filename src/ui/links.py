"""Opens links that `ui.link_checks` lets pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QUrl

    from ui.link_checks import LinkVerdict


def _open(url: QUrl) -> bool:
    from PySide6.QtGui import QDesktopServices  # noqa: PLC0415, TID251 (seldom used; this is the door itself)

    return QDesktopServices.openUrl(url)


class Links:
    """Opens links that were checked; `opener` passes a URL to the desktop and returns whether that worked."""

    def __init__(self, opener: Callable[[QUrl], bool] = _open) -> None:
        self._opener = opener

    def open_explorer(self, verdict: LinkVerdict) -> bool:
        """Opens an explorer link, for 'ask' after the user agreed; returns whether it was opened."""
        return verdict.action != "refuse" and self._opener(verdict.url)

    def open_wallet(self, verdict: LinkVerdict) -> bool:
        """Opens a payment in the wallet; returns False if it is refused or there is no wallet."""
        return verdict.action == "open" and self._opener(verdict.url)
