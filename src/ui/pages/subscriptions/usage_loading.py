"""Loads the usage of the open subscription for the days, the user and the count that were chosen last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import InvalidInputError, UnexpectedAnswerError
from app.i18n.texts import _
from app.present.usage import present_estimate, present_usage
from app.rules.subscriptions.usage import DayRange, check_range, days_left, last_days, usage_csv
from ui.pages.files import choose_file, png_bytes, write_file
from ui.pages.subscriptions.usage_card import CSV, TRAFFIC
from ui.tasks import Tasks

if TYPE_CHECKING:
    from datetime import date

    from app.models.subscriptions import Subscription
    from app.models.usage import UsageReport
    from app.present.usage_views import Metric
    from app.services.accounts.accounts import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.subscriptions.countries_card import CountriesCard
    from ui.pages.subscriptions.usage_card import UsageCard

_START_DAYS = 30


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The current query: the response to any other is not shown."""

    subscription_id: str
    span: DayRange
    user: str


class UsageLoading(QObject):
    """Joins the usage service with its two cards.

    Signals:
        failed(AppError): The usage could not be loaded or saved.
        answered(): The service has responded.
    """

    failed = Signal(object)
    answered = Signal()

    def __init__(
        self,
        account: AccountSession,
        card: UsageCard,
        countries: CountriesCard,
        context: PageContext,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._account = account
        self._card = card
        self._countries = countries
        self._context = context
        self._subscription: Subscription | None = None
        self._preset: int | None = _START_DAYS
        self._own: DayRange | None = None
        self._metric: Metric = "traffic"
        self._user = ""
        self._wished = ""
        self._shown: tuple[_Wanted, UsageReport] | None = None
        self.tasks = Tasks(self, self.failed.emit)
        card.ranges.select(str(_START_DAYS))
        card.days_wanted.connect(self._on_days_wanted)
        card.dates_wanted.connect(self._on_dates_wanted)
        card.metric_wanted.connect(self._on_metric_wanted)
        card.user_wanted.connect(self._on_user_wanted)
        card.export_wanted.connect(self._on_export_wanted)

    def show_subscription(self, subscription: Subscription) -> None:
        """Loads the usage of a subscription; that of another one goes away at once."""
        if self._subscription is None or self._subscription.id != subscription.id:
            self._user = ""
            self._shown = None
            self._card.clear()
            self._card.show_users(())
            self._countries.clear()
        self._subscription = subscription
        self.reload()

    def show_users(self, users: list[tuple[str, str]]) -> None:
        """Shows the sub-users whose usage can be asked for; one that is gone is no longer asked for."""
        self._card.show_users(users)
        if self._user not in {"", *(key for key, _text in users)}:
            self._user = ""
            self.reload()
        if self._wished:
            self.choose_user(self._wished)

    def choose_user(self, sub_user_id: str) -> None:
        """Selects a sub-user, once the sub-users are loaded."""
        at = self._card.user.findData(sub_user_id)
        self._wished = "" if at >= 0 else sub_user_id
        if at >= 0:
            self._card.user.setCurrentIndex(at)
            self._card.user.setFocus()

    def reload(self) -> None:
        """Asks for what is chosen now; what was asked before is no longer waited for."""
        if self._subscription is None:
            return
        span = self._span()
        self._card.show_days(span, self._today(), self._preset)
        self.tasks.start("usage", self._load(_Wanted(self._subscription.id, span, self._user)))

    async def _load(self, wanted: _Wanted) -> None:
        service = self._account.subscriptions
        report = await service.usage(wanted.subscription_id, wanted.span, wanted.user or None)
        if DayRange(report.first_day, report.last_day) != wanted.span:
            raise UnexpectedAnswerError("The report is of other days than it was asked for.")
        self._shown = (wanted, report)
        self._show()
        self.answered.emit()

    def _show(self) -> None:
        if self._shown is None or self._subscription is None:
            return
        wanted, report = self._shown
        today = self._today()
        view = present_usage(report, wanted.span, metric=self._metric, today=today)
        estimate = ""
        if not wanted.user and wanted.span.last == today:
            remaining = self._subscription.traffic_remaining_bytes
            now = self._account.service_clock.now()
            estimate = present_estimate(days_left(report, remaining, today), self._subscription, now)
        self._card.show_usage(view, estimate)
        self._countries.show_usage(report, view)

    def _span(self) -> DayRange:
        if self._own is not None:
            return self._own
        return last_days(self._preset or _START_DAYS, self._today())

    def _today(self) -> date:
        return self._account.service_clock.now().astimezone(UTC).date()

    def _on_days_wanted(self, days: int) -> None:
        self._preset, self._own = days, None
        self.reload()

    def _on_dates_wanted(self) -> None:
        try:
            span = check_range(self._card.first.day(), self._card.last.day())
        except InvalidInputError as error:
            words = {
                "order": _("“From” is later than “To”."),
                "too_long": _("The longest range is 366 days."),
            }
            self._card.show_dates_error(words.get(error.code, ""))
            return
        self._own = span
        # Also where they are one of the spans: From and To stay while a person is choosing.
        self._preset = None
        self.reload()

    def _on_metric_wanted(self, metric: str) -> None:
        self._metric = "traffic" if metric == TRAFFIC else "requests"
        self._show()

    def _on_user_wanted(self, user: str) -> None:
        self._user = user
        self.reload()

    def _on_export_wanted(self, kind: str) -> None:
        if self._shown is None:
            return
        wanted, report = self._shown
        if kind == CSV:
            content = usage_csv(report, wanted.span).encode()
        else:
            content = png_bytes(self._card.chart.to_pixmap())
        name = f"usage-{wanted.span.first}-{wanted.span.last}.{kind}"
        choose_file(self._card.window(), _("Export"), name, lambda path: self._save(path, content))

    def _save(self, path: str, content: bytes) -> None:
        self.tasks.start("save", self._write(path, content))

    async def _write(self, path: str, content: bytes) -> None:
        await write_file(path, content)
        self._context.show_message(_("Saved"))
