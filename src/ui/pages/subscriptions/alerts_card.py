"""The alerts of the open subscription: closed a summary, open a form that is saved as it is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal

from app.errors import AppError
from app.i18n.texts import _
from app.present.errors import present_error
from ui.pages.page import listen
from ui.pages.subscriptions.alerts_view import present_alerts
from ui.tasks import SAVING
from ui.widgets.keyboard_focus import put_behind
from ui.widgets.layout.boxes import fill
from ui.widgets.layout.cards import Card
from ui.widgets.layout.opener import OPENER_INSET, Opener

if TYPE_CHECKING:
    from datetime import datetime

    from PySide6.QtGui import QHideEvent, QShowEvent

    from app.models.notifications import Notification
    from app.models.settings import AlertThresholds
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.pages.subscriptions.alerts_form import AlertsForm
    from ui.tasks import Tasks

_REST_MS = 600
"""After so long without typing, what was typed is saved."""


class AlertsCard(Card):
    """Shows and saves the alert thresholds of the open subscription.

    Attributes:
        form: Made when the card is opened first.
    """

    expanded = Signal(bool)

    def __init__(self, account: AccountSession, context: PageContext, tasks: Tasks) -> None:
        super().__init__()
        self._account = account
        self._context = context
        self._tasks = tasks
        self._subscription_id = ""
        self._is_edited = False
        self._failure = ""
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._save_edited)
        self.form: AlertsForm | None = None
        self.opener = Opener(_("Alerts"))
        self.opener.toggled.connect(self._on_toggled)
        listen(self, context.notifications.on_change, self.refresh)
        inset = 20 - OPENER_INSET
        fill(self.body, self.opener, spacing=6, margins=(inset, 6, inset, 6))

    def show_subscription(self, subscription_id: str) -> None:
        """Shows the alerts of a subscription; closes the card if it is another one."""
        if subscription_id != self._subscription_id:
            self._save_edited()
            self._is_edited, self._failure = False, ""
            self._subscription_id = subscription_id
            self.opener.setChecked(False)
        self.refresh()

    def refresh(self) -> None:
        """Shows what is so now; what is being entered stays."""
        store, one = self._account.subscription_store, self._subscription_id
        subscription, own, default = store.get(one), store.alerts(one), self._default()
        if subscription is None:
            return
        view = present_alerts(
            subscription,
            own,
            default=default,
            pace=store.pace(one),
            now=self._account.service_clock.now(),
            notified_at=self._notified_at,
        )
        is_open = self.opener.isChecked()
        hint = _("You are notified once for each; past ones stay under the bell.")
        self.opener.show_summary(hint if is_open else view.summary, is_beside=is_open)
        if self.form is not None:
            alerts = own or default
            if not self._is_edited:
                self.form.show_thresholds(alerts)
            self.form.show_view(view, is_own=own is not None, is_default=alerts == default)
            if self._failure:
                self.form.show_scope(self._failure, is_failure=True)

    def showEvent(self, event: QShowEvent) -> None:
        """The default may have been changed on another page."""
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._save_edited()

    def _default(self) -> AlertThresholds:
        return self._context.settings.now.alerts

    def _notified_at(self, event: Notification) -> datetime | None:
        known = (self._account.account.id, event.subject_id, event.occasion)
        for one in self._context.notifications.stored:
            if (one.account, one.notification.subject_id, one.notification.occasion) == known:
                return one.notification.at
        return None

    def _save_edited(self) -> None:
        """Saves what was entered; what is invalid stays in its fields."""
        self._rest.stop()
        if self.form is None or not self._is_edited:
            return
        alerts = self.form.shown = self.form.thresholds()
        self._is_edited, self._failure = not self.form.is_valid, ""
        one = self._subscription_id
        if alerts != (self._account.subscription_store.alerts(one) or self._default()):
            self._tasks.start(f"{SAVING}alerts {one}", self._save(one, alerts))
        else:
            self.refresh()

    async def _save(self, subscription_id: str, alerts: AlertThresholds | None) -> None:
        try:
            await self._account.subscriptions.save_alerts(subscription_id, alerts)
        except AppError as error:
            self._show_failure(subscription_id, error)
            return
        self._show_saved()

    async def _save_default(self, subscription_id: str, alerts: AlertThresholds) -> None:
        try:
            await self._context.settings.change(lambda now: now._replace(alerts=alerts))
            await self._account.subscriptions.save_alerts(subscription_id, None)
        except AppError as error:
            self._show_failure(subscription_id, error)
            return
        self._show_saved()

    def _show_saved(self) -> None:
        self._failure = ""
        self._context.show_message(_("Saved"))
        self.refresh()

    def _show_failure(self, subscription_id: str, error: AppError) -> None:
        """What was entered stays, and is saved with the next change or when the field is left."""
        if subscription_id != self._subscription_id:
            self._context.show_message(present_error(error).text)
            return
        self._is_edited, self._failure = True, present_error(error).text
        self.refresh()

    def _build_form(self) -> AlertsForm:
        from ui.pages.subscriptions.alerts_form import AlertsForm  # noqa: PLC0415 (when it is opened)

        form = AlertsForm()
        form.edited.connect(self._on_edited)
        form.left.connect(self._save_edited)
        form.reset.clicked.connect(self._on_reset_clicked)
        form.use_as_default.clicked.connect(self._on_use_as_default_clicked)
        self.body.addWidget(form)
        put_behind(form, [self.opener])
        return form

    def _on_toggled(self, is_open: bool) -> None:  # noqa: FBT001 (Qt's signal)
        if is_open and self.form is None:
            self.form = self._build_form()
        if self.form is not None:
            self.form.setVisible(is_open)
        if not is_open:
            self._save_edited()
        self.refresh()
        self.expanded.emit(is_open)

    def _on_edited(self, at_once: bool) -> None:  # noqa: FBT001 (a signal's slot)
        self._is_edited = True
        if at_once:
            self._save_edited()
        else:
            self._rest.start()

    def _on_reset_clicked(self) -> None:
        self._rest.stop()
        self._is_edited = False
        one = self._subscription_id
        self._tasks.start(f"{SAVING}alerts {one}", self._save(one, None))

    def _on_use_as_default_clicked(self) -> None:
        self._rest.stop()
        if self.form is None:
            return
        alerts = self.form.thresholds()
        if self.form.is_valid:
            self._is_edited = False
            one = self._subscription_id
            self._tasks.start(f"{SAVING}alerts {one}", self._save_default(one, alerts))
