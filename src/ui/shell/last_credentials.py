"""The last copied credentials, available from the tray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from app.errors import NotFoundError
from app.models.palette import SubUserOf
from app.rules.proxy_formats import credentials_of, group_text

if TYPE_CHECKING:
    from app.models.subscriptions import Subscription
    from app.rules.proxy_formats import Credentials
    from app.services.accounts.accounts import Accounts, AccountSession
    from ui.clipboard import Clipboard
    from ui.pages.sub_users.page import SubUsersPage
    from ui.pages.subscriptions.page import SubscriptionsPage
    from ui.shell.navigation import Navigation

_ALWAYS_POSSIBLE: Final = "http_url"


@dataclass(frozen=True, slots=True)
class Used:
    """Which credentials were copied, and how; the credentials themselves are loaded again.

    Attributes:
        account_id: The account.
        subscription_id: The subscription.
        format_key: The format that was chosen beside them.
        template: The own template.
        sub_user_ids: Whose of its sub-users; none for the main user.
    """

    account_id: str
    subscription_id: str
    format_key: str
    template: str
    sub_user_ids: tuple[str, ...] = ()


class LastCredentials:
    """Remembers, as long as the app runs, whose secrets were copied last."""

    def __init__(self, accounts: Accounts, clipboard: Clipboard, navigation: Navigation) -> None:
        """Listens to what is copied.

        Args:
            accounts: Open the account when its credentials are wanted again.
            navigation: Knows on which page, or in the palette of what, a secret was copied.
        """
        self._accounts = accounts
        self._clipboard = clipboard
        self._navigation = navigation
        self.used: Used | None = None
        clipboard.secret_copied.connect(self._on_secret_copied)

    def is_there(self) -> bool:
        """Returns whether there is something to copy again: an account that is there, its key in order."""
        if self.used is None:
            return False
        account_id = self.used.account_id
        is_known = any(account.id == account_id for account in self._accounts.known())
        return is_known and not self._accounts.key_status(account_id).is_refused

    async def copy(self) -> bool:
        """Copies them as they are now; returns whether there was something to copy.

        Raises:
            NotFoundError: The sub-users have been deleted.
            AppError: The service could not be asked.
        """
        used = self.used
        if used is None or not self.is_there():
            return False
        account = await self._accounts.open(used.account_id, attended=False)
        users = await _users(account, used)
        written = group_text(used.format_key, users, template=used.template)
        if written.refused:
            written = group_text(_ALWAYS_POSSIBLE, users)
        self._clipboard.copy_secret(written.text)
        return True

    def _on_secret_copied(self, _seconds: int) -> None:
        found, page_of = self._navigation.palette.at_work, self._navigation.page_of
        if found is not None:
            self._note_found(found)
        elif (page := page_of("subscriptions")) is not None:
            self._note_subscription(cast("SubscriptionsPage", page))
        elif (page := page_of("sub-users")) is not None:
            self._note_sub_users(cast("SubUsersPage", page))

    def _note_found(self, found: Subscription | SubUserOf) -> None:
        """The palette copies what it finds, over whatever page is open."""
        account_id = self._navigation.account_id
        if isinstance(found, SubUserOf):
            whose = found.subscription.id
            self.used = Used(account_id, whose, _ALWAYS_POSSIBLE, "", (found.sub_user.id,))
        else:
            self.used = Used(account_id, found.id, _ALWAYS_POSSIBLE, "")

    def _note_subscription(self, page: SubscriptionsPage) -> None:
        if not page.isVisible() or not page.current_id():
            return
        order = page.subscription_page.detail.sticky.order()
        is_secret = order is not None and order.is_secret
        self.used = Used(
            self._navigation.account_id,
            page.current_id(),
            order.format_key if order is not None and is_secret else _ALWAYS_POSSIBLE,
            order.template if order is not None and is_secret else "",
        )

    def _note_sub_users(self, page: SubUsersPage) -> None:
        copied = page.work.copying.at_work
        if copied is not None:
            self.used = Used(
                self._navigation.account_id,
                copied.subscription_id,
                copied.format_key,
                copied.template,
                copied.sub_user_ids,
            )


async def _users(account: AccountSession, used: Used) -> list[Credentials]:
    """Returns the credentials as they are now.

    Raises:
        AppError: None of the sub-users is there any more, or the service could not be asked.
    """
    subscription = await account.subscriptions.get(used.subscription_id)
    if not used.sub_user_ids:
        return [credentials_of(subscription)]
    found = await account.sub_users.list(used.subscription_id)
    known = {sub_user.id: sub_user for sub_user in found.items}
    users = [credentials_of(subscription, known[key]) for key in used.sub_user_ids if key in known]
    if not users:
        raise NotFoundError(404)
    return users
