"""The sticky session to be copied: whose, which, how long, how many, in which format; with a preview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.errors import InvalidInputError
from app.i18n.texts import _, ngettext
from app.present.proxy_formats import format_name, note_text, reason_text, session_problem
from app.rules.proxy_formats import DEFAULT_TEMPLATE, NEEDS_ADDRESS, TEMPLATE, TEMPLATE_NAMES
from app.rules.subscriptions.sticky import (
    MAX_COUNT,
    MAX_ID,
    MAX_MINUTES,
    MIN_MINUTES,
    Session,
    check_session,
    new_id,
)
from ui.pages.subscriptions.orders import Order, offered_formats
from ui.pages.subscriptions.session_menu import SessionMenu
from ui.theme.theme import follow, font, scaled
from ui.widgets.buttons.buttons import IconButton, PrimaryButton
from ui.widgets.buttons.info_button import InfoButton
from ui.widgets.inputs.combo_box import ComboBox, SpinBox
from ui.widgets.inputs.field import Field, inline_field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.inputs.slider import Slider
from ui.widgets.layout.cards import Card, Notice
from ui.widgets.layout.wrapping_row import WrappingRow
from ui.widgets.text.label import Label
from ui.widgets.text.text_preview import TextPreview
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.pages.subscriptions.orders import ProxyUser

_PADDING = 16
_START_MINUTES = 10
_USUAL_ID = 8 * "m"
_EDGE = 13  # of the field, with the cursor
_ANSWER_MS = 2000


class StickyCard(Card):
    """Builds what is copied; it holds credentials as values, and no widget of it holds a password.

    Signals:
        copy_wanted(): What `order` returns is to be copied.
        save_wanted(): The same, into a file.
    """

    copy_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=_PADDING, parent=parent)
        self._users: Sequence[ProxyUser] = ()
        self._build_session()
        self._build_format()
        self._lay_out()
        self._connect()
        follow(self._fit)

    def show_users(self, users: Sequence[ProxyUser]) -> None:
        """Shows whose credentials can be copied, the main user first; the chosen one stays if it can."""
        chosen = self.user.currentData()
        self._users = users
        with QSignalBlocker(self.user):
            self.user.clear()
            for user in users:
                self.user.addItem(plain(user.text, 80), user.key)
            self.user.setCurrentIndex(max(0, self.user.findData(chosen)))
        self._whose.setVisible(len(users) > 1)
        self._show_off()
        self._show_preview()

    def order(self) -> Order | None:
        """Returns what is to be copied; None while something of it is wrong."""
        session = self._session()
        if not self._users or (session is None and self.session_id.text()):
            return None
        user = self._users[max(0, self.user.currentIndex())]
        count = self.count.value() if session else 1
        format_key, template = self.format.currentData(), self.template.text()
        return Order(format_key, template, user.credentials, session, count, user.subscription_id, user.key)

    def add_used(self, session: Session | None) -> None:
        """Remembers the last copied sessions."""
        if session is not None:
            self.menu.add_used(session)
            self._history.setEnabled(True)

    def remember(self, sessions: Sequence[Session], template: str) -> None:
        """Restores the choices of earlier starts.

        Args:
            sessions: The ones that were copied last, newest first.
            template: The own template; empty for none.
        """
        self.menu.remember(sessions)
        self._history.setEnabled(bool(sessions))
        if template:
            self.template.setText(template)

    def show_copied(self) -> None:
        """Shows feedback in place that it was copied."""
        self.copy.show_icon("check")
        self._answer.start()

    def set_busy(self, *, busy: bool) -> None:
        """Locks the buttons while a name is looked up."""
        self.copy.set_busy(busy)
        self.save.setEnabled(not busy)
        if not busy:
            self._show_preview()

    def reason(self) -> str:
        """Returns why nothing can be copied, '' where something can."""
        return "" if self._off.isHidden() else self._off.shown_text()

    def _build_session(self) -> None:
        self.session_id = LineEdit(_("none"), mono=True)
        self.session_id.setMaxLength(2 * MAX_ID)
        self.session_id.setText(new_id())
        self.dice = self.session_id.add_button("dices", _("New session ID"))
        self._history = self.session_id.add_button("history", _("Last used sessions"))
        self._history.setEnabled(False)
        self.menu = SessionMenu(self)
        self.menu.chosen.connect(self._take)
        self.minutes = Slider(MIN_MINUTES, MAX_MINUTES)
        self.minutes.setAccessibleName(_("Minutes"))
        self.minutes.setValue(_START_MINUTES)
        self._minutes_text = Label("", "badge")
        self.count = SpinBox(1, MAX_COUNT)

    def _build_format(self) -> None:
        self.user = ComboBox()
        self.user.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self._whose = inline_field(_("For"), self.user, spoken=_("Sessions for"))
        self.format = ComboBox()
        for kind in offered_formats():
            self.format.addItem(format_name(kind), kind.key)
        self.template = LineEdit(mono=True)
        self.template.setText(DEFAULT_TEMPLATE)
        names = " ".join(f"{{{name}}}" for name in TEMPLATE_NAMES)
        self._template_field = Field(_("Template"), self.template, hint=names)
        self.copy = PrimaryButton(_("Copy"), "copy")
        self.save = IconButton("download", _("Save to file"), framed=True)
        self.preview = TextPreview(_("Preview"))
        self._off = Notice("warning")
        self._wrong = Label("", "caption", wrap=True)
        self._wrong.set_tone("danger")
        self._about = InfoButton(_("About sticky sessions"))

    def _lay_out(self) -> None:
        self._head = Label(_("Sticky session"), "strong")
        title = QHBoxLayout()
        title.setSpacing(2)
        title.addWidget(self._head)
        title.addWidget(self._about)
        head = WrappingRow(centered=True)
        head.add(title)
        head.add(self._whose, 1)
        minutes_words = QHBoxLayout()
        minutes_words.setSpacing(4)
        counted = Label(_("Minutes"), "secondary")
        counted.setBuddy(self.minutes)
        minutes_words.addWidget(counted)
        minutes_words.addWidget(self._minutes_text)
        minutes_words.addStretch()
        minutes = QVBoxLayout()
        minutes.setSpacing(5)
        minutes.addLayout(minutes_words)
        minutes.addWidget(self.minutes)
        minutes.addStretch()
        first = WrappingRow(8)
        first.add(Field(_("Session ID"), self.session_id), 6)
        first.add(minutes, 1)
        first.add(Field(_("How many"), self.count))
        self.body.setContentsMargins(_PADDING, 13, _PADDING, 13)
        self.body.setSpacing(6)
        self.body.addLayout(head)
        self.body.addLayout(first)
        self.body.addLayout(self._format_row())
        self.body.addWidget(self._template_field)
        self.body.addWidget(self.preview)
        self.body.addWidget(self._off)
        self.body.addStretch(1)
        self._template_field.hide()
        self._off.hide()

    def _format_row(self) -> QHBoxLayout:
        """Returns the format with its buttons; what is wrong with the session ID stands above it."""
        row = QHBoxLayout()
        row.setSpacing(8)
        bottom = Qt.AlignmentFlag.AlignBottom
        words = Label(_("Copy as"), "secondary")
        words.setBuddy(self.format)
        self.format.setAccessibleName(_("Copy as"))
        above = QHBoxLayout()
        above.setSpacing(12)
        above.addWidget(words)
        above.addWidget(self._wrong, 1)
        chosen = QVBoxLayout()
        chosen.setSpacing(5)
        chosen.addLayout(above)
        chosen.addWidget(self.format)
        row.addLayout(chosen, 1)
        row.addWidget(self.copy, 0, bottom)
        row.addWidget(self.save, 0, bottom)
        return row

    def _connect(self) -> None:
        self.dice.clicked.connect(self._on_dice_clicked)
        self._history.clicked.connect(self._on_history_clicked)
        self.session_id.textChanged.connect(self._show_preview)
        self.minutes.valueChanged.connect(self._show_preview)
        self.count.valueChanged.connect(self._show_preview)
        self.template.textChanged.connect(self._show_preview)
        self.format.currentIndexChanged.connect(self._on_format_changed)
        self.user.currentIndexChanged.connect(self._on_user_changed)
        self.copy.clicked.connect(self.copy_wanted)
        self.save.clicked.connect(self.save_wanted)
        self._answer = QTimer(self, singleShot=True, interval=_ANSWER_MS)
        self._answer.timeout.connect(self._on_answer_timeout)
        self._show_preview()

    def _session(self) -> Session | None:
        try:
            return check_session(self.session_id.text(), self.minutes.value())
        except InvalidInputError:
            return None

    def _show_preview(self) -> None:
        """Shows the first line as it would be copied, or why there is none."""
        minutes = self.minutes.value()
        self._minutes_text.setText(_("{n} min").format(n=minutes))
        has_session = bool(self.session_id.text())
        self.minutes.setEnabled(has_session)
        self.count.setEnabled(has_session)
        order = self.order()
        wrong = session_problem(self.session_id.text(), minutes)
        self.session_id.show_wrong(wrong)
        self.preview.setEnabled(order is not None)
        self._wrong.setText(wrong)
        if order is None:
            # The last preview stays, dimmed, until the session ID is corrected.
            self._allow(ready=False)
            return
        rendered = order.preview()
        notes = [note_text(offered_formats()[self.format.currentIndex()].note)]
        if order.count > 1:
            more = order.count - 1
            words = ngettext(
                "And {n} more with a new session ID.", "And {n} more with new session IDs.", more
            )
            notes.append(words.format(n=more))
        if has_session:
            promise = _("Same IP for up to {n} min; it may change earlier.")
            notes.insert(0, promise.format(n=minutes))
        self._about.show_text(" ".join(filter(None, notes)))
        if rendered.reason == NEEDS_ADDRESS:
            self._show_result("", "", ready=True)
        else:
            reason = "" if rendered.ok else reason_text(rendered.reason)
            self._show_result(rendered.text, reason, ready=rendered.ok)

    def _show_result(self, text: str, reason: str, *, ready: bool) -> None:
        self._allow(ready=ready)
        self.preview.show_text(text)
        self.preview.setVisible(bool(text))
        self._off.show_notice("warning", reason)
        self._off.setVisible(bool(reason))

    def _allow(self, *, ready: bool) -> None:
        self.copy.setEnabled(ready and not self.copy.is_busy)
        self.save.setEnabled(ready and not self.copy.is_busy)

    def _show_off(self) -> None:
        """Grays the formats that can't hold the chosen credentials; they can be looked at all the same."""
        faint = self.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
        credentials = self._users[max(0, self.user.currentIndex())].credentials if self._users else None
        for row, kind in enumerate(offered_formats()):
            off = ""
            if credentials is not None and kind.key != TEMPLATE:
                rendered = Order(kind.key, "", credentials, None, 1).preview()
                off = "" if rendered.ok or rendered.reason == NEEDS_ADDRESS else reason_text(rendered.reason)
            self.format.setItemData(row, off, Qt.ItemDataRole.ToolTipRole)
            self.format.setItemData(row, faint if off else None, Qt.ItemDataRole.ForegroundRole)

    def _on_format_changed(self) -> None:
        self._template_field.setVisible(self.format.currentData() == TEMPLATE)
        self._show_preview()

    def _on_user_changed(self) -> None:
        self._show_off()
        self._show_preview()

    def _on_dice_clicked(self) -> None:
        self.session_id.setText(new_id())

    def _on_history_clicked(self) -> None:
        self.menu.popup(self._history.mapToGlobal(QPoint(0, self._history.height() + 2)))

    def _take(self, session: Session) -> None:
        self.session_id.setText(session.id)
        self.minutes.setValue(session.minutes)

    def _on_answer_timeout(self) -> None:
        self.copy.show_icon("copy")

    def _fit(self) -> None:
        self._show_off()
        self.count.setMinimumWidth(scaled(68))
        # An ID of the usual length is shown whole.
        letters = QFontMetrics(font("mono")).horizontalAdvance(_USUAL_ID)
        margins = self.session_id.textMargins()
        self.session_id.setMinimumWidth(letters + margins.left() + margins.right() + 2 * _EDGE)
        self.user.setMaximumWidth(scaled(210))
