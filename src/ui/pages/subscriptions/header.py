"""The header of one subscription: its name, which can be changed, its state and auto-renew."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _
from app.present.field_errors import field_error_text
from app.present.statuses import label_counter
from app.rules.identifiers import MAX_LABEL
from app.untrusted_text import sanitized
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, IconButton, LinkButton, PrimaryButton
from ui.widgets.inputs.check_box import Switch
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.keyboard_focus import put_behind
from ui.widgets.layout.boxes import column, framed, row, wrapping
from ui.widgets.layout.details import Details
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from app.present.subscriptions import SubscriptionView

_FIELD_WIDTH = 220
_MOST = 100
"""The stretch of the field: what is behind the buttons gets only what the field leaves."""
_NAMED_WIDTH = 260


class SubscriptionHeader(QWidget):
    """Name, state and auto-renew of one subscription; `renamed` has a name of at most 60 characters."""

    renamed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
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
        self._lay_out()
        follow(self._fit)

    @cached_property
    def form(self) -> RenameForm:
        """The form for another name, made when it is needed first."""
        form = RenameForm()
        form.hide()
        form.confirmed.connect(self.renamed)
        form.cancelled.connect(self.stop_renaming)
        form.left.connect(self._on_form_left)
        self._left.addWidget(form, 1)
        self._lines.addWidget(form.error)
        self._lines.addWidget(form.details)
        put_behind(form, [self.rename])
        return form

    def show_subscription(self, view: SubscriptionView) -> None:
        """A new name that is being entered stays."""
        self._label = view.row.label
        self.title.setText(view.row.label)
        self.sub_users.setText(view.sub_users)
        self.status.show_badge(*view.row.badge)
        self.status.setAccessibleName(_("Status"))
        self.status.setAccessibleDescription(sanitized(view.row.badge.text))

    def start_renaming(self) -> None:
        """Replaces the name with a line edit."""
        self.form.begin(self._label)
        self._show_form(shown=True)
        self.form.field.setFocus()
        self.form.field.selectAll()

    def stop_renaming(self) -> None:
        if self.is_renaming():
            self._show_form(shown=False)

    def is_renaming(self) -> bool:
        return "form" in vars(self) and not self.form.isHidden()

    def is_saving_name(self) -> bool:
        """Returns whether the name in the form is being saved; not while another one is being entered."""
        return self.is_renaming() and self.form.field.isReadOnly()

    def _lay_out(self) -> None:
        self._shown = framed(row(self.title, self.rename, 2, self.status, None, spacing=6))
        label = Label(_("Auto-renew"), "secondary")
        label.setBuddy(self.switch)
        self._left = row(self.back, (self._shown, 1), spacing=10)
        right = row(self.sub_users, row(label, self.switch, spacing=6), spacing=10)
        self._lines = column(wrapping((self._left, 1), right, spacing=10, centered=True), spacing=4, on=self)

    def _show_form(self, *, shown: bool) -> None:
        self._shown.setVisible(not shown)
        self.form.setVisible(shown)
        if not shown:
            self.form.show_error("")

    def _on_form_left(self) -> None:
        self.stop_renaming()
        self.rename.setFocus()

    def _fit(self) -> None:
        self._shown.setMinimumWidth(scaled(_NAMED_WIDTH))
        self.setMinimumHeight(scaled(16) + 18)


class RenameForm(QWidget):
    """A line edit for another name.

    Attributes:
        error: What is wrong with the name, for a place below the form.
        details: What the service itself says of that, for a place below it.

    Signals:
        confirmed(str): The name is to be saved.
        cancelled(): The name stays.
        left(): It was left by Esc; a name that is being saved is saved all the same.
    """

    confirmed = Signal(str)
    cancelled = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.field = LineEdit()
        self.field.setAccessibleName(_("New name"))
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._on_field_changed)
        self.field.returnPressed.connect(self._on_save_pressed)
        self.counter = Label("", "caption")
        self.save = PrimaryButton(_("Save"), "check")
        self.save.clicked.connect(self._on_save_pressed)
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self.cancelled)
        self.error = Label("", "secondary", wrap=True, tone="danger")
        self.error.hide()
        self.details = Details(_("Details"))
        # Shorter where large text leaves less room, instead of below the buttons.
        row((self.field, _MOST), self.counter, self.save, self.cancel, None, spacing=8, on=self)
        follow(self._fit)

    def begin(self, name: str) -> None:
        """Offers the present name to be changed."""
        self.field.setText(name)
        self.set_busy(busy=False)
        self.show_error("")

    def set_busy(self, *, busy: bool) -> None:
        self.field.setReadOnly(busy)
        self.save.set_busy(busy)

    def refuse(self, text: str, details: str) -> None:
        """Shows why the name was not saved; the input stays."""
        self.set_busy(busy=False)
        self.show_error(text, details)
        self.field.setFocus()

    def show_error(self, text: str, details: str = "") -> None:
        """Shows the field error of the name, '' for none."""
        self.error.show_text(text)
        self.details.show_details(details)
        self.field.show_wrong(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_escape = (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
        )
        if is_escape:
            self.left.emit()
            return True
        return super().eventFilter(watched, event)

    def _on_field_changed(self, text: str) -> None:
        fits = len(text.strip()) <= MAX_LABEL
        self.counter.setText(label_counter(text))
        self.counter.set_tone("" if fits else "danger")
        self.error.show_text("")
        self.details.show_details("")
        # The counter stands for it on screen.
        self.field.show_wrong("" if fits else field_error_text("label", "too_long"))
        self.save.setEnabled(fits)

    def _on_save_pressed(self) -> None:
        if self.save.isEnabled() and not self.field.isReadOnly():
            self.confirmed.emit(self.field.text())

    def _fit(self) -> None:
        self.field.setMaximumWidth(scaled(_FIELD_WIDTH))
