"""The page of many checks: progress with counts, and a table of results that can be exported."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _, pgettext
from app.models.gateway_checks import CheckRow
from app.present.errors import present_error
from app.present.gateway_checks import CheckRowView, pause_text, present_check_row, present_check_run
from app.rules.csv_files import form_of
from app.rules.subscriptions.check_files import checks_text
from app.rules.words import natural_key
from app.untrusted_text import sanitized
from ui.pages.files import choose_table_file, write_file
from ui.tasks import Tasks
from ui.theme import theme
from ui.theme.icons import paint_icon
from ui.widgets.buttons.buttons import Button, IconButton
from ui.widgets.layout.boxes import column, fill, flow, framed, row, wrapping
from ui.widgets.layout.cards import Callout, Card
from ui.widgets.painting import Mirror, paint_ground, paint_text
from ui.widgets.progress import ProgressBar, paint_bar
from ui.widgets.screen_reader import alert
from ui.widgets.tables.cells import Cell
from ui.widgets.tables.column_model import RecordModel
from ui.widgets.tables.columns import Column, KeyRole, ModelIndex, RowRole
from ui.widgets.tables.table_view import TableView, paint_row_ring
from ui.widgets.text.badge import Badge
from ui.widgets.text.icon_tile import IconLabel
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

    from app.models.gateway_checks import CheckProgress
    from app.present.gateway_checks import CheckRunView
    from app.services.subscriptions.check_runs import CheckRun
    from ui.pages.context import PageContext


_ICON = 16
_BAR = (128, 6)
_MS_WIDTH = 64
_HEIGHT = 38
_ORDER: Final = {"works": 0, "refused": 1, "unreachable": 2}
_NEVER: Final = datetime.max.replace(tzinfo=UTC)


class _RowCell(Cell):
    """Marks the row that is being checked, and the selected one while the table has the keyboard."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        row: CheckRowView = index.data(RowRole)
        if row.is_checking:
            paint_ground(painter, QRectF(option.rect), theme.color("accent_tint"))
        super().paint(painter, option, index)
        paint_row_ring(painter, option, cast("CheckTable", self.parent()))

    def paint_inside(self, painter: QPainter, rect: QRectF, index: ModelIndex) -> None:
        self.paint_row(painter, rect, index.data(RowRole), Mirror(rect, is_on=self.mirrored))

    def paint_row(self, painter: QPainter, rect: QRectF, row: CheckRowView, mirror: Mirror) -> None:
        """Paints the content of the cell."""
        raise NotImplementedError


class _NameCell(_RowCell):
    """What is checked; muted until its turn comes."""

    def __init__(self, parent: QObject, font_role: theme.FontRole) -> None:
        super().__init__(parent)
        self._font_role: theme.FontRole = font_role

    def paint_row(self, painter: QPainter, rect: QRectF, row: CheckRowView, mirror: Mirror) -> None:
        color = theme.color("muted" if row.is_waiting else "text")
        paint_text(painter, rect, sanitized(row.name), theme.font(self._font_role), color, align=mirror.start)


class _ResultCell(_RowCell):
    """An icon and a word in the color of the result, and its reason."""

    def paint_row(self, painter: QPainter, rect: QRectF, row: CheckRowView, mirror: Mirror) -> None:
        result, side = row.result, theme.scaled(_ICON)
        icon_rect = QRectF(rect.left(), rect.center().y() - side / 2, side, side)
        paint_icon(painter, mirror.map_rect(icon_rect), result.icon, result.color)
        left = icon_rect.right() + 8
        for text, font, color in (
            (result.text, theme.font("medium"), result.color),
            (result.detail, theme.font("secondary"), "muted"),
        ):
            text_rect = mirror.map_rect(
                QRectF(left, rect.top(), max(0.0, rect.right() - left), rect.height())
            )
            paint_text(painter, text_rect, text, font, theme.color(color), align=mirror.start)
            left += QFontMetrics(font).horizontalAdvance(text) + 9


class _LatencyCell(_RowCell):
    """The latency, and where it fits a bar: its share of the slowest one."""

    def paint_row(self, painter: QPainter, rect: QRectF, row: CheckRowView, mirror: Mirror) -> None:
        width, height = theme.scaled(_BAR[0]), _BAR[1]
        number = theme.scaled(_MS_WIDTH)
        has_bar = rect.width() >= width + number
        if row.latency_share is None or not has_bar:
            paint_text(
                painter, rect, row.latency, theme.font("body"), theme.color("text"), align=mirror.start
            )
            return
        bar = QRectF(rect.left(), rect.center().y() - height / 2, width, height)
        paint_bar(painter, mirror.map_rect(bar), row.latency_share)
        text_rect = mirror.map_rect(QRectF(bar.right(), rect.top(), rect.width() - width, rect.height()))
        paint_text(painter, text_rect, row.latency, theme.font("body"), theme.color("text"), align=mirror.end)


class _WhenCell(_RowCell):
    """The time at the end of the row."""

    def paint_row(self, painter: QPainter, rect: QRectF, row: CheckRowView, mirror: Mirror) -> None:
        paint_text(painter, rect, row.when, theme.font("body"), theme.color("muted"), align=mirror.end)


def _columns(name: str, font_role: theme.FontRole) -> tuple[Column[CheckRow, CheckRowView], ...]:
    return (
        Column(
            key="name",
            title=lambda: name,
            text=lambda row: row.name,
            accessible_text=lambda row: row.accessible_text,
            sort_key=lambda row: natural_key(row.name),
            min_width=170,
            cell=partial(_NameCell, font_role=font_role),
        ),
        Column(
            key="result",
            title=lambda: _("Result"),
            text=lambda row: " ".join(filter(None, (row.result.text, row.result.detail))),
            sort_key=lambda row: 3 if row.result is None else _ORDER[row.result.outcome],
            width=290,
            min_width=190,
            shrink_order=2,
            cell=_ResultCell,
        ),
        Column(
            key="latency",
            title=lambda: _("Latency"),
            text=lambda row: row.latency,
            sort_key=lambda row: timedelta.max if row.latency is None else row.latency,
            width=236,
            min_width=100,
            shrink_order=1,
            cell=_LatencyCell,
        ),
        Column(
            key="when",
            title=lambda: pgettext("moment of a check", "When"),
            text=lambda row: row.when,
            tooltip=lambda row: row.when_full,
            sort_key=lambda row: row.at or _NEVER,
            is_number=True,
            width=112,
            shrink_order=3,
            cell=_WhenCell,
        ),
    )


class CheckModel(RecordModel[CheckRow, CheckRowView]):
    """The checks of a run, those that have ended first; `name` is the title of the first column."""

    def __init__(self, name: str, font_role: theme.FontRole) -> None:
        super().__init__(
            _columns(name, font_role),
            self._present_row,
            key=lambda row: row.username,
            tie=lambda row: row.number,
        )
        self._slowest = timedelta()
        self.filter_by(None, lambda row: row.result is not None)

    def show_progress(self, progress: CheckProgress) -> None:
        self._slowest = progress.slowest
        self.show_records(progress.rows)

    def _present_row(self, row: CheckRow) -> CheckRowView:
        return present_check_row(row, self._slowest)


class CheckTable(TableView):
    """Keeps the selected row and the scroll position while results move the rows."""

    def __init__(self, model: CheckModel) -> None:
        super().__init__(_("Checks"))
        self._saved: tuple[str, int] = ("", 0)
        model.modelAboutToBeReset.connect(self._save_position)
        self.show_model(model)
        model.modelReset.connect(self._restore_position)
        self.show_layout({}, "when", descending=False)

    def row_height(self) -> int:
        return _HEIGHT - 16 + QFontMetrics(theme.font("body")).height()

    def _save_position(self) -> None:
        self._saved = (self.current_key(), self.verticalScrollBar().value())

    def _restore_position(self) -> None:
        key, scrolled = self._saved
        start, exactly = self.model().index(0, 0), Qt.MatchFlag.MatchExactly
        found = self.model().match(start, KeyRole, key, 1, exactly) if key else []
        if found:
            self.selectRow(found[0].row())
        self.verticalScrollBar().setValue(scrolled)


_OUTCOMES = 3


class ChecksCard(Card):
    """How far the run is, what was found, and the button that stops or continues it."""

    def __init__(self) -> None:
        super().__init__(padding=16)
        self.text = Label("", "strong")
        self._badges = [Badge() for _outcome in range(_OUTCOMES)]
        self.action = Button(_("Stop"), "circle-stop")
        self.bar = ProgressBar(_("Progress"))
        self.warning = Callout("warning")
        info = Label(
            _(
                "Each check loads one small public page through the gateway. "
                "It uses a little paid traffic, and never the API key."
            ),
            "secondary",
            wrap=True,
        )
        counts = flow(self.text, *self._badges, spacing=10)
        paused = row(Label(pause_text(), "secondary"), self.action, spacing=14)
        top = Qt.AlignmentFlag.AlignTop
        self._about = framed(row((IconLabel("info", size=14), top), (info, 1), spacing=6))
        head = wrapping((counts, 1), paused, spacing=10, centered=True)
        fill(self.body, head, self.bar, self.warning, self._about, spacing=10, margins=(16, 12, 16, 13))

    def show_run(self, view: CheckRunView, done: int, total: int) -> None:
        self.text.setText(view.text)
        for at, badge in enumerate(self._badges):
            badge.setVisible(at < len(view.counts))
            if at < len(view.counts):
                badge.show_badge(*view.counts[at])
        self.action.setText(view.action)
        self.action.show_icon(view.action_icon)
        self.bar.show_progress(done, total, text=view.summary)
        self.warning.show_callout("warning", view.warning)
        self._about.setVisible(not view.warning)


class CheckManyPage(QWidget):
    """Shows one run, which continues while another tab is open.

    Signals:
        left(): Back, or Esc.
    """

    left = Signal()

    def __init__(self, run: CheckRun, model: CheckModel, title: str, context: PageContext) -> None:
        """`title` names what is checked, as 'Price watch EU · 4 sub-users · HTTP'. Untrusted text."""
        super().__init__()
        self._run = run
        self._context = context
        self.tasks = Tasks(self, lambda error: context.show_message(present_error(error).text))
        self.back = IconButton("arrow-left", _("Back"), framed=True)
        self.back.clicked.connect(self.left)
        self.export = Button(_("Export"), "download")
        self.export.clicked.connect(self._on_export_clicked)
        self.card = ChecksCard()
        self.card.action.clicked.connect(self._on_action_clicked)
        self.model = model
        self.table = CheckTable(model)
        results = Card(padding=1)
        results.body.addWidget(self.table)
        results.setSizePolicy(results.sizePolicy().horizontalPolicy(), QSizePolicy.Policy.Expanding)
        about = Label(title, "secondary", elide="right")
        head = row(self.back, Label(_("Check many"), "title"), (about, 1), self.export, spacing=12)
        column(head, self.card, (results, 1), spacing=12, margins=(20, 14, 20, 16), on=self)

    def begin(self) -> None:
        """Starts the run, and focuses the results: a key that is held down would press 'Stop' at once."""
        self._show(replace(self._run.progress, is_running=True))
        self.table.setFocus()
        self.tasks.start("run", self._work())

    def stop(self) -> None:
        """Stops a run that is under way, with a message."""
        if self.tasks.is_running("run"):
            self.tasks.cancel("run")
            self._show_message(_("Checks stopped: {summary}"))

    def unfinished(self) -> tuple[str, ...]:
        """Returns how many checks are done while they are under way."""
        return (present_check_run(self._run.progress).text,) if self.tasks.is_running("run") else ()

    def export_to(self, path: str) -> None:
        """The ending decides between JSON and CSV."""
        self.tasks.start("export", self._export(path))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    async def _work(self) -> None:
        await self._run.run(self._show)
        # Not for each row: a screen reader would never stop.
        alert(self.card)
        if not self.isVisible():
            self._show_message(_("Checks ended: {summary}"))

    async def _export(self, path: str) -> None:
        await write_file(path, checks_text(self._run.progress.rows, form_of(path)).encode())
        self._context.show_message(_("Saved, readable by you alone"))

    def _show(self, progress: CheckProgress) -> None:
        view = present_check_run(progress)
        self.card.show_run(view, progress.done, progress.total)
        self.card.setAccessibleName(view.summary)
        self.model.show_progress(progress)

    def _show_message(self, text: str) -> None:
        self._context.show_message(text.format(summary=present_check_run(self._run.progress).summary))

    def _on_action_clicked(self) -> None:
        if self.tasks.is_running("run"):
            self.tasks.cancel("run")
        else:
            self.tasks.start("run", self._work())

    def _on_export_clicked(self) -> None:
        choose_table_file(self, _("Export checks"), "checks", self.export_to)
