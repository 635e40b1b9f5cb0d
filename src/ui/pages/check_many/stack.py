"""The content of a page, and the page of checks that covers it while it is open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QApplication, QStackedWidget

from app.i18n.texts import _
from app.present.gateway_checks import checks_question, sticky_checks_title, sub_user_checks_title
from app.rules.subscriptions.sticky import session_series
from ui.widgets.overlays.dialog import ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.rules.proxy_formats.rendering import Order
    from app.services.accounts.session import AccountSession
    from app.services.subscriptions.check_runs import CheckRun
    from ui.pages.check_many.page import CheckManyPage
    from ui.pages.context import PageContext
    from ui.theme.theme import FontRole

_UNCONFIRMED: Final = 20
"""How many checks are made without a confirmation."""


class ChecksStack(QStackedWidget):
    """Opens the page of checks, and returns from it; `page` is None while it is not open."""

    def __init__(self, content: QWidget, account: AccountSession, context: PageContext) -> None:
        super().__init__()
        self._content = content
        self._account = account
        self._context = context
        self._origin: QWidget | None = None
        self.page: CheckManyPage | None = None
        self.addWidget(content)

    def check_sessions(self, order: Order) -> None:
        """Checks the sticky sessions that would be copied."""
        if order.session is None:
            return
        user, sessions = order.credentials, session_series(order.session, order.count)
        run = self._account.subscriptions.check_sessions(user, sessions)
        title = sticky_checks_title(user.label or user.username, len(sessions), order.session.minutes)
        self._confirm(run, title, _("Session ID"), "mono")

    def check_sub_users(self, subscription: Subscription, sub_users: Sequence[SubUser]) -> None:
        run = self._account.subscriptions.check_sub_users(subscription, sub_users)
        title = sub_user_checks_title(subscription.label or subscription.username, len(sub_users))
        self._confirm(run, title, _("Sub-user"), "medium")

    def unfinished(self) -> tuple[str, ...]:
        """Returns how many checks are done of a run that is under way; () for none."""
        return () if self.page is None else self.page.unfinished()

    def leave(self) -> None:
        """Stops what is under way, and shows the content again."""
        page, self.page = self.page, None
        if page is None:
            return
        page.stop()
        had_focus = page.isAncestorOf(self.window().focusWidget())
        self.setCurrentWidget(self._content)
        self.removeWidget(page)
        page.deleteLater()
        if had_focus and self._origin is not None:
            self._origin.setFocus()

    def _confirm(self, run: CheckRun, title: str, name: str, font_role: FontRole) -> None:
        """Opens the page, after a confirmation if the run takes a while."""
        self._origin = QApplication.focusWidget()
        total = run.progress.total
        if total <= _UNCONFIRMED:
            self._open(run, title, name, font_role)
            return
        question = checks_question(total)
        dialog = ConfirmDialog(_("Check many"), question, _("Check"), self.window(), is_harmless=True)
        dialog.accepted.connect(partial(self._open, run, title, name, font_role))
        dialog.open()

    def _open(self, run: CheckRun, title: str, name: str, font_role: FontRole) -> None:
        from ui.pages.check_many.page import CheckManyPage, CheckModel  # noqa: PLC0415 (seldom used)

        self.leave()
        page = self.page = CheckManyPage(run, CheckModel(name, font_role), title, self._context)
        page.left.connect(self.leave)
        self.addWidget(page)
        self.setCurrentWidget(page)
        page.begin()
