"""Hides top-ups from the list; the service keeps them, and they can be shown again."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import StorageError

if TYPE_CHECKING:
    from app.services.topups.choices import TopUpChoices
    from ui.pages.topups.list_footer import ListFooter
    from ui.pages.topups.list_model import TopUpListModel
    from ui.tasks import Tasks


class Hiding(QObject):
    """Connects the list with the hidden top-ups.

    Signals:
        changed(): Other rows are shown than before.
    """

    changed = Signal()

    def __init__(
        self, choices: TopUpChoices, model: TopUpListModel, footer: ListFooter, tasks: Tasks
    ) -> None:
        super().__init__(footer)
        self._choices = choices
        self._model = model
        self._footer = footer
        self._tasks = tasks
        self._hidden: frozenset[str] = frozenset()
        self._are_shown = False
        footer.hidden_toggled.connect(self._on_hidden_toggled)

    def is_hidden(self, topup_id: str) -> bool:
        """Returns whether a top-up was hidden."""
        return topup_id in self._hidden

    def left_out(self) -> frozenset[str]:
        """Returns the ids of the top-ups that the list leaves out now."""
        return frozenset() if self._are_shown else self._hidden

    def hide(self, topup_id: str) -> None:
        """Hides a top-up, or shows it again if it was hidden."""
        self._tasks.start(f"hide {topup_id}", self._turn(topup_id))

    async def load(self) -> None:
        """Reads what was hidden."""
        with suppress(StorageError):  # then all are shown
            self._hidden = await self._choices.hidden()
        self._show()

    async def _turn(self, topup_id: str) -> None:
        if topup_id in self._hidden:
            await self._choices.unhide(topup_id)
            self._hidden -= {topup_id}
        else:
            await self._choices.hide(topup_id)
            self._hidden |= {topup_id}
        self._show()

    def _on_hidden_toggled(self, are_shown: bool) -> None:  # noqa: FBT001 (a signal's slot)
        self._are_shown = are_shown
        self._show()

    def _show(self) -> None:
        self._are_shown = self._are_shown and bool(self._hidden)
        self._model.hide_ids(self.left_out())
        self._footer.show_hidden(len(self._hidden), are_shown=self._are_shown)
        self.changed.emit()
