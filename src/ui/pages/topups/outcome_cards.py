"""How a top-up stands or ended, and why nothing may be paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.layout.cards import Card
from ui.widgets.layout.wrapping_row import WrappingRow
from ui.widgets.text.copy_field import CopyField
from ui.widgets.text.icon_tile import IconTile
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from app.present.deposits import BlockedView
    from app.present.topup_views import OutcomeView

_DETAILS_LIMIT = 500
_MIN_WORDS = 200


class OutcomeCard(Card):
    """How a top-up stands or ended, and what to do.

    Signals:
        new_wanted(): 'New top-up, same amount' was pressed.
        check_wanted(): 'Check now' was pressed.
    """

    new_wanted = Signal()
    check_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._tile = IconTile("info", size=40, tone="neutral")
        self._title = Label("", "heading", wrap=True)
        self._lines = (
            Label("", "secondary", wrap=True, limit=400),
            Label("", "secondary", wrap=True, limit=400),
        )
        self._details = Label("", "secondary", wrap=True, limit=_DETAILS_LIMIT)
        self.new = PrimaryButton(_("New top-up, same amount"), "plus")
        self.new.clicked.connect(self.new_wanted)
        self.check = Button(_("Check now"), "refresh-cw")
        self.check.clicked.connect(self.check_wanted)
        words = QVBoxLayout()
        words.setSpacing(5)
        for label in (self._title, *self._lines, self._details):
            words.addWidget(label)
        told = QHBoxLayout()
        told.setSpacing(14)
        told.addWidget(self._tile, 0, Qt.AlignmentFlag.AlignTop)
        told.addLayout(words, 1)
        row = WrappingRow(14)
        row.add(told, 1)
        row.add(self.new)
        row.add(self.check)
        self.body.addLayout(row)
        follow(self._fit)

    def show_outcome(self, view: OutcomeView) -> None:
        """Shows it; `details` is the service's own text."""
        self._tile.show_icon(view.icon)
        self._title.setText(view.title)
        self._title.set_tone(view.kind if view.kind in {"success", "danger"} else "")
        for position, label in enumerate(self._lines):
            label.setText(view.lines[position] if position < len(view.lines) else "")
            label.setVisible(position < len(view.lines))
        self._details.setText(_("The service says: {text}").format(text=view.details))
        self._details.setVisible(bool(view.details))
        self.new.setVisible(view.offers_new)
        self.new.set_quiet(view.asks_first)
        self.check.setVisible(view.offers_check)

    def _fit(self) -> None:
        self._title.setMinimumWidth(scaled(_MIN_WORDS))


class BlockedCard(Card):
    """'Do not pay': what is wrong, both values side by side.

    Signals:
        memo_confirmed(): The user has the memo that the network needs.
        new_wanted(): 'New top-up, same amount' was pressed.
    """

    memo_confirmed = Signal()
    new_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._title = Label("", "heading")
        self._title.set_tone("danger")
        self._text = Label("", "secondary", wrap=True, limit=600)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(IconTile("shield-alert", size=40, tone="danger"), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.addWidget(self._title)
        words.addWidget(self._text)
        words.addSpacing(6)
        words.addLayout(self._grid)
        self.memo = Button(_("I have the memo"))
        self.memo.clicked.connect(self.memo_confirmed)
        self.new = PrimaryButton(_("New top-up, same amount"), "plus")
        self.new.clicked.connect(self.new_wanted)
        words.addSpacing(6)
        words.addWidget(self.memo, 0, Qt.AlignmentFlag.AlignLeft)
        words.addWidget(self.new, 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(words, 1)
        self.body.addLayout(row)

    def show_blocked(self, view: BlockedView) -> None:
        """Shows why nothing may be paid."""
        self._title.setText(view.title)
        self._text.setText(view.text)
        self.memo.setVisible(view.asks_memo)
        self.new.setVisible(not view.asks_memo)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for number, problem in enumerate(view.problems):
            self._grid.addWidget(Label(problem.text, "medium", wrap=True), number * 3, 0, 1, 2)
            values = ((_("Expected"), problem.expected), (_("Found"), problem.found))
            for column, (title, value) in enumerate(values):
                self._grid.addWidget(Label(title, "secondary"), number * 3 + 1, column)
                self._grid.addWidget(_value_box(title, value), number * 3 + 2, column)


def _value_box(title: str, value: str) -> CopyField:
    """Returns a value to be compared, whole; nothing of what is blocked can be copied."""
    box = CopyField(title, "", lambda _text: None)
    box.show_value(value or "–")
    return box
