"""The open subscription and its actions: rename, renew, reset, check."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.errors import AppError, UnknownOutcomeError
from app.i18n.texts import _
from app.present.errors import present_error
from app.present.subscriptions import present_check, present_reset, present_subscription
from app.rules.proxy_formats.logins import credentials_of
from ui.pages.subscriptions.alerts_card import AlertsCard
from ui.pages.subscriptions.countries_card import CountriesCard
from ui.pages.subscriptions.credentials_card import CredentialsCard, ResetDialog
from ui.pages.subscriptions.detail import SubscriptionDetail
from ui.pages.subscriptions.sticky_card import StickyCard
from ui.pages.subscriptions.usage_card import UsageCard
from ui.tasks import Tasks, in_turns
from ui.widgets.inputs.lock import Lock
from ui.widgets.layout.boxes import column, framed, row
from ui.widgets.layout.empty_state import EmptyState, Skeleton

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.present.subscriptions import SubscriptionView
    from app.rules.proxy_formats.logins import Credentials
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext

_AHEAD = 3
"""So many steps make the cards that take longest; the others would take more memory than they save time."""

_RESETTING = "reset "
_RENAMING = "rename "
_RENEWING = "renew "
"""They begin the names of the tasks that change a subscription."""


class SubscriptionPage(QWidget):
    """Shows one subscription; its changes continue when another one is opened.

    Signals:
        check_requested(Order): Whose sticky sessions to check (see `StickyCard`).
    """

    check_requested = Signal(object)

    def __init__(
        self,
        account: AccountSession,
        context: PageContext,
        show_error: Callable[[AppError], None],
        report_response: Callable[[], None],
    ) -> None:
        super().__init__()
        self._account = account
        self._context = context
        self._report_response = report_response
        self._sub_users: tuple[SubUser, ...] = ()
        self._shown_credentials: Credentials | None = None
        self._shown_view: SubscriptionView | None = None
        self._renewals: dict[str, bool] = {}
        self.subscription_id = ""
        self.dialog: ResetDialog | None = None
        self.tasks = Tasks(self, show_error)
        self.detail = SubscriptionDetail()
        self.detail.hide()
        self._none = EmptyState(
            "gauge", _("No subscription chosen"), _("Choose one from the list to see it here.")
        )
        # Until it is known which one is open, neither is shown.
        self._none.hide()
        self._content = column(self._none, (self.detail, 1), on=self)
        self.lock = Lock(self.detail.header.rename, self.detail.header.switch)
        self._building = self._build()
        self._has_choices = False

    def unfinished(self) -> tuple[str, ...]:
        """Returns a text for each change that was sent, and has no response yet."""
        texts = {_RENAMING: _("Rename"), _RENEWING: _("Auto-renew"), _RESETTING: _("Reset password")}
        names = self.tasks.names()
        return tuple(text for start, text in texts.items() for name in names if name.startswith(start))

    def _build(self) -> Iterator[None]:
        """Makes the cards in steps that are short each."""
        detail, copy = self.detail, self._context.clipboard.copy_text
        self.credentials = CredentialsCard(
            copy=copy,
            secret=self._password,
            copy_secret=lambda: self._with_open(self.sticky.credentials.copy_password),
        )
        detail.add_credentials(self.credentials)
        yield
        self.sticky = StickyCard(self._account, self._context, self.tasks)
        detail.add_sticky(self.sticky)
        yield
        self.usage = UsageCard(self._account, self._context, self.tasks, self._report_response)
        detail.add_usage(self.usage)
        yield
        detail.add_countries(CountriesCard())
        self.alerts = AlertsCard(self._account, self._context, self.tasks)
        detail.add_last(self.alerts, copy)
        self.lock.add(self.credentials.reset, self.credentials.check)
        self._connect()
        yield

    async def build(self) -> None:
        """Makes the cards, and lets the window respond between them."""
        await in_turns(self._building)

    async def build_ahead(self) -> None:
        """Makes the first cards while nobody waits for them."""
        await in_turns(islice(self._building, _AHEAD))

    async def load_choices(self) -> None:
        """Loads the choices of earlier starts, once.

        Raises:
            StorageError: They can't be read.
        """
        if not self._has_choices:
            await self.sticky.load_choices()
            self._has_choices = True

    async def wait_for_cards(self) -> None:
        """Waits until what was opened is shown."""
        await self.tasks.join("cards")

    def open_subscription(self, subscription_id: str) -> None:
        """Shows a stored subscription, and loads its usage and sub-users."""
        for _step in self._building:
            pass
        if subscription_id != self.subscription_id:
            self.subscription_id = subscription_id
            self.tasks.cancel("check")
            self._sub_users = ()
        self.usage.show_subscription(subscription_id)
        self.refresh()
        if not self.detail.are_cards_shown():
            self.tasks.start("cards", in_turns(self.detail.show_cards()))
        subscription = self._subscription()
        if subscription is not None and subscription.sub_user_count != 0:
            self.tasks.start("sub-users", self._load_sub_users(subscription_id))
        elif self._sub_users:
            # The last one was deleted.
            self._show_sub_users(())

    def refresh(self) -> None:
        subscription = self._subscription()
        if subscription is None:
            return
        credentials = credentials_of(subscription)
        if credentials != self._shown_credentials:
            # The check was made with other credentials.
            self._shown_credentials = credentials
            self.tasks.cancel("check")
            self.credentials.clear_check()
        view = present_subscription(subscription, self._account.service_clock.now())
        if view != self._shown_view:
            self._shown_view = view
            self.detail.show_subscription(view)
        self.detail.header.switch.setChecked(self._renewals.get(subscription.id, subscription.auto_renew))
        self.alerts.show_subscription(subscription.id)
        self.sticky.show_users(subscription, self._sub_users)
        self._none.hide()
        self._hide_skeleton()
        self.detail.show()

    def follow_time(self, *, is_offline: bool) -> None:
        """Shows what depends on the present time as it is now, with the usage of a day that has begun."""
        self.refresh()
        self.usage.follow_time(is_offline=is_offline)

    def show_changed(self, sub_user: SubUser) -> None:
        """Offers a sub-user as it is now: an old password would be copied until all are loaded again."""
        self._sub_users = tuple(sub_user if one.id == sub_user.id else one for one in self._sub_users)
        subscription = self._subscription()
        if subscription is not None:
            self.sticky.show_users(subscription, self._sub_users)

    def show_usage(self, sub_user_id: str) -> None:
        """Shows the usage of a sub-user of the open subscription, as soon as it is loaded."""
        for _step in self.detail.show_cards():
            pass
        self.usage.choose_user(sub_user_id)
        self.detail.ensureWidgetVisible(self.usage)

    def close_subscription(self) -> None:
        self.subscription_id = ""
        self.detail.hide()
        self._hide_skeleton()
        self._none.show()

    def show_loading(self) -> None:
        """Shows a skeleton until it is known which subscription is open."""
        if self.detail.isHidden() and self._none.isHidden():
            self._skeleton.show()

    def _hide_skeleton(self) -> None:
        if "_skeleton" in vars(self):
            self._skeleton.hide()

    @cached_property
    def _skeleton(self) -> QWidget:
        cards = (row(Skeleton(0, 220), Skeleton(0, 220), spacing=12), Skeleton(0, 320))
        skeleton = framed(column(Skeleton(200, 22), *cards, None, spacing=16, margins=(20, 20, 20, 20)))
        skeleton.setAccessibleName(_("Loading"))
        self._content.addWidget(skeleton)
        return skeleton

    async def _load_sub_users(self, subscription_id: str) -> None:
        found = await self._account.sub_users.list(subscription_id)
        if subscription_id == self.subscription_id:
            self._show_sub_users(found.items)

    def _show_sub_users(self, sub_users: tuple[SubUser, ...]) -> None:
        self._sub_users = sub_users
        self.refresh()
        self.usage.show_users(sub_users)

    async def _rename(self, subscription_id: str, label: str) -> None:
        header = self.detail.header
        try:
            await self._account.subscriptions.rename(subscription_id, label)
        except AppError as error:
            if subscription_id == self.subscription_id and header.is_saving_name():
                view = present_error(error)
                header.form.refuse(view.text, view.details)
                return
            raise
        if subscription_id == self.subscription_id and header.is_saving_name():
            header.stop_renaming()
            header.rename.setFocus()
        self._report_response()

    async def _renew(self, subscription: Subscription) -> None:
        """Sends the switch's state until the service reports it: it may be switched in the meantime."""
        known = subscription
        try:
            while (wanted := self._renewals[subscription.id]) != known.auto_renew:
                known = await self._account.subscriptions.set_auto_renew(subscription.id, on=wanted)
                if known.auto_renew != wanted and self._renewals[subscription.id] == wanted:
                    self._context.show_message(_("The service did not change auto-renew"))
                    break
        except AppError:
            self._end_renewal(subscription.id)
            raise
        self._end_renewal(subscription.id)
        self._report_response()

    def _end_renewal(self, subscription_id: str) -> None:
        self._renewals.pop(subscription_id, None)
        self.refresh()

    async def _reset(self, subscription: Subscription, dialog: ResetDialog) -> None:
        """Resets the password; shows the outcome in the dialog, or on the page if that was closed."""
        try:
            changed = await self._account.subscriptions.reset_password(subscription)
        except UnknownOutcomeError as error:
            password, view = None, present_reset(error.state)
        except AppError as error:
            if dialog is not self.dialog:
                raise
            dialog.show_error(present_error(error))
            return
        else:
            self._report_response()
            password, view = changed.password, present_reset("changed")
        if dialog is not self.dialog:
            if subscription.id == self.subscription_id:
                self.credentials.show_outcome(view, passing=password is not None)
            else:
                self._context.show_message(view.text)
            return
        dialog.show_reset(view, offers_copy=password is not None)
        if password is not None:
            dialog.copy_requested.connect(lambda: self.sticky.credentials.copy_password(changed))

    async def _check(self, subscription: Subscription) -> None:
        self.credentials.show_checking()
        result = await self._account.subscriptions.check(credentials_of(subscription))
        if subscription.id == self.subscription_id:
            self.credentials.show_outcome(present_check(result, self._account.clock.now()))

    def _subscription(self) -> Subscription | None:
        return self._account.subscription_store.get(self.subscription_id)

    def _password(self) -> str:
        subscription = self._subscription()
        return subscription.password if subscription is not None else ""

    def _connect(self) -> None:
        header = self.detail.header
        header.sub_users.clicked.connect(lambda: self._context.router.show_sub_users(self.subscription_id))
        header.renamed.connect(self._on_renamed)
        header.switch.switched.connect(self._on_auto_renew_switched)
        self.credentials.reset.clicked.connect(lambda: self._with_open(self._ask_reset))
        self.credentials.check.clicked.connect(lambda: self._with_open(self._start_check))
        self.credentials.share.clicked.connect(lambda: self._with_open(self.sticky.credentials.share))
        self.sticky.check_requested.connect(self.check_requested)
        self.detail.topup.clicked.connect(lambda: self._with_open(self._prepare_topup))

    def _on_renamed(self, label: str) -> None:
        self.detail.header.form.set_busy(busy=True)
        name = f"{_RENAMING}{self.subscription_id}"
        self.tasks.start(name, self._rename(self.subscription_id, label))

    def _on_auto_renew_switched(self, on: bool) -> None:  # noqa: FBT001 (Qt's signal)
        subscription = self._subscription()
        if subscription is None:
            return
        is_running = subscription.id in self._renewals
        self._renewals[subscription.id] = on
        if not is_running:
            self.tasks.start(f"{_RENEWING}{subscription.id}", self._renew(subscription))

    def _with_open(self, act: Callable[[Subscription], object]) -> None:
        """Does something with the open subscription, if there is one."""
        subscription = self._subscription()
        if subscription is not None:
            act(subscription)

    def _ask_reset(self, subscription: Subscription) -> None:
        if self.dialog is not None:
            return
        name = f"{_RESETTING}{subscription.id}"
        if self.tasks.is_running(name):
            self._context.show_message(_("The password is still being reset."))
            return
        dialog = ResetDialog(subscription.label or subscription.username, self.window())
        dialog.confirmed.connect(lambda: self.tasks.start(name, self._reset(subscription, dialog)))
        dialog.finished.connect(self._on_dialog_finished)
        self.dialog = dialog
        dialog.open()

    def _on_dialog_finished(self) -> None:
        self.dialog = None

    def _start_check(self, subscription: Subscription) -> None:
        # The button stays enabled during the check, so that it keeps the focus.
        if not self.tasks.is_running("check"):
            self.tasks.start("check", self._check(subscription))

    def _prepare_topup(self, subscription: Subscription) -> None:
        self._context.router.open_new_topup(subscription.plan_id)
