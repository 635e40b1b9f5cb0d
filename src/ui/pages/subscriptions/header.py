"""The title of a subscription: its name and renaming it, its state, auto-renew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.i18n.texts import _
from app.present.subscriptions import label_counter
from app.rules.subscriptions.labels import MAX_LABEL
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton, PrimaryButton
from ui.widgets.inputs.check_box import Switch
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import plain, tooltip

if TYPE_CHECKING:
    from ui.pages.subscriptions.view import SubscriptionView

_FIELD_WIDTH = 220
_NAMED_WIDTH = 260


class SubscriptionHeader(QWidget):
    """Name, state and auto-renew of one subscription.

    Signals:
        renamed(str): A new name was entered, of at most 60 characters.
    """

    renamed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = ""
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.hide()
        self.title = Label("", "title", elide="right")
        # A long name is cut before it pushes the rest out of the window.
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.rename = IconButton("pencil", _("Rename"))
        self.rename.clicked.connect(self.start_renaming)
        self.status = Badge()
        self.sub_users = LinkButton("", "users")
        self.sub_users.setToolTip(tooltip(_("Show the sub-users")))
        self.switch = Switch()
        self.switch.setAccessibleName(_("Auto-renew"))
        self._build_form()
        self._lay_out()
        follow(self._fit)

    def show_subscription(self, view: SubscriptionView) -> None:
        """Shows a subscription; a new name that is being entered stays."""
        self._label = view.row.label
        self.title.setText(view.row.label)
        self.sub_users.setText(view.sub_users)
        badge = view.row.badge
        self.status.show_badge(badge.kind, badge.text, badge.icon)
        self.status.setAccessibleName(_("Status"))
        self.status.setAccessibleDescription(plain(badge.text))

    def start_renaming(self) -> None:
        """Replaces the name with a line edit."""
        self.field.setText(self._label)
        self.field.setReadOnly(False)
        self.save.set_busy(False)
        self._show_error("")
        self._show_form(shown=True)
        self.field.setFocus()
        self.field.selectAll()

    def stop_renaming(self) -> None:
        """Shows the name again."""
        if self.is_renaming():
            self._show_form(shown=False)

    def is_renaming(self) -> bool:
        """Returns whether a new name is being entered."""
        return not self._form.isHidden()

    def set_busy(self, *, busy: bool) -> None:
        """Locks the line while the service is asked."""
        self.field.setReadOnly(busy)
        self.save.set_busy(busy)

    def show_rename_error(self, text: str) -> None:
        """Shows the field error of the new name; the input stays."""
        self.set_busy(busy=False)
        self._show_error(text)
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc closes the line; a name that is being saved is saved all the same."""
        is_escape = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
        )
        if is_escape:
            self.stop_renaming()
            self.rename.setFocus()
            return True
        return super().eventFilter(watched, event)

    def _build_form(self) -> None:
        self.field = LineEdit()
        self.field.setAccessibleName(_("New name"))
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._on_field_changed)
        self.field.returnPressed.connect(self._on_save_pressed)
        self.counter = Label("", "caption")
        self.save = PrimaryButton(_("Save"), "check")
        self.save.clicked.connect(self._on_save_pressed)
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self.stop_renaming)
        self._error = Label("", "secondary", wrap=True)
        self._error.set_tone("danger")

    def _lay_out(self) -> None:
        self._shown = QWidget()
        shown = QHBoxLayout(self._shown)
        shown.setContentsMargins(0, 0, 0, 0)
        shown.setSpacing(6)
        shown.addWidget(self.title)
        shown.addWidget(self.rename)
        shown.addSpacing(2)
        shown.addWidget(self.status)
        shown.addStretch(1)
        self._form = QWidget()
        form = QHBoxLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(8)
        for widget in (self.field, self.counter, self.save, self.cancel):
            form.addWidget(widget)
        form.addStretch(1)
        self._form.hide()
        switch = QHBoxLayout()
        switch.setSpacing(6)
        words = Label(_("Auto-renew"), "secondary")
        words.setBuddy(self.switch)
        switch.addWidget(words)
        switch.addWidget(self.switch)
        named = QHBoxLayout()
        named.setSpacing(10)
        named.addWidget(self.back)
        named.addWidget(self._shown, 1)
        named.addWidget(self._form, 1)
        others = QHBoxLayout()
        others.setSpacing(10)
        others.addWidget(self.sub_users)
        others.addLayout(switch)
        row = WrappingRow(10, centered=True)
        row.add(named, 1)
        row.add(others)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row)
        layout.addWidget(self._error)
        self._error.hide()

    def _show_form(self, *, shown: bool) -> None:
        self._shown.setVisible(not shown)
        self._form.setVisible(shown)
        if not shown:
            self._show_error("")

    def _show_error(self, text: str) -> None:
        self._error.setText(text)
        self._error.setVisible(bool(text))
        self.field.set_invalid(bool(text))
        self.field.setAccessibleDescription(text)

    def _on_field_changed(self, text: str) -> None:
        fits = len(text.strip()) <= MAX_LABEL
        self.counter.setText(label_counter(text))
        self.counter.set_tone("" if fits else "danger")
        self._show_error("")
        self.field.set_invalid(not fits)
        self.save.setEnabled(fits)

    def _on_save_pressed(self) -> None:
        if self.save.isEnabled() and not self.field.isReadOnly():
            self.renamed.emit(self.field.text())

    def _fit(self) -> None:
        self.field.setMinimumWidth(scaled(_FIELD_WIDTH))
        self._shown.setMinimumWidth(scaled(_NAMED_WIDTH))
        self.setMinimumHeight(scaled(16) + 18)
