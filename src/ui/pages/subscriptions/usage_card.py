"""Usage by day: which days, traffic or requests, of whom; as a chart or a table, and to be exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QWidget

from app.i18n.texts import _
from app.rules.subscriptions.usage import RANGES
from ui.theme.stylesheet import dress
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import IconButton
from ui.widgets.buttons.info_button import InfoButton
from ui.widgets.charts.bar_chart import BarChart
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.combo_box import ComboBox
from ui.widgets.inputs.date_edit import DateEdit
from ui.widgets.inputs.field import inline_field
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import EmptyState
from ui.widgets.layout.flow_layout import FlowLayout
from ui.widgets.layout.wrapping_row import WrappingRow
from ui.widgets.tables.data_tables import Column, DataTable, TextTableModel
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from app.present.usage_views import UsageView
    from app.rules.subscriptions.usage import DayRange

TRAFFIC, REQUESTS = "traffic", "requests"
CUSTOM = "custom"
CSV, PNG = "csv", "png"
_PADDING = 16


class UsageCard(Card):
    """Shows the usage of some days.

    Signals:
        days_wanted(int): One of the spans was chosen, in days.
        dates_wanted(): `From` or `To` is another day.
        metric_wanted(str): `traffic` or `requests`.
        user_wanted(str): A sub-user's id, '' for the whole subscription.
        export_wanted(str): `csv` or `png`.
    """

    days_wanted = Signal(int)
    dates_wanted = Signal()
    metric_wanted = Signal(str)
    user_wanted = Signal(str)
    export_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=_PADDING, parent=parent)
        names = dict(zip(RANGES, (_("7 d"), _("30 d"), _("90 d"), _("1 y")), strict=True))
        spans = [(str(days), text) for days, text in names.items()]
        self.ranges = Segments(_("Days"), [*spans, (CUSTOM, _("Custom…"))])
        self._is_empty = False
        self.metrics = Segments(_("Count"), [(TRAFFIC, _("Traffic")), (REQUESTS, _("Requests"))])
        self.as_table = IconButton("table", _("Show as table"), framed=True)
        self.as_table.setCheckable(True)
        self.export = IconButton("download", _("Export"), framed=True)
        self.menu = QMenu(self)
        dress(self.menu, "menu")
        for key, text in ((CSV, _("Table as CSV")), (PNG, _("Chart as PNG"))):
            action = self.menu.addAction(text)
            action.triggered.connect(lambda _checked=False, chosen=key: self.export_wanted.emit(chosen))
        self.first, self.last = DateEdit(), DateEdit()
        self.user = ComboBox()
        self.user.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.chart = BarChart(_("Daily usage"))
        self._model = TextTableModel(
            (
                Column(_("Day (UTC)")),
                Column(_("Traffic"), is_number=True),
                Column(_("Requests"), is_number=True),
            )
        )
        self.table = DataTable(_("Usage by day"))
        self.table.setModel(self._model)
        self._nothing = EmptyState("chart-column", _("No traffic in this period"), "")
        self._totals = Label("", "secondary")
        self._notes = Label("", "secondary", wrap=True, limit=400)
        self._estimate = Label("", "secondary")
        self._about_estimate = InfoButton(
            _("About this estimate"), _("An estimate, from the traffic of the last days.")
        )
        self._error = Label("", "secondary", wrap=True)
        self._error.set_tone("danger")
        self._lay_out()
        self._connect()
        follow(self._fit)

    def show_users(self, users: Sequence[tuple[str, str]]) -> None:
        """Shows of whom usage can be asked for; (id, words) of each sub-user."""
        chosen = self.user.currentData()
        with QSignalBlocker(self.user):
            self.user.clear()
            self.user.addItem(_("Whole subscription"), "")
            for key, text in users:
                self.user.addItem(plain(text, 80), key)
            self.user.setCurrentIndex(max(0, self.user.findData(chosen)))
        self._whose.setVisible(bool(users))

    def show_days(self, span: DayRange, today: date, preset: int | None) -> None:
        """Shows which days are wanted.

        Args:
            span: From when to when.
            today: The last day that can be asked for, UTC.
            preset: Which of the spans it is, None for own dates.
        """
        self.ranges.select(str(preset) if preset else CUSTOM)
        self._dates.setVisible(preset is None)
        self._fit()
        for edit, day in ((self.first, span.first), (self.last, span.last)):
            edit.set_last(today)
            edit.show_day(day)
        self.show_dates_error("")

    def show_dates_error(self, text: str) -> None:
        """Shows the error of the dates, '' for none."""
        self._error.setText(text)
        self._error.setVisible(bool(text))
        for edit in (self.first, self.last):
            edit.setAccessibleDescription(text)

    def show_usage(self, view: UsageView, estimate: str) -> None:
        """Shows a report."""
        self.chart.show_bars(view.bars, view.ticks, view.day_marks)
        self.chart.setAccessibleDescription(plain(view.totals))
        self._model.show_rows([(row.day, row.traffic, row.requests) for row in view.days])
        self._totals.setText(view.total)
        facts = (view.other_total, _("days are UTC"), view.gaps, view.unreadable)
        self._notes.setText(" · ".join(fact for fact in facts if fact))
        self._show_estimate(estimate)
        self._is_empty = view.empty
        self._show_stack()
        self.export.setEnabled(True)

    def clear(self) -> None:
        """Shows nothing while the report of another subscription is on its way."""
        self._is_empty = False
        self._notes.setText("")
        self._show_estimate("")
        self._show_stack()
        self.chart.show_bars((), (), ())
        self._model.show_rows(())
        self._totals.setText("")
        self.export.setEnabled(False)

    def notes(self) -> str:
        """Returns what stands below the chart."""
        return " · ".join(filter(None, (self._notes.shown_text(), self._estimate.shown_text())))

    def _lay_out(self) -> None:
        self._words = QWidget()
        words = QHBoxLayout(self._words)
        words.setContentsMargins(0, 0, 8, 0)
        words.setSpacing(10)
        words.addWidget(Label(_("Usage"), "strong"))
        words.addWidget(self._totals)
        self._whose = inline_field(_("For"), self.user, spoken=_("Usage for"))
        whose = FlowLayout(spacing=8)
        whose.addWidget(self._words)
        whose.addWidget(self._whose)
        buttons = FlowLayout(spacing=8)
        buttons.addWidget(self.as_table)
        buttons.addWidget(self.export)
        head, choices, below = WrappingRow(), WrappingRow(), WrappingRow(centered=True)
        head.add(whose, 1)
        head.add(buttons)
        spans = FlowLayout()
        spans.addWidget(self.ranges)
        choices.add(spans, 1)
        choices.add(self.metrics)
        self._dates = QWidget()
        dates = FlowLayout(spacing=8, parent=self._dates)
        dates.addWidget(inline_field(_("From"), self.first))
        dates.addWidget(inline_field(_("To"), self.last))
        pace = QHBoxLayout()
        pace.setSpacing(2)
        pace.addWidget(self._estimate)
        pace.addWidget(self._about_estimate)
        below.add(self._notes, 1)
        below.add(pace)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.chart)
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._nothing)
        self.body.setContentsMargins(_PADDING, 13, _PADDING, 13)
        self.body.setSpacing(8)
        self.body.addLayout(head)
        self.body.addLayout(choices)
        self.body.addWidget(self._dates)
        self.body.addWidget(self._error)
        self.body.addWidget(self._stack)
        self.body.addLayout(below)
        self.body.addStretch(1)
        self._error.hide()

    def _connect(self) -> None:
        self.ranges.chosen.connect(self._on_range_chosen)
        self.metrics.chosen.connect(self.metric_wanted)
        self.as_table.toggled.connect(self._on_table_toggled)
        self.export.clicked.connect(self._on_export_clicked)
        for edit in (self.first, self.last):
            edit.dateChanged.connect(self._on_date_changed)
        self.user.currentIndexChanged.connect(self._on_user_changed)

    def _on_range_chosen(self, key: str) -> None:
        if key == CUSTOM:
            self.dates_wanted.emit()
            self.first.setFocus()
        else:
            self.days_wanted.emit(int(key))

    def _on_date_changed(self) -> None:
        self.dates_wanted.emit()

    def _on_user_changed(self) -> None:
        self.user_wanted.emit(self.user.currentData())

    def _on_table_toggled(self) -> None:
        self._show_stack()

    def _show_stack(self) -> None:
        filled = self.table if self.as_table.isChecked() else self.chart
        self._stack.setCurrentWidget(self._nothing if self._is_empty else filled)

    def _show_estimate(self, text: str) -> None:
        self._estimate.setText(text)
        self._estimate.setVisible(bool(text))
        self._about_estimate.setVisible(bool(text))

    def _on_export_clicked(self) -> None:
        self.menu.popup(self.export.mapToGlobal(QPoint(0, self.export.height() + 2)))

    def _fit(self) -> None:
        # From and To take their room from the chart: it stays in sight, and what is below where it is.
        taken = 0 if self._dates.isHidden() else self.first.sizeHint().height() + self.body.spacing()
        self.chart.set_lower_by(taken)
        self._stack.setFixedHeight(self.chart.sizeHint().height())
        self._words.setMinimumHeight(self.ranges.sizeHint().height())
        self.user.setMaximumWidth(scaled(210))
