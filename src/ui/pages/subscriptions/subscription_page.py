"""The open subscription and its actions: rename, renew, reset, check, copy, save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.errors import AppError, UnknownOutcomeError
from app.i18n.texts import _
from app.present.errors import present_error
from app.present.subscriptions import present_check, present_reset, present_subscription
from app.rules.proxy_formats import credentials_of
from ui.pages.subscriptions.copying import Copying
from ui.pages.subscriptions.detail import SubscriptionDetail
from ui.pages.subscriptions.orders import ProxyUser
from ui.pages.subscriptions.reset_dialog import ResetDialog
from ui.pages.subscriptions.usage_loading import UsageLoading
from ui.tasks import Tasks
from ui.widgets.inputs.locks import Lock
from ui.widgets.layout.empty_state import EmptyState

if TYPE_CHECKING:
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.services.accounts.accounts import AccountSession
    from ui.pages.context import PageContext


class SubscriptionPage(QWidget):
    """Shows one subscription; what changes it goes on when another one is opened.

    Signals:
        changed(Subscription): The service reported a new state.
        failed(AppError): An error that does not belong to a field.
        answered(): The service has responded.
        back_pressed(): Back to the list, in a small window.
    """

    changed = Signal(object)
    failed = Signal(object)
    answered = Signal()
    back_pressed = Signal()

    def __init__(self, account: AccountSession, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._account = account
        self._context = context
        self._subscription: Subscription | None = None
        self._sub_users: tuple[SubUser, ...] = ()
        self._renewals: dict[str, bool] = {}
        self.dialog: ResetDialog | None = None
        self.tasks = Tasks(self, self.failed.emit)
        self.detail = SubscriptionDetail(
            copy=context.clipboard.copy_text, secret=self._password, copy_secret=self._copy_password
        )
        self.copying = Copying(account, self.detail.sticky, context, self.tasks)
        self._lock = Lock(
            self.detail.header.rename,
            self.detail.header.switch,
            self.detail.credentials.reset,
            self.detail.credentials.check,
        )
        self.usage = UsageLoading(account, self.detail.usage, self.detail.countries, context, self)
        self._none = EmptyState(
            "gauge", _("No subscription chosen"), _("Choose one from the list to see it here.")
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._none)
        layout.addWidget(self.detail, 1)
        self.detail.hide()
        self._connect()

    def open_subscription(self, subscription: Subscription) -> None:
        """Shows a subscription with its usage and sub-users, as after a choice or a refresh."""
        if self._subscription is None or self._subscription.id != subscription.id:
            self.tasks.cancel("check")
            self._sub_users = ()
        self.show_subscription(subscription)
        self._show_users()
        self.usage.show_subscription(subscription)
        if subscription.sub_user_count:
            self.tasks.start("sub-users", self._load_sub_users(subscription.id))

    def show_subscription(self, subscription: Subscription) -> None:
        """Shows a fresh state of the subscription that is open."""
        known, self._subscription = self._subscription, subscription
        if known is None or credentials_of(known) != credentials_of(subscription):
            # What was checked was checked with other credentials.
            self.tasks.cancel("check")
            self.detail.credentials.clear_check()
        self._none.hide()
        self.detail.show()
        self.detail.show_subscription(present_subscription(subscription, self._account.service_clock.now()))
        on = self._renewals.get(subscription.id, subscription.auto_renew)
        self.detail.header.show_auto_renew(on=on)

    def show_usage(self, sub_user_id: str) -> None:
        """Shows the usage of one sub-user of the subscription that is open, as soon as it is known."""
        self.usage.choose_user(sub_user_id)
        self.detail.ensureWidgetVisible(self.detail.usage)

    def set_locked(self, reason: str) -> None:
        """Lets nothing be changed, only copied; '' lets everything be changed again."""
        self._lock.close(reason)

    def close_subscription(self) -> None:
        """Shows that none is open."""
        self._subscription = None
        self.detail.hide()
        self._none.show()

    def _take(self, subscription: Subscription) -> None:
        """Shows the service's latest state."""
        self._show_if_open(subscription)
        self.answered.emit()

    def _show_if_open(self, subscription: Subscription) -> None:
        """Shows a subscription's state if it is still open, and updates the list."""
        if self._is_open(subscription):
            self.show_subscription(subscription)
            self._show_users()
        self.changed.emit(subscription)

    def _show_users(self) -> None:
        subscription = self._subscription
        if subscription is None:
            return
        main = _("{username} (main user)").format(username=subscription.username)
        users = [ProxyUser(subscription.id, "", main, credentials_of(subscription))]
        for sub_user in self._sub_users:
            text = f"{sub_user.label or sub_user.username} · {sub_user.username}"
            if not sub_user.enabled:
                text = _("{name} (disabled)").format(name=text)
            users.append(
                ProxyUser(subscription.id, sub_user.id, text, credentials_of(subscription, sub_user))
            )
        self.detail.sticky.show_users(users)

    async def _load_sub_users(self, subscription_id: str) -> None:
        found = await self._account.subscriptions.sub_users(subscription_id)
        if self._subscription is None or self._subscription.id != subscription_id:
            return
        self._sub_users = found.items
        self._show_users()
        self.usage.show_users([(user.id, user.label or user.username) for user in found.items])

    async def _rename(self, subscription: Subscription, label: str) -> None:
        header = self.detail.header
        try:
            renamed = await self._account.subscriptions.rename(subscription.id, label)
        except AppError as error:
            if self._is_open(subscription) and header.is_renaming():
                header.show_rename_error(present_error(error).text)
            else:
                self.failed.emit(error)
            return
        if self._is_open(subscription) and header.is_renaming():
            header.stop_renaming()
            header.rename.setFocus()
        self._take(renamed)

    async def _renew(self, subscription: Subscription) -> None:
        """Sends the switch's state until the service reports it: it may be switched in the meantime."""
        known = subscription
        try:
            while (wanted := self._renewals[subscription.id]) != known.auto_renew:
                known = await self._account.subscriptions.set_auto_renew(subscription.id, on=wanted)
                if known.auto_renew != wanted and self._renewals[subscription.id] == wanted:
                    self._context.show_message(_("The service did not change auto-renew"))
                    break
        except AppError as error:
            self._renewals.pop(subscription.id, None)
            self._show_if_open(known)
            self.failed.emit(error)
        else:
            self._renewals.pop(subscription.id, None)
            self._take(known)

    async def _reset(self, subscription: Subscription, dialog: ResetDialog) -> None:
        """Resets the password; how it ended is told in the dialog, or on the page if that was closed."""
        try:
            changed = await self._account.subscriptions.reset_password(subscription)
        except UnknownOutcomeError as error:
            password, view = None, present_reset(error.state)
        except AppError as error:
            if dialog is not self.dialog:
                raise
            dialog.show_error(present_error(error).text)
            return
        else:
            self._take(changed)
            password, view = changed.password, present_reset("changed")
        if dialog is not self.dialog:
            if self._is_open(subscription):
                self.detail.credentials.show_outcome(view, passing=password is not None)
            else:
                self._context.show_message(view.text)
            return
        dialog.show_reset(view, offers_copy=password is not None)
        if password is not None:
            dialog.copy_wanted.connect(lambda: self.copying.copy_password(subscription, password))

    async def _check(self, subscription: Subscription) -> None:
        self.detail.credentials.show_checking()
        answer = await self._account.subscriptions.check(credentials_of(subscription))
        if self._is_open(subscription):
            self.detail.credentials.show_outcome(present_check(answer, self._account.clock.now()))

    def _is_open(self, subscription: Subscription) -> bool:
        return self._subscription is not None and self._subscription.id == subscription.id

    def _password(self) -> str:
        return self._subscription.password if self._subscription is not None else ""

    def _copy_password(self) -> None:
        if self._subscription is not None:
            self.copying.copy_password(self._subscription, self._subscription.password)

    def _connect(self) -> None:
        detail = self.detail
        detail.header.back_pressed.connect(self.back_pressed)
        detail.header.sub_users_wanted.connect(self._on_sub_users_wanted)
        detail.header.renamed.connect(self._on_renamed)
        detail.header.auto_renew_switched.connect(self._on_auto_renew_switched)
        detail.credentials.reset_wanted.connect(self._on_reset_wanted)
        detail.credentials.check_wanted.connect(self._on_check_wanted)
        detail.topup_wanted.connect(self._context.router.open_new_topup)
        self.usage.failed.connect(self.failed)
        self.usage.answered.connect(self.answered)

    def _on_sub_users_wanted(self) -> None:
        if self._subscription is not None:
            self._context.router.show_sub_users(self._subscription.id)

    def _on_renamed(self, label: str) -> None:
        if self._subscription is not None:
            self.detail.header.set_busy(busy=True)
            self.tasks.start(f"rename {self._subscription.id}", self._rename(self._subscription, label))

    def _on_auto_renew_switched(self, on: bool) -> None:  # noqa: FBT001 (Qt's signal)
        if self._subscription is None:
            return
        is_running = self._subscription.id in self._renewals
        self._renewals[self._subscription.id] = on
        if not is_running:
            self.tasks.start(f"renew {self._subscription.id}", self._renew(self._subscription))

    def _on_reset_wanted(self) -> None:
        if self._subscription is None or self.dialog is not None:
            return
        subscription = self._subscription
        name = f"reset {subscription.id}"
        if self.tasks.is_running(name):
            self._context.show_message(_("The password is still being reset."))
            return
        dialog = ResetDialog(subscription.label or subscription.username, self.window())
        dialog.confirmed.connect(lambda: self.tasks.start(name, self._reset(subscription, dialog)))
        dialog.finished.connect(self._on_dialog_finished)
        self.dialog = dialog
        dialog.open()

    def _on_dialog_finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _on_check_wanted(self) -> None:
        # Not switched off meanwhile: the keyboard stays where it is.
        if self._subscription is not None and not self.tasks.is_running("check"):
            self.tasks.start("check", self._check(self._subscription))
