"""The toolbar above the table: subscription, filter, count, and the buttons to add, import and export."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.i18n.texts import _
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.combo_box import ComboBox
from ui.widgets.inputs.field import inline_field
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.layout.flow_layout import FlowLayout, WrappingRow
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

_PICKER = 130
_FILTER = 120


class SubUsersToolbar(QWidget):
    """Controls of the whole tab.

    Signals:
        subscription_chosen(str): The id of another subscription.
    """

    subscription_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picker = ComboBox()
        self.picker.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.picker.currentIndexChanged.connect(self._on_index_changed)
        self.search = SearchField(_("Filter sub-users"))
        self.count = Label("", "secondary")
        self.import_csv = Button(_("Import CSV"), "upload")
        self.export = Button(_("Export"), "download")
        self.add = PrimaryButton(_("Add sub-user"), "user-plus")
        self._lay_out()
        follow(self._fit)

    def show_subscriptions(self, subscriptions: Sequence[tuple[str, str]], chosen: str) -> None:
        """Shows what can be chosen: (id, words) of each, and which one is."""
        with QSignalBlocker(self.picker):
            self.picker.clear()
            for key, text in subscriptions:
                self.picker.addItem(plain(text, 80), key)
            self.picker.setCurrentIndex(self.picker.findData(chosen))

    def set_locked(self, reason: str, *, picker: bool) -> None:
        """Lets nothing be changed.

        Args:
            reason: Why; '' lets everything be changed again.
            picker: Whether another subscription can't be chosen either.
        """
        for button in (self.import_csv, self.add):
            button.setEnabled(not reason)
            button.setToolTip(tooltip(reason))
            button.setAccessibleDescription(reason)
        self.picker.setEnabled(not picker)
        self.picker.setToolTip(tooltip(reason) if picker else "")

    def _lay_out(self) -> None:
        left = QHBoxLayout()
        left.setSpacing(10)
        left.addWidget(inline_field(_("Subscription"), self.picker), 3)
        left.addWidget(self.search, 2)
        right = FlowLayout(10)
        for widget in (self.count, self.import_csv, self.export, self.add):
            right.addWidget(widget)
        lines = WrappingRow(10)
        lines.add(left, 1)
        lines.add(right)
        self.setLayout(lines)
        self.picker.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _fit(self) -> None:
        self.picker.setMinimumWidth(scaled(_PICKER))
        self.search.setMinimumWidth(scaled(_FILTER))

    def _on_index_changed(self, index: int) -> None:
        if index >= 0:
            self.subscription_chosen.emit(self.picker.itemData(index))
