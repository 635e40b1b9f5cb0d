"""The menu of the sticky sessions that were copied last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from app.rules.subscriptions.sticky import MAX_RECENT_SESSIONS
from ui.theme.stylesheet import dress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.rules.subscriptions.sticky import Session


class SessionMenu(QMenu):
    """Offers the last 20 sessions, newest first.

    Signals:
        chosen(Session): One is to be used again.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        dress(self, "menu")
        self._recent: tuple[Session, ...] = ()

    def recent(self) -> tuple[Session, ...]:
        """Returns the last copied sessions, newest first, at most 20."""
        return self._recent

    def add_used(self, session: Session) -> None:
        """Puts a session that was copied before all others."""
        self.remember([session, *(kept for kept in self._recent if kept != session)])

    def remember(self, sessions: Sequence[Session]) -> None:
        """Takes in the sessions that were copied last, newest first."""
        self._recent = tuple(sessions)[:MAX_RECENT_SESSIONS]
        self.clear()
        for session in self._recent:
            action = self.addAction(_("{id} · {n} min").format(id=session.id, n=session.minutes))
            action.triggered.connect(lambda _checked=False, chosen=session: self.chosen.emit(chosen))
