"""The bar below the table: bulk actions, progress and result of a bulk run."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from app.i18n.texts import _, ngettext
from app.i18n.units import number
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, CopyFeedback, IconButton
from ui.widgets.keyboard_focus import put_within, tab_stops
from ui.widgets.layout.boxes import column, empty, fill, flow, framed, row, set_stacked
from ui.widgets.layout.cards import Card
from ui.widgets.layout.details import Details
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.progress import ProgressBar
from ui.widgets.screen_reader import alert, announce
from ui.widgets.text.icon_tile import IconLabel
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from app.models.sub_users import BulkKind
    from app.present.bulk_runs import RunLine, RunView

_FINE = 1000
_MIN = 300
_MAX_LINES = 4
_BESIDE = 620


class RunResult(QWidget):
    """The outcome of a bulk run; shown until it is dismissed or another run starts."""

    def __init__(self) -> None:
        super().__init__()
        self._icon = IconLabel("circle-check", "success")
        self._text = Label("", "medium", wrap=True, limit=400)
        self.again = Button(_("Try again"), "refresh-cw", compact=True)
        self.copy = Button(_("Copy new credentials"), "copy", compact=True)
        self.copy_feedback = CopyFeedback(self.copy)
        self.close_button = IconButton("x", _("Dismiss"), small=True)
        self._column = column(spacing=2)
        self.lines = framed(self._column)
        self._details = Details(_("Details"))
        self._scroller = ScrollArea()
        self._scroller.setWidget(framed(column(self._details, self.lines, spacing=2)))
        # Its lines don't take the keyboard, and its arrows scroll.
        self._scroller.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroller.setAccessibleName(_("What is left"))
        self._lay_out()
        follow(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def show_result(self, view: RunView, *, offers_copy: bool) -> None:
        """Shows the result with an announcement; `offers_copy` if there are new passwords to hand out."""
        self._icon.show_icon(view.icon, view.kind)
        self._text.setText(view.text)
        self._text.set_tone(view.kind)  # type: ignore[arg-type] # never neutral or unknown
        self.again.setVisible(view.can_try_again)
        self.copy.setVisible(offers_copy)
        self._details.show_details(view.details)
        self._show_lines(view.lines)
        self.setAccessibleName(self._text.shown_text())
        self.show()
        alert(self)

    def _show_lines(self, lines: tuple[RunLine, ...]) -> None:
        empty(self._column)
        for line in lines:
            self._column.addWidget(Label(line.text, "secondary", wrap=True, limit=400))
        self._scroller.setVisible(bool(lines))
        self._fit()

    def _lay_out(self) -> None:
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        texts = row(self._icon, (self._text, 1), spacing=8)
        buttons = row(None, self.copy, self.again, self.close_button, spacing=8)
        fill(self._head, (texts, 1), buttons, spacing=8)
        column(self._head, self._scroller, spacing=6, margins=(4, 0, 0, 0), on=self)

    def _fit(self) -> None:
        is_narrow = self.width() < scaled(_BESIDE)
        set_stacked(self._head, stacked=is_narrow)
        shown = min(_MAX_LINES, self._column.count()) if self._details.isHidden() else _MAX_LINES
        self._scroller.setFixedHeight(scaled(20) * shown)


class BulkBar(Card):
    """Shows how many rows are selected; during a run its progress replaces the buttons.

    Signals:
        again_requested(), copy_requested(), dismissed(): A button of the result was pressed.
    """

    change_requested = Signal(str)
    again_requested = Signal()
    copy_requested = Signal()
    dismissed = Signal()

    def __init__(self) -> None:
        super().__init__(padding=10)
        self._count = 0
        self._reason = ""
        self._is_low = False
        self._is_icon_only = False
        self.selected = Label("", "strong")
        self.copy = Button(_("Copy credentials"), "copy")
        self.copy_feedback = CopyFeedback(self.copy)
        self.check = Button(_("Check"), "plug-zap")
        self.print_sheet = Button(_("Print sheet…"), "printer")
        self._harmless = (self.copy, self.print_sheet, self.check)
        self.changing: dict[BulkKind, Button] = {
            "cap": Button(_("Set cap"), "gauge"),
            "enable": Button(_("Enable"), "power"),
            "disable": Button(_("Disable"), "power-off"),
            "new_passwords": Button(_("New passwords"), "rotate-ccw-key"),
            "delete": Button(_("Delete"), "trash-2", tone="danger"),
        }
        for kind, button in self.changing.items():
            button.clicked.connect(lambda _checked=False, chosen=kind: self.change_requested.emit(chosen))
        self.progress_text = Label("", "medium", elide="right")
        self.progress = ProgressBar(_("Progress"))
        self.stop = Button(_("Stop"), "circle-stop")
        self._lay_out()
        self.show_count(0)
        follow(self._fit)

    @cached_property
    def result(self) -> RunResult:
        """The outcome of a run; made when one has ended first."""
        result = RunResult()
        result.hide()
        result.again.clicked.connect(self.again_requested)
        result.copy.clicked.connect(self.copy_requested)
        result.close_button.clicked.connect(self.dismissed)
        self.body.insertWidget(0, result)
        put_within(self, tab_stops(result))
        return result

    def show_count(self, count: int) -> None:
        """Shows how many are selected; announces it after several at once, which no current cell reports."""
        is_about_several, self._count = abs(count - self._count) > 1, count
        text = ngettext("{n} selected", "{n} selected", count).format(n=number(count))
        self.selected.setText(text if count else _("None selected"))
        if is_about_several and self.isVisible():
            announce(self, self.selected.shown_text())
        self._enable()

    def set_locked(self, reason: str) -> None:
        """Disables changes with a reason; '' enables them."""
        self._reason = reason
        self._enable()

    def show_running(self, view: RunView) -> None:
        self._hide_result()
        self.progress_text.setText(view.text)
        self.progress.show_progress(round(view.share * _FINE), _FINE, text=view.text)
        self._show_rows(running=True)

    def show_result(self, view: RunView, *, offers_copy: bool) -> None:
        self.result.show_result(view, offers_copy=offers_copy)
        self._show_rows(running=False)

    def hide_result(self) -> None:
        self._hide_result()
        self._show_rows(running=not self._running.isHidden())

    def set_low(self, *, low: bool) -> None:
        """Shows a result instead of the buttons, in a window that is too low for both."""
        if low != self._is_low:
            self._is_low = low
            self._show_rows(running=not self._running.isHidden())

    def set_icon_only(self, *, icon_only: bool) -> None:
        """Shows only the buttons' icons, in a window that is too low for rows of texts."""
        self._is_icon_only = icon_only
        for button in (*self._harmless, *self.changing.values()):
            button.set_icon_only(icon_only=icon_only)
        self._enable()
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """As narrow as the widest button allows, and as high as the rows of buttons are at this width."""
        width = max(self.width(), scaled(_MIN))
        return QSize(scaled(_MIN), self.heightForWidth(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _lay_out(self) -> None:
        self._buttons = QWidget()
        self._flow = flow(*self._harmless, *self.changing.values(), spacing=6, on=self._buttons)
        self._idle_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        fill(self._idle_row, self.selected, None, self._buttons, spacing=10, margins=(4, 0, 4, 0))
        self._idle = framed(self._idle_row)
        self._running = framed(
            row((self.progress_text, 2), (self.progress, 1), self.stop, spacing=12, margins=(4, 0, 4, 0))
        )
        self._running.hide()
        fill(self.body, self._idle, self._running)

    def _has_result(self) -> bool:
        return "result" in vars(self) and not self.result.isHidden()

    def _hide_result(self) -> None:
        if self._has_result():
            self.result.hide()

    def _show_rows(self, *, running: bool) -> None:
        is_crowded = self._is_low and self._has_result()
        self._idle.setVisible(not running and not is_crowded)
        self._running.setVisible(running)

    def _enable(self) -> None:
        for button in self._harmless:
            button.setEnabled(self._count > 0)
        for button in self.changing.values():
            button.setEnabled(self._count > 0 and not self._reason)
            button.setToolTip(tooltip(self._reason or (button.label_text() if self._is_icon_only else "")))
            button.setAccessibleDescription(self._reason)

    def _fit(self) -> None:
        needed = self._flow.sizeHint().width() + self.selected.sizeHint().width() + scaled(60)
        is_narrow = self.width() < needed
        set_stacked(self._idle_row, stacked=is_narrow)
        self._running.setMinimumHeight(self.stop.sizeHint().height())
