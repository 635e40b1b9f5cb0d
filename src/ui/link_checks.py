"""Which links may be opened: explorers by host, wallets by scheme, nothing else."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from PySide6.QtCore import QUrl

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
