"""Runs the pollers of all accounts, whatever page is open."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING

from app.errors import AppError
from app.listeners import Listeners
from ui.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from PySide6.QtWidgets import QWidget

    from app.bootstrap import Services
    from app.models.notifications import Notification
    from app.models.topups import TopUp
    from app.services.accounts.overviews import AccountOverviews
    from app.services.accounts.session import AccountSession
    from app.services.subscriptions.poller import SubscriptionPoller


class Pollers:
    """Polls every open account, and opens the others once.

    Attributes:
        tasks: The pollers: of top-ups by account ID, of subscriptions by 'subscriptions' and account ID.
        on_change: Called when a top-up of any account has changed.
    """

    def __init__(self, window: QWidget, services: Services, show_error: Callable[[AppError], None]) -> None:
        self._services = services
        self._accounts = services.accounts
        self._notifications = services.notifications
        self._polls_others = False
        self._sessions: dict[str, AccountSession] = {}
        self._subscriptions: dict[str, SubscriptionPoller] = {}
        self.tasks = Tasks(window, show_error)
        self._notification_tasks = Tasks(window, show_error)
        self._saving_tasks = Tasks(window, show_error)
        self.on_change: Listeners[[]] = Listeners()
        services.settings.watch(self._on_settings_changed)

    @cached_property
    def overviews(self) -> AccountOverviews:
        """The overviews of all accounts; what the services report of subscriptions is saved from now on."""
        from app.services.accounts.overviews import AccountOverviews  # noqa: PLC0415 (after the first rows)

        overviews = AccountOverviews(self._accounts, self._services.state, self._services.clock)
        overviews.on_reported.append(
            lambda account_id: self._saving_tasks.start(account_id, overviews.save(account_id))
        )
        return overviews

    def listen(self, session: AccountSession) -> None:
        """Reports the changes of an account from now on, whatever call receives them."""
        account_id = session.account.id
        if account_id not in self._sessions:
            self._sessions[account_id] = session
            session.topup_store.on_notifications.append(partial(self._emit, account_id))
            session.topup_store.on_change.append(lambda _before, _after: self.on_change.notify())
            self.on_change.notify()

    def poll(self, session: AccountSession) -> None:
        """Polls an account until it is removed or the app ends."""
        self.listen(session)
        account_id = session.account.id
        if account_id not in self._subscriptions:
            self._subscriptions[account_id] = self._subscription_poller(session)
        if self._polls_others:
            self.overviews.listen(session)
        subscriptions = self._subscriptions[account_id]
        for name, poller in ((account_id, session.poller), (f"subscriptions {account_id}", subscriptions)):
            if not self.tasks.is_running(name):
                self.tasks.start(name, poller.run())

    def poll_others(self) -> None:
        """Polls, once for each start, the accounts that are not open, except the demo's."""
        if not self._polls_others:
            self._polls_others = True
            self.tasks.start("others", self._poll_others())

    def drop(self, account_id: str) -> None:
        """Stops polling an account that was removed, and deletes its notifications."""
        self.tasks.cancel(account_id)
        self.tasks.cancel(f"subscriptions {account_id}")
        self._sessions.pop(account_id, None)
        self.overviews.drop(account_id)
        subscriptions = self._subscriptions.pop(account_id, None)
        if subscriptions is not None:
            subscriptions.stop()
        self._notification_tasks.start(f"drop {account_id}", self._notifications.drop(account_id))
        self.on_change.notify()

    def in_progress(self) -> int:
        """Returns how many top-ups of all accounts wait for a payment or for the network."""
        return sum(session.topup_store.in_progress() for session in self._sessions.values())

    def newest_topups(self) -> dict[str, TopUp]:
        """Returns the newest top-up that is known of each open account, by the account's ID."""
        listed = {account_id: session.topup_store.list() for account_id, session in self._sessions.items()}
        return {account_id: topups[0] for account_id, topups in listed.items() if topups}

    def now(self, account_id: str) -> datetime:
        """Returns the time by an account's service; by this computer's clock while it is not open."""
        session = self._sessions.get(account_id)
        return self._services.clock.now() if session is None else session.service_clock.now()

    async def join(self) -> None:
        """Waits until all notifications have been saved."""
        await self._notification_tasks.join()

    def _subscription_poller(self, session: AccountSession) -> SubscriptionPoller:
        from app.services.subscriptions.poller import SubscriptionPoller  # noqa: PLC0415 (after the first rows)

        account_id = session.account.id
        poller = SubscriptionPoller(
            session.subscriptions,
            clock=session.clock,
            service_clock=session.service_clock,
            may_poll=lambda: self._accounts.key_status(account_id).is_usable,
            default_alerts=lambda: self._services.settings.now.alerts,
        )
        poller.on_notifications.append(
            lambda found: self._notification_tasks.add(
                "notify", self._notifications.add_current(account_id, found)
            )
        )
        return poller

    async def _poll_others(self) -> None:
        # In a turn after the first rows, which need none of it.
        for session in tuple(self._sessions.values()):
            self.overviews.listen(session)
        for account in self._accounts.known():
            if not account.is_demo and account.id not in self._sessions:
                with suppress(AppError):
                    self.poll(await self._accounts.open(account.id, attended=False))

    async def _emit(self, account_id: str, notifications: tuple[Notification, ...]) -> None:
        # In a task of its own: the end of the poller must not cancel it half-way.
        self._notification_tasks.add("notify", self._notifications.add(account_id, notifications))
        await self.join()

    def _on_settings_changed(self) -> None:
        for poller in self._subscriptions.values():
            poller.report()
