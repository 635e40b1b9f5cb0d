"""Diagnostics for bug reports: versions and the recent log, without secrets."""

from __future__ import annotations

import asyncio
import os
import platform
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from app.redaction import redact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.services.accounts.accounts import Accounts
    from app.storage.keys import KeyStore
    from app.storage.paths import AppPaths

_LOG_LINES: Final = 60
_LOG_BYTES: Final = 64 * 1024
_MAX_LINE: Final = 500


class Diagnostics:
    """Describes this app and this computer; of the accounts only their number."""

    def __init__(self, accounts: Accounts, keys: KeyStore, paths: AppPaths, version: str) -> None:
        self._accounts = accounts
        self._keys = keys
        self._paths = paths
        self._version = version

    async def text(self, facts: Sequence[tuple[str, str]] = ()) -> str:
        """Returns the text, always in English, with further `facts` such as Qt's version."""
        keyring = await self._keys.name()
        rows = (
            ("Tollhouse", self._version),
            ("Python", platform.python_version()),
            ("System", f"{platform.system()} {platform.release()} {platform.machine()}"),
            ("Distribution", _distribution()),
            ("Desktop", os.environ.get("XDG_CURRENT_DESKTOP") or "unknown"),
            *facts,
            ("Trusted certificates", _trust()),
            ("Keyring", keyring or "none"),
            ("Accounts", str(sum(not account.is_demo for account in self._accounts.known()))),
        )
        log = await asyncio.to_thread(_last_lines, self._paths.log)
        text = "\n".join(
            [*(f"{name}: {value}" for name, value in rows), "", "Recent log:", *(log or ["empty"])]
        )
        return self._without_private(text)

    def _without_private(self, text: str) -> str:
        """Removes what the log's redaction can't know: the user's folder, and names and hosts of accounts."""
        home = str(Path.home())
        text = redact(text)
        if home != Path.home().root:
            text = text.replace(home, "~")
        for account in self._accounts.known():
            if account.is_demo:
                continue
            for private in {account.name, account.service, urlsplit(account.base_url).hostname or ""}:
                if private:
                    text = re.sub(rf"(?<!\w){re.escape(private)}(?!\w)", "[account]", text)
        return text


def _distribution() -> str:
    if not sys.platform.startswith("linux"):
        return platform.platform(terse=True)
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown")
    except OSError:
        return "unknown"


def _trust() -> str:
    """Returns what decides which certificates are trusted: on Linux two variables may (OpenSSL)."""
    names = ("SSL_CERT_FILE", "SSL_CERT_DIR") if sys.platform.startswith("linux") else ()
    given = [f"{name} ({os.environ[name]})" for name in names if name in os.environ]
    return f"decided by {' and '.join(given)}, not by the system alone" if given else "the system's"


def _last_lines(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - _LOG_BYTES))
            content = file.read(_LOG_BYTES)
    except OSError:
        return []
    lines = content.decode("utf-8", "replace").splitlines()
    return [line[:_MAX_LINE] for line in lines[-_LOG_LINES:]]
