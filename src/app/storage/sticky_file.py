"""The sticky sessions that were copied last and the own template, for each account, in one JSON file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from app.errors import InvalidInputError
from app.rules.sticky import Session, check_session
from app.storage.files import read_conveniences, write_whole

if TYPE_CHECKING:
    from pathlib import Path

KEPT_SESSIONS: Final = 20
_VERSION: Final = 1
_MAX_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class StickyChoices:
    """What is kept of one account.

    Attributes:
        sessions: The ones that were copied last, newest first, at most 20.
        template: The own template; empty while there is none.
    """

    sessions: tuple[Session, ...] = ()
    template: str = ""


class StickyFile:
    """Reads and writes the choices. Its methods block on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, account: str) -> StickyChoices:
        """Returns what is kept of an account; what can't be understood is left out.

        Raises:
            StorageError: The file can't be read.
        """
        kept = self._accounts().get(account)
        if not isinstance(kept, dict):
            return StickyChoices()
        template, found = kept.get("template"), kept.get("sessions")
        sessions = [_session(row) for row in found] if isinstance(found, list) else []
        return StickyChoices(
            tuple(session for session in sessions if session is not None)[:KEPT_SESSIONS],
            template if isinstance(template, str) else "",
        )

    def save(self, account: str, choices: StickyChoices) -> None:
        """Keeps the choices of an account; those of others stay.

        Raises:
            StorageError: They could not be written; what was kept before is kept still.
        """
        sessions = [{"id": one.id, "minutes": one.minutes} for one in choices.sessions[:KEPT_SESSIONS]]
        accounts = self._accounts() | {account: {"sessions": sessions, "template": choices.template}}
        write_whole(self._path, json.dumps({"version": _VERSION, "accounts": accounts}).encode())

    def _accounts(self) -> dict[str, Any]:
        accounts = read_conveniences(self._path, _MAX_BYTES).get("accounts")
        return accounts if isinstance(accounts, dict) else {}


def _session(row: object) -> Session | None:
    if not isinstance(row, dict) or not isinstance(row.get("id"), str) or type(row.get("minutes")) is not int:
        return None
    try:
        return check_session(row["id"], row["minutes"])
    except InvalidInputError:
        return None
