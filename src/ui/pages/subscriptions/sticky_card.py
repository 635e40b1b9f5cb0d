"""Copies the credentials of a user, with sticky sessions and in a format, after a preview."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette

from app.errors import InvalidInputError
from app.i18n.texts import _
from app.present.proxy_formats import reason_text
from app.present.subscriptions import copy_notes, sub_user_name
from app.rules.proxy_formats import USUAL_FORMAT
from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.refusals import NEEDS_ADDRESS
from app.rules.proxy_formats.rendering import TEMPLATE, USERNAME_ONLY, Order
from app.rules.subscriptions.sticky import StickyChoices
from app.rules.words import fold
from app.untrusted_text import sanitized
from ui.pages.credentials import CredentialActions
from ui.pages.formats_menu import FormatRow, FormatsMenu, format_rows, saved_value
from ui.pages.subscriptions.sticky_fields import SessionFields, TemplateFields
from ui.tasks import SAVING
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import CopyFeedback, IconButton, InfoButton, PrimaryButton
from ui.widgets.inputs.combo_box import FittingComboBox
from ui.widgets.inputs.field import inline_field
from ui.widgets.inputs.searchable_combo_box import SearchableComboBox
from ui.widgets.keyboard_focus import put_behind
from ui.widgets.layout.boxes import column, fill, row, wrapping
from ui.widgets.layout.cards import Callout, Card
from ui.widgets.text.label import Label
from ui.widgets.text.text_preview import TextPreview

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.rules.proxy_formats.logins import Credentials
    from app.rules.proxy_formats.templates import OwnTemplates
    from app.services.accounts.session import AccountSession
    from ui.pages.context import PageContext
    from ui.tasks import Tasks

_PADDING = 16


class StickyCard(Card):
    """Copies or saves credentials; no widget of it contains a password. Sessions and templates are saved.

    Attributes:
        credentials: What can be done with the credentials of the subscription; also for the rest of the page.

    Signals:
        check_requested(Order): Whose credentials to check, with the first session and their number.
    """

    check_requested = Signal(object)

    def __init__(self, account: AccountSession, context: PageContext, tasks: Tasks) -> None:
        super().__init__(padding=_PADDING)
        self._account = account
        self._context = context
        self._tasks = tasks
        self._users: tuple[Order, ...] = ()
        self._shown: tuple[Subscription, Sequence[SubUser]] | None = None
        # The credentials and the color for which the formats have been grayed.
        self._checked: tuple[Credentials | None, int] | None = None
        self.credentials = CredentialActions(account, context, tasks, self)
        self._rows: tuple[FormatRow, ...] = ()
        self.session = SessionFields(self)
        self._build_format()
        self._lay_out()
        self._connect()
        follow(self._fit)

    @cached_property
    def templates(self) -> TemplateFields:
        """The fields of an own template, made when one is chosen first."""
        templates = TemplateFields()
        templates.hide()
        templates.show_template("", self.credentials.draft)
        templates.changed.connect(self._on_template_changed)
        templates.save_requested.connect(self._save_template)
        templates.delete_requested.connect(self._delete_template)
        self.body.insertWidget(self.body.indexOf(self.preview), templates)
        put_behind(templates, [self.check])
        return templates

    def show_users(self, subscription: Subscription, sub_users: Sequence[SubUser]) -> None:
        """Shows the users, the main one first; the chosen one stays if it still exists.

        There is room for the choice from the start where there are sub-users, so that nothing moves when
        they are loaded.
        """
        if (subscription, sub_users) == self._shown:
            return
        self._shown = (subscription, sub_users)
        main = Order("", "", credentials_of(subscription), subscription_id=subscription.id)
        users = (
            replace(main, credentials=credentials_of(subscription, one), sub_user_ids=(one.id,))
            for one in sub_users
        )
        self._users = (main, *users)
        names = (
            _("{username} (main user)").format(username=subscription.username),
            *map(sub_user_name, sub_users),
        )
        self.user.show_items(
            (sanitized(name, 80), "".join(user.sub_user_ids))
            for user, name in zip(self._users, names, strict=True)
        )
        self._user_field.setVisible(bool(sub_users or subscription.sub_user_count))
        self._show_preview()

    def order(self) -> Order | None:
        """Returns what to copy; None while part of the input is invalid."""
        session = self.session.session()
        if not self._users or (session is None and self.session.session_id.text()):
            return None
        return replace(
            self._users[max(0, self.user.currentIndex())],
            format_key=self._row().key,
            template=self.templates.text.text() if self._row().key == TEMPLATE else "",
            session=session,
            count=self.session.how_many.value() if session else 1,
        )

    async def load_choices(self) -> None:
        """Restores the sessions and the templates of earlier starts."""
        saved = self.credentials.saved
        choices = await self.credentials.load_templates()
        self.session.show_recent(choices.sessions)
        if self.credentials.saved != saved:
            self._show_templates(self.credentials.saved)
        self._on_format_changed()

    def copy_credentials(self, subscription: Subscription) -> None:
        """Copies the main user's credentials without a session, in the card's format or as a URL."""
        order = self.credentials.order(self._row(), subscription)
        if self._row().key == TEMPLATE:
            order = replace(order, template=self.templates.text.text())
        if not order.is_secret:
            order = replace(order, format_key=USUAL_FORMAT)
        self._tasks.start("copy", self.credentials.copy(order, _("Credentials copied")))

    def formats_menu(self, subscription: Subscription) -> FormatsMenu:
        """Returns the menu of formats for a subscription; what is chosen is copied, and stays chosen."""
        menu = FormatsMenu(_("Copy credentials"), self)
        menu.show_formats((credentials_of(subscription),), self.credentials.rows)

        def copy(value: str) -> None:
            self.format.setCurrentIndex(self.format.findData(value))
            self.copy_credentials(subscription)

        menu.chosen.connect(copy)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _build_format(self) -> None:
        self.user = FittingComboBox()
        self._user_field = inline_field(_("For"), self.user, accessible_name=_("Sessions for"))
        self.format = SearchableComboBox(_("Search formats"), fold)
        self._show_templates(self.credentials.saved)
        self.copy = PrimaryButton(_("Copy"), "copy")
        self.save = IconButton("download", _("Save to file"), framed=True)
        self.check = IconButton("plug-zap", _("Check these sessions"), framed=True)
        self.preview = TextPreview(_("Preview"))
        self.refusal = Callout("warning")
        self._wrong = Label("", "caption", wrap=True, tone="danger")
        self._about = InfoButton(_("About sticky sessions"))

    def _lay_out(self) -> None:
        title = row(Label(_("Sticky session"), "strong"), self._about, spacing=2)
        head = wrapping(title, (self._user_field, 1), centered=True)
        # The error of the session ID is above the format.
        label = Label(_("Copy as"), "secondary")
        label.setBuddy(self.format)
        self.format.setAccessibleName(_("Copy as"))
        titles = row(label, (self._wrong, 1), spacing=12)
        chosen = row((self.format, 1), self.copy, self.save, self.check, spacing=8)
        fill(
            self.body,
            head,
            self.session,
            column(titles, chosen, spacing=5),
            self.preview,
            self.refusal,
            None,
            spacing=6,
            margins=(_PADDING, 13, _PADDING, 13),
        )
        self.refusal.hide()

    def _connect(self) -> None:
        self.session.changed.connect(self._show_preview)
        self.format.currentIndexChanged.connect(self._on_format_changed)
        self.format.opening.connect(self._show_off)
        self.user.currentIndexChanged.connect(self._show_preview)
        self.copy.clicked.connect(lambda: self._tasks.start("copy", self._do(self._copy)))
        self.save.clicked.connect(lambda: self._tasks.start("copy", self._do(self._save)))
        self.check.clicked.connect(lambda: self.check_requested.emit(self.order()))
        self._feedback = CopyFeedback(self.copy)
        self.credentials.copied.connect(self._on_copied)
        self._show_preview()

    async def _do(self, act: Callable[[Order], Coroutine[Any, Any, None]]) -> None:
        """Copies or saves, with the buttons locked during a name lookup."""
        order = self.order()
        if order is None:
            return
        self._set_busy(busy=True)
        try:
            await act(order)
        finally:
            self._set_busy(busy=False)

    async def _copy(self, order: Order) -> None:
        await self.credentials.copy(order, _("Copied"))

    async def _save(self, order: Order) -> None:
        if await self.credentials.save(order):
            await self._save_choices(order)

    async def _save_choices(self, order: Order) -> None:
        if order.session is not None:
            self.session.add_recent(order.session)
        choices = StickyChoices(self.session.recent, self.credentials.draft)
        await self._account.state.save(choices, self._account.account.id)

    def _on_copied(self, order: Order) -> None:
        self._feedback.show_copied()
        self._tasks.start("choices", self._save_choices(order))

    def _set_busy(self, *, busy: bool) -> None:
        self.copy.set_busy(busy)
        self.save.setEnabled(not busy)
        if not busy:
            self._show_preview()

    def _show_preview(self) -> None:
        """Shows the first line to be copied, or why there is none."""
        order = self.order()
        self.check.setEnabled(order is not None and order.session is not None)
        self.preview.setEnabled(order is not None)
        self._wrong.setText(self.session.problem())
        if order is None:
            # The last preview stays, dimmed, until the session ID is corrected.
            self._allow(ready=False)
            return
        rendered = order.preview()
        self._about.show_text(copy_notes(order, self._row().note))
        is_resolved_later = rendered.reason == NEEDS_ADDRESS
        reason = "" if rendered.ok or is_resolved_later else reason_text(rendered.reason)
        text = "" if is_resolved_later else rendered.text
        self._allow(ready=rendered.ok or is_resolved_later)
        self.preview.show_text(text)
        self.preview.setVisible(bool(text))
        self.refusal.show_callout("warning", reason)

    def _allow(self, *, ready: bool) -> None:
        self.copy.setEnabled(ready and not self.copy.is_busy)
        self.save.setEnabled(ready and not self.copy.is_busy)

    def _show_off(self) -> None:
        """Grays the formats that can't contain the chosen credentials; they can be selected all the same."""
        faint = self.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
        credentials = self._users[max(0, self.user.currentIndex())].credentials if self._users else None
        if self._checked == (credentials, faint.rgba()):
            return
        self._checked = (credentials, faint.rgba())
        for at, kind in enumerate(self._rows):
            off = ""
            if credentials is not None and kind.key != TEMPLATE:
                rendered = Order(kind.key, "", credentials).preview()
                off = "" if rendered.ok or rendered.reason == NEEDS_ADDRESS else reason_text(rendered.reason)
            self.format.setItemData(at, off, Qt.ItemDataRole.ToolTipRole)
            self.format.setItemData(at, faint if off else None, Qt.ItemDataRole.ForegroundRole)

    def _row(self) -> FormatRow:
        return self._rows[self.format.currentIndex()]

    def _name(self) -> str:
        """Returns the name of the saved template that is chosen, '' for none."""
        row = self._row()
        return row.name if row.value == saved_value(row.name) else ""

    def _show_templates(self, saved: OwnTemplates, chosen: str = "") -> None:
        self.credentials.show_templates(self.credentials.draft, saved)
        self._rows = format_rows(self.credentials.draft, saved, USERNAME_ONLY)
        self.format.show_items((row.item() for row in self._rows), chosen)
        self._checked = None

    def _save_template(self) -> None:
        name, text = self.templates.name.text().strip(), self.templates.text.text()
        try:
            saved = self.credentials.saved.put(name, text, instead_of=self._name())
        except InvalidInputError as error:
            self.templates.show_problem(error)
            return
        self._save_templates(saved, saved_value(name), _("Template saved"))

    def _delete_template(self) -> None:
        """Deletes the chosen template; its text stays as the one without a name until that is changed."""
        self.credentials.draft = self.templates.text.text()
        self._save_templates(self.credentials.saved.without(self._name()), TEMPLATE, _("Template deleted"))

    def _save_templates(self, saved: OwnTemplates, chosen: str, message: str) -> None:
        async def save() -> None:
            await self._account.state.save(saved, self._account.account.id)
            self._show_templates(saved, chosen)
            self._on_format_changed()
            self._context.show_message(message)

        self._tasks.start(f"{SAVING}template", save())

    def _on_template_changed(self) -> None:
        if not self._name():
            self.credentials.show_templates(self.templates.text.text(), self.credentials.saved)
        self._show_preview()

    def _on_format_changed(self) -> None:
        row, is_own = self._row(), self._row().key == TEMPLATE
        if is_own or "templates" in vars(self):
            text = row.template if self._name() else self.credentials.draft
            self.templates.show_template(self._name(), text)
            self.templates.setVisible(is_own)
        self._show_preview()

    def _fit(self) -> None:
        self.user.setMaximumWidth(scaled(210))
