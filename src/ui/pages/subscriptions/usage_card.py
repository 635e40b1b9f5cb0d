"""Usage by day: of which days, of whom, traffic or requests; as a chart or a table, and to be exported."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer, Signal

from app.errors import AppError, InvalidInputError, NotFoundError
from app.i18n.texts import _
from app.present.sub_users import shown_label, unambiguous
from app.present.subscriptions import DaysLeftView
from app.rules.subscriptions.usage import RANGES, DayRange, check_range, days_left, last_days
from app.untrusted_text import sanitized
from ui.pages.subscriptions.date_range import DateRange
from ui.pages.subscriptions.usage_export import UsageExport
from ui.pages.subscriptions.usage_view import present_estimate, present_usage
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import IconButton, InfoButton
from ui.widgets.charts.bar_chart import BarChart
from ui.widgets.inputs.chips import Segments
from ui.widgets.inputs.combo_box import FittingComboBox
from ui.widgets.inputs.field import inline_field
from ui.widgets.keyboard_focus import put_behind
from ui.widgets.layout.boxes import column, fill, flow, framed, laid_out_once, row, stacked, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import EmptyState, Skeleton
from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import Column
from ui.widgets.tables.table_view import TableView
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from PySide6.QtWidgets import QWidget

    from app.models.sub_users import SubUser
    from app.models.subscriptions import UsageReport
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.subscriptions.usage_view import DayRow, Metric, UsageView
    from ui.tasks import Tasks

TRAFFIC, REQUESTS = "traffic", "requests"
CUSTOM = "custom"
_START_DAYS = 30
_SKELETON_AFTER_MS = 300
_SKELETON_ROWS = 5
_PADDING = 16


@dataclass(frozen=True, slots=True)
class _Query:
    """The query of a report.

    Attributes:
        chosen: The days as they were chosen: how many up to today, or from and to.
        user: A sub-user's ID, '' for the whole subscription.
    """

    subscription_id: str
    chosen: int | DayRange
    span: DayRange
    user: str


_COLUMNS: Final[tuple[Column[DayRow, DayRow], ...]] = (
    Column(key="day", title=lambda: _("Day (UTC)"), text=lambda row: row.day),
    Column(key="traffic", title=lambda: _("Traffic"), text=lambda row: row.traffic, is_number=True),
    Column(key="requests", title=lambda: _("Requests"), text=lambda row: row.requests, is_number=True),
)


class UsageCard(Card):
    """Loads and shows the usage of the open subscription for the current query.

    Args:
        report_response: Called when the service has responded.

    Signals:
        countries_changed(object): A sequence of `CountryUsage`; None while a report is loaded.
        loading_took_long(): A skeleton is shown.
    """

    countries_changed = Signal(object)
    loading_took_long = Signal()

    def __init__(
        self,
        account: AccountSession,
        context: PageContext,
        tasks: Tasks,
        report_response: Callable[[], None],
    ) -> None:
        super().__init__(padding=_PADDING)
        self._account = account
        self._context = context
        self._tasks = tasks
        self._report_response = report_response
        self._subscription_id = ""
        self._chosen: int | DayRange = _START_DAYS
        self._wanted_user = ""
        self._shown: tuple[_Query, UsageReport] | None = None
        self._is_empty = False
        self._loading = QTimer(self, singleShot=True, interval=_SKELETON_AFTER_MS)
        self._loading.timeout.connect(self._on_loading_takes_long)
        self._build_choices()
        self._build_content()
        self._lay_out()
        self._connect()
        follow(self._fit)

    @cached_property
    def table(self) -> TableView:
        """The days as a table; made when it is shown first."""
        table = TableView(_("Usage by day"))
        table.show_model(self._model)
        self._stack.addWidget(table)
        put_behind(table, [self.chart])
        return table

    @cached_property
    def _skeleton(self) -> QWidget:
        rows = [Skeleton(0, 14) for _row in range(_SKELETON_ROWS)]
        skeleton = framed(column(*rows, None, spacing=22, margins=(0, 12, 0, 0)))
        skeleton.setAccessibleName(_("Loading"))
        self._stack.addWidget(skeleton)
        return skeleton

    @cached_property
    def dates(self) -> DateRange:
        """The days of another range; made when one is wanted first."""
        dates = DateRange()
        dates.hide()
        dates.show_days(self._span(), self._today())
        dates.changed.connect(self._on_dates_changed)
        self.body.insertWidget(self.body.indexOf(self._stack), dates)
        put_behind(dates, [self.metrics])
        return dates

    def show_subscription(self, subscription_id: str) -> None:
        """Loads the usage of a subscription; that of another one is removed at once."""
        if subscription_id != self._subscription_id:
            self._subscription_id = subscription_id
            self._clear()
            self._show_user_choices(())
        self.reload()

    def show_users(self, sub_users: Sequence[SubUser]) -> None:
        """Offers the sub-users as filters; one that no longer exists is deselected."""
        user = self.user.currentData()
        self._show_user_choices(sub_users)
        if self.user.currentData() != user:
            self.reload()
        if self._wanted_user:
            self.choose_user(self._wanted_user)

    def choose_user(self, sub_user_id: str) -> None:
        index = self.user.findData(sub_user_id)
        self._wanted_user = "" if index >= 0 else sub_user_id
        if index >= 0:
            self.user.setCurrentIndex(index)
            self.user.setFocus()

    def reload(self) -> None:
        """Loads the current query; the response to an earlier one is not shown."""
        if self._subscription_id:
            self._show_days()
            query = _Query(self._subscription_id, self._chosen, self._span(), self.user.currentData())
            self._loading.start()
            self._tasks.start("usage", self._load(query))

    def follow_time(self, *, is_offline: bool) -> None:
        """Shows the estimate as it reads now, and loads the days up to today once another day has begun.

        Chosen dates stay; offline nothing is loaded.
        """
        if self._shown is None:
            return
        query, _report = self._shown
        if not is_offline and isinstance(self._chosen, int) and query.span != self._span():
            self.reload()
        else:
            self._show_estimate(self._estimated(query))

    def _build_choices(self) -> None:
        names = dict(zip(RANGES, (_("7 d"), _("30 d"), _("90 d"), _("1 y")), strict=True))
        spans = [(str(days), text) for days, text in names.items()]
        self.ranges = Segments(_("Days"), [*spans, (CUSTOM, _("Custom…"))])
        self.ranges.select(str(_START_DAYS))
        self.metrics = Segments(_("Count"), [(TRAFFIC, _("Traffic")), (REQUESTS, _("Requests"))])
        self.as_table = IconButton("table", _("Show as table"), framed=True)
        self.as_table.setCheckable(True)
        self.export = UsageExport(self._context, self._tasks)
        self.user = FittingComboBox()
        self.user.addItem(_("Whole subscription"), "")

    def _build_content(self) -> None:
        self.chart = BarChart(_("Daily usage"))
        self._model = SequenceModel(_COLUMNS, lambda row: row)
        self._nothing = EmptyState("chart-column", _("No traffic in this period"), "")
        self._totals = Label("", "secondary")
        self.notes = Label("", "secondary", wrap=True, limit=400)
        self._estimate = Label("", "secondary")
        self._about_estimate = InfoButton(
            _("About this estimate"), _("An estimate, from the traffic of the last days.")
        )

    def _lay_out(self) -> None:
        self._words = framed(row(Label(_("Usage"), "strong"), self._totals, spacing=10, margins=(0, 0, 8, 0)))
        self._user_field = inline_field(_("For"), self.user, accessible_name=_("Usage for"))
        texts = flow(self._words, self._user_field, spacing=8)
        head = wrapping((texts, 1), flow(self.as_table, self.export, spacing=8))
        choices = wrapping((flow(self.ranges, spacing=6), 1), self.metrics)
        estimate = row(self._estimate, self._about_estimate, spacing=2)
        below = wrapping((self.notes, 1), estimate, centered=True)
        self._stack = stacked(self.chart, self._nothing)
        fill(
            self.body,
            head,
            choices,
            self._stack,
            below,
            None,
            spacing=8,
            margins=(_PADDING, 13, _PADDING, 13),
        )
        self._user_field.hide()

    def _connect(self) -> None:
        self.ranges.chosen.connect(self._on_range_chosen)
        self.metrics.chosen.connect(self._show_report)
        self.as_table.toggled.connect(self._show_stack)
        self.export.requested.connect(self._on_export_requested)
        self.user.currentIndexChanged.connect(self.reload)

    def _show_user_choices(self, sub_users: Sequence[SubUser]) -> None:
        names = unambiguous([*map(shown_label, sub_users)], [one.username for one in sub_users])
        users = ((sanitized(name, 80), one.id) for one, name in zip(sub_users, names, strict=True))
        self.user.show_items(((_("Whole subscription"), ""), *users))
        # From the start where there are sub-users, so that nothing moves when they are loaded.
        subscription = self._account.subscription_store.get(self._subscription_id)
        has_some = subscription is not None and bool(subscription.sub_user_count)
        self._user_field.setVisible(bool(sub_users) or has_some)

    def _span(self) -> DayRange:
        return last_days(self._chosen, self._today()) if isinstance(self._chosen, int) else self._chosen

    def _show_days(self) -> None:
        is_custom = isinstance(self._chosen, DayRange)
        self.ranges.select(CUSTOM if is_custom else str(self._chosen))
        if is_custom or self._has_dates():
            self.dates.setVisible(is_custom)
            self.dates.show_days(self._span(), self._today())
        self._fit()

    def _has_dates(self) -> bool:
        return "dates" in vars(self)

    async def _load(self, query: _Query) -> None:
        service = self._account.subscriptions
        try:
            report = await service.usage(query.subscription_id, query.span, query.user or None)
        except AppError as error:
            self._show_failed(query)
            if not query.user or not isinstance(error, NotFoundError):
                raise
            # It was deleted in the meantime.
            self.user.setCurrentIndex(0)
            return
        self._shown = (query, report)
        self._show_report()
        self._report_response()

    def _show_report(self) -> None:
        if self._shown is None:
            return
        query, report = self._shown
        metric: Metric = "traffic" if self.metrics.selected() == TRAFFIC else "requests"
        view = present_usage(report, query.span, metric=metric, today=self._today())
        with laid_out_once(self.body):
            self._show_usage(view)
            self._show_estimate(self._estimated(query))
        self.countries_changed.emit(view.countries)

    def _estimated(self, query: _Query) -> DaysLeftView:
        store = self._account.subscription_store
        subscription, pace = store.get(query.subscription_id), store.pace(query.subscription_id)
        if subscription is None or pace is None or query.user or query.span.last != self._today():
            return DaysLeftView("")
        left = days_left(subscription.traffic_remaining_bytes, pace)
        return present_estimate(left, subscription, self._account.service_clock.now())

    def _show_usage(self, view: UsageView) -> None:
        self.chart.show_bars(view.bars, view.ticks, view.day_marks)
        self.chart.setAccessibleDescription(sanitized(view.totals))
        self._model.show_records(view.days)
        self._totals.setText(view.total)
        facts = (view.other_total, _("days are UTC"), view.gaps, view.unreadable)
        self.notes.setText(" · ".join(fact for fact in facts if fact))
        self._is_empty = view.empty
        self._show_stack()
        self.export.setEnabled(True)

    def _clear(self) -> None:
        """Clears the card while another report is loaded."""
        self._shown = None
        self._is_empty = False
        self.notes.setText("")
        self._show_estimate(None)
        self._show_stack()
        self.chart.show_bars((), (), ())
        self._model.show_records(())
        self._totals.setText("")
        self.export.setEnabled(False)
        self.countries_changed.emit(None)

    def _today(self) -> date:
        return self._account.service_clock.now().astimezone(UTC).date()

    def _on_range_chosen(self, key: str) -> None:
        if key == CUSTOM:
            self._on_dates_changed()
            self.dates.first.setFocus()
        else:
            self._chosen = int(key)
            self.reload()

    def _on_dates_changed(self) -> None:
        try:
            span = check_range(self.dates.first.day(), self.dates.last.day())
        except InvalidInputError as error:
            texts = {
                "order": _("“From” is later than “To”."),
                "too_long": _("The longest range is 366 days."),
            }
            self.dates.show_error(texts.get(error.code, ""))
            return
        # Also if these are the days of a preset: From and To stay visible while the user is choosing.
        self._chosen = span
        self.reload()

    def _on_loading_takes_long(self) -> None:
        if self._tasks.is_running("usage") and not self._is_shown(self._chosen, self.user.currentData()):
            self._clear()
            self._stack.setCurrentWidget(self._skeleton)
            self.loading_took_long.emit()

    def _show_failed(self, query: _Query) -> None:
        """Clears the card, unless what it shows was loaded for the same choices."""
        if self._is_shown(query.chosen, query.user):
            self._show_stack()
        else:
            self._clear()

    def _is_shown(self, chosen: int | DayRange, user: str) -> bool:
        return self._shown is not None and (self._shown[0].chosen, self._shown[0].user) == (chosen, user)

    def _show_stack(self) -> None:
        filled = self.table if self.as_table.isChecked() else self.chart
        self._stack.setCurrentWidget(self._nothing if self._is_empty else filled)

    def _show_estimate(self, known: DaysLeftView | None) -> None:
        """Shows how long the traffic lasts; while that is not known, there is room for it."""
        view = known or DaysLeftView("")
        policy = self._about_estimate.sizePolicy()
        policy.setRetainSizeWhenHidden(known is None or bool(view.text))
        self._about_estimate.setSizePolicy(policy)
        self._estimate.set_tone("" if view.severity == "normal" else view.severity)
        self._estimate.show_text(view.text)
        self._about_estimate.setVisible(bool(view.text))

    def _on_export_requested(self, kind: str) -> None:
        if self._shown is not None:
            query, report = self._shown
            self.export.save(kind, report, query.span, self.chart)

    def _fit(self) -> None:
        # From and To take their height from the chart, so that what is below does not move.
        has_dates = self._has_dates() and not self.dates.isHidden()
        taken = self.dates.row_height() + self.body.spacing() if has_dates else 0
        self.chart.set_lower_by(taken)
        self._stack.setFixedHeight(self.chart.sizeHint().height())
        self._words.setMinimumHeight(self.ranges.sizeHint().height())
        self.user.setMaximumWidth(scaled(210))
