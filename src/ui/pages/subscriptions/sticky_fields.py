"""The fields of the sticky card: a session with the last used ones, and an own template with its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.errors import InvalidInputError
from app.i18n.texts import _
from app.present.field_errors import field_error_text
from app.present.subscriptions import session_problem
from app.rules.proxy_formats.templates import DEFAULT_TEMPLATE, TEMPLATE_NAMES
from app.rules.subscriptions.sticky import (
    MAX_COUNT,
    MAX_ID,
    MAX_MINUTES,
    MAX_RECENT_SESSIONS,
    MIN_MINUTES,
    Session,
    check_session,
    new_id,
)
from ui.theme.stylesheet import set_style
from ui.theme.theme import follow, scaled, text_width
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.inputs.combo_box import SpinBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.inputs.slider import Slider
from ui.widgets.layout.boxes import column, row
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence


_START_MINUTES = 10
_USUAL_ID = 8 * "m"
_EDGE = 13  # of the field, with the cursor


class SessionFields(WrappingRow):
    """A row of fields; an empty ID means no session. `recent` has the newest of the copied sessions first."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(8)
        self.recent: tuple[Session, ...] = ()
        self.menu = QMenu(parent)
        set_style(self.menu, "menu")
        self.menu.setAccessibleName(_("Last used sessions"))
        self.session_id = LineEdit(_("none"), mono=True)
        self.session_id.setMaxLength(2 * MAX_ID)
        self.session_id.setText(new_id())
        self.dice = self.session_id.add_button("dices", _("New session ID"))
        self._history = self.session_id.add_button("history", _("Last used sessions"))
        self._history.setEnabled(False)
        self.minutes = Slider(MIN_MINUTES, MAX_MINUTES)
        self.minutes.setAccessibleName(_("Minutes"))
        self.minutes.setValue(_START_MINUTES)
        self._minutes_text = Label("", "badge")
        self.how_many = SpinBox(1, MAX_COUNT)
        self._lay_out()
        self.dice.clicked.connect(lambda: self.session_id.setText(new_id()))
        self._history.clicked.connect(lambda: self.menu.popup(self._history.menu_position()))
        self.session_id.textChanged.connect(self._on_changed)
        self.minutes.valueChanged.connect(self._on_changed)
        self.how_many.valueChanged.connect(self._on_changed)
        self._on_changed()
        follow(self._fit)

    def session(self) -> Session | None:
        """Returns the session; None for none, or while the ID is invalid."""
        try:
            return check_session(self.session_id.text(), self.minutes.value())
        except InvalidInputError:
            return None

    def problem(self) -> str:
        """Returns what is wrong with the ID, '' for nothing."""
        return session_problem(self.session_id.text(), self.minutes.value())

    def add_recent(self, session: Session) -> None:
        """Offers a copied session before all others."""
        self.show_recent([session, *(one for one in self.recent if one != session)])

    def show_recent(self, sessions: Sequence[Session]) -> None:
        self.recent = tuple(sessions)[:MAX_RECENT_SESSIONS]
        self._history.setEnabled(bool(self.recent))
        self.menu.clear()
        for session in self.recent:
            action = self.menu.addAction(_("{id} · {n} min").format(id=session.id, n=session.minutes))
            action.triggered.connect(lambda _checked=False, chosen=session: self._on_chosen(chosen))

    def _lay_out(self) -> None:
        label = Label(_("Minutes"), "secondary")
        label.setBuddy(self.minutes)
        minutes = column(row(label, self._minutes_text, None, spacing=4), self.minutes, None, spacing=5)
        self.add(Field(_("Session ID"), self.session_id), 6)
        self.add(minutes, 1)
        self.add(Field(_("How many"), self.how_many))

    def _on_changed(self) -> None:
        has_session = bool(self.session_id.text())
        self._minutes_text.setText(_("{n} min").format(n=self.minutes.value()))
        self.minutes.setEnabled(has_session)
        self.how_many.setEnabled(has_session)
        self.session_id.show_wrong(self.problem())
        self.changed.emit()

    def _on_chosen(self, session: Session) -> None:
        self.session_id.setText(session.id)
        self.minutes.setValue(session.minutes)

    def _fit(self) -> None:
        self.how_many.setMinimumWidth(scaled(68))
        # An ID of the usual length is shown whole.
        letters = text_width(_USUAL_ID, "mono")
        margins = self.session_id.textMargins()
        self.session_id.setMinimumWidth(letters + margins.left() + margins.right() + 2 * _EDGE)


class TemplateFields(QWidget):
    """Shows a template; Enter in the name saves it, too.

    Signals:
        save_requested(): Its name and text are to be saved.
        delete_requested(): The saved template that is shown is to be deleted.
    """

    changed = Signal()
    save_requested = Signal()
    delete_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = LineEdit(mono=True)
        self.text.setText(DEFAULT_TEMPLATE)
        self.name = LineEdit()
        self.save = Button(_("Save template"))
        self.delete = IconButton("trash-2", _("Delete template"), framed=True)
        names = " ".join(f"{{{name}}}" for name in TEMPLATE_NAMES)
        text = Field(_("Template"), self.text, hint=names)
        self._named = Field(_("Template name"), self.name, beside=(self.save, self.delete))
        column(text, self._named, spacing=6, on=self)
        self.text.textChanged.connect(self._on_changed)
        self.name.textChanged.connect(self._on_changed)
        self.name.returnPressed.connect(self.save_requested)
        self.save.clicked.connect(self.save_requested)
        self.delete.clicked.connect(self.delete_requested)
        self.show_template("", DEFAULT_TEMPLATE)

    def show_template(self, name: str, text: str) -> None:
        """Shows a saved template, or with '' for a name the one without."""
        with QSignalBlocker(self):
            self.name.setText(name)
            self.text.setText(text)
        if not name and self.delete.hasFocus():
            self.name.setFocus()
        self.delete.setEnabled(bool(name))

    def show_problem(self, error: InvalidInputError) -> None:
        """Shows why it was not saved; a problem of the text is shown below the preview already."""
        if error.field == "templateName":
            self._named.show_error(field_error_text(error.field, error.code))
            self.name.setFocus()
        else:
            self.text.setFocus()

    def _on_changed(self) -> None:
        self._named.clear_error()
        self.changed.emit()
