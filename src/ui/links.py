"""Opens links: explorers by host, wallets by scheme, nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices  # noqa: TID251 - this is the door itself

if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_CHARACTERS = 2048
_PRINTABLE = re.compile(r"[!-\[\]-~]+")  # ASCII without space, control characters and backslash
_HTTPS = re.compile(r"https://[^/?#@]+([/?#].*)?", re.IGNORECASE)
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_DNS_NAME = re.compile(rf"({_LABEL}\.)+[a-z][a-z0-9-]{{0,61}}[a-z0-9]")
_EXPLORERS = ("mempool.space", "litecoinspace.org", "etherscan.io", "tronscan.org", "solscan.io")
_WALLET_SCHEMES = frozenset(("bitcoin", "litecoin", "ethereum", "solana", "tron"))
_WALLET = re.compile(r"([A-Za-z]+):[^/].*")


class LinkVerdict(NamedTuple):
    """Whether a link is opened, opened after a question that shows its host, or refused.

    Attributes:
        host: In punycode; empty for a refused link or a wallet's.
        url: The object that is passed to the desktop.
    """

    action: Literal["open", "ask", "refuse"]
    host: str
    url: QUrl


_REFUSED = LinkVerdict("refuse", "", QUrl())


def check_explorer_link(url: str) -> LinkVerdict:
    """Checks a link to a transaction.

    Opened on click: https to the known explorers. Asked first: https to any other dotted DNS name.
    Refused: everything else, including what two programs could parse differently.
    """
    if len(url) > _MAX_CHARACTERS or not _PRINTABLE.fullmatch(url) or not _HTTPS.fullmatch(url):
        return _REFUSED
    parsed = QUrl(url, QUrl.ParsingMode.StrictMode)
    if not parsed.isValid() or parsed.scheme() != "https" or parsed.userInfo() or parsed.port(443) != 443:
        return _REFUSED
    host = parsed.host(QUrl.ComponentFormattingOption.FullyEncoded).lower()
    if len(host) > 253 or not _DNS_NAME.fullmatch(host):
        return _REFUSED
    is_known = any(host in (known, f"www.{known}") for known in _EXPLORERS)
    return LinkVerdict("open" if is_known else "ask", host, parsed)


def check_wallet_link(uri: str) -> LinkVerdict:
    """Checks a payment URI by form and scheme; the deposit check decides whether it may be paid."""
    matched = _WALLET.fullmatch(uri)
    if len(uri) > _MAX_CHARACTERS or not _PRINTABLE.fullmatch(uri) or matched is None:
        return _REFUSED
    if matched.group(1).lower() not in _WALLET_SCHEMES:
        return _REFUSED
    parsed = QUrl(uri, QUrl.ParsingMode.StrictMode)
    return LinkVerdict("open", "", parsed) if parsed.isValid() else _REFUSED


class Links:
    """Opens links that were checked; `opener` passes a URL to the desktop and returns whether that worked."""

    def __init__(self, opener: Callable[[QUrl], bool] = QDesktopServices.openUrl) -> None:
        self._opener = opener

    def open_explorer(self, verdict: LinkVerdict) -> bool:
        """Opens an explorer link, for 'ask' after the user agreed; returns whether it was opened."""
        return verdict.action != "refuse" and self._opener(verdict.url)

    def open_wallet(self, verdict: LinkVerdict) -> bool:
        """Opens a payment in the wallet; returns False if it is refused or there is no wallet."""
        return verdict.action == "open" and self._opener(verdict.url)
