"""The one log: bounded in size, for this user only, without secrets."""

from __future__ import annotations

import logging
import os
import re
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_MAX_BYTES = 512 * 1024
# What looks like a key or carries one: a bearer header, the login part of a URL, a long token.
_SECRETS = re.compile(r"(?i)(bearer\s+)\S+|(://)[^/\s:@]+:[^/\s@]+@|\b[A-Za-z0-9_-]{40,}\b")


def redact(text: str) -> str:
    """Returns a text without what looks like a key, a login or a long token."""
    return _SECRETS.sub(lambda found: f"{found[1] or found[2] or ''}[hidden]", text)


class _RedactingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


def start_log(path: Path) -> None:
    """Sends the app's log to a file of two times 512 KiB at most, mode 0600."""
    os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600))
    path.chmod(0o600)
    handler = RotatingFileHandler(path, maxBytes=_MAX_BYTES, backupCount=1, encoding="utf-8")
    handler.setFormatter(_RedactingFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger("tollhouse")
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    root.propagate = False
