"""The dialog 'New top-up': amount, coin and network, and what to buy with it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from app.errors import AppError, ConflictError, InvalidInputError, ValidationError
from app.i18n.locales import decimal_sign
from app.i18n.texts import _, sentences
from app.i18n.units import as_of, whole_usd
from app.models.topup_requests import TopUpDraft
from app.present.errors import present_error
from app.present.field_errors import field_error_text
from app.present.payments import amount_hint, present_coin_options, topup_field_errors
from app.rules.money.amounts import check_amount_usd
from ui.pages.topups.purchase_form import PurchaseForm
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.money_edit import MoneyEdit
from ui.widgets.inputs.radio_cards import RadioCards, RadioOption
from ui.widgets.layout.banner import Banner
from ui.widgets.layout.boxes import column, fill, row, wrapping
from ui.widgets.layout.empty_state import Skeleton
from ui.widgets.layout.scroll_area import reveal
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.screen_reader import announce, describe
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtWidgets import QWidget

    from app.models.coins import Coin
    from app.present.payments import CoinOption
    from app.services.accounts.session import AccountSession
    from ui.tasks import Tasks

_LOADING_AFTER_MS = 300
_PLANS_SECONDS = 30.0
_CARDS_HEIGHT = 193
"""Of three rows of coins, as many as there are: nothing jumps when they come."""

_MIN_HINT = 160
"""The least width of what is said beside the buttons; where it is less, that is above them."""

_QUICK_AMOUNTS = ("25", "50", "100", "250")


class NewTopUpDialog(SheetDialog):
    """The form for a new top-up.

    It can be closed while the top-up is being created: the request is in the outbox by then.

    Signals:
        submitted(TopUpDraft): 'Get payment details' was pressed, and what was entered is valid.
    """

    submitted = Signal(object)

    def __init__(self, account: AccountSession, tasks: Tasks, parent: QWidget, last_coin: str = "") -> None:
        """`last_coin` is the key of the option that is chosen first, empty for the first one."""
        super().__init__(_("New top-up"), parent=parent)
        self._account = account
        self._tasks = tasks
        self._last_coin = last_coin
        self._is_open = True
        self._is_current = False
        self._options: dict[str, CoinOption] = {}
        self._busy = False
        self._had_focus: QWidget | None = None
        self.banner = Banner()
        self.banner.acted.connect(self._load_coins)
        self.amount = MoneyEdit(decimal_sign())
        self._quick = [self._build_quick(dollars) for dollars in _QUICK_AMOUNTS]
        self.amount_field = Field(_("Amount in USD"), self.amount, amount_hint(None), beside=self._quick)
        self.amount.textEdited.connect(self.amount_field.clear_error)
        self.amount.textChanged.connect(self._on_amount_changed)
        self.amount.inputRejected.connect(self._on_amount_rejected)
        self.coins = RadioCards(_("Pay with"))
        self._pay_with = Label(_("Pay with"), "secondary")
        self._loading = Skeleton(0, _CARDS_HEIGHT)
        self._coin_error = Label("", "secondary", wrap=True, tone="danger")
        self.purchase = PurchaseForm()
        self.cancel = self.cancel_button()
        self.submit = PrimaryButton(_("Get payment details"))
        self.submit.clicked.connect(self._on_submitted)
        self.submit.setDefault(True)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._on_submitted)
        self._lay_out()
        self._show_loading(loading=True)
        self.finished.connect(self._on_closed)

    def load(self) -> None:
        self._load_coins()
        self._tasks.start("plans", self._show_plans())

    def _load_coins(self) -> None:
        self._show_why_off(_("Loading…"))
        self._tasks.start("coins", self._show_coins())
        QTimer.singleShot(_LOADING_AFTER_MS, self, self._on_coins_take_long)

    async def _show_coins(self) -> None:
        try:
            coins = await self._account.coins.load()
        except AppError as error:
            await self._show_last_coins()
            if self._is_open:
                self._show_error(error, action=_("Try again"))
                self._show_why_off(present_error(error).text)
        else:
            if self._is_open:
                self._show_options(coins)

    async def _show_last_coins(self) -> None:
        """Shows the cached coins, unless the service has listed them in the meantime."""
        last = await self._account.coins.load_last()
        if last is not None and self._is_open and not self._is_current:
            self._show_options(last.coins, age=as_of(last.as_of, self._account.clock.now()))

    async def _show_plans(self) -> None:
        """Offers the plans of the account's subscriptions; without them, plans are typed."""
        with suppress(AppError):
            await self._account.subscriptions.refresh(_PLANS_SECONDS)
            plan_ids = dict.fromkeys(one.plan_id for one in self._account.subscription_store.list())
            if self._is_open:
                self.purchase.show_plan_ids(tuple(plan_ids))

    def _show_options(self, coins: Iterable[Coin], *, age: str = "") -> None:
        """Shows what can be paid with; coins with an `age` such as 'as of 14:02' are read-only."""
        options = self._options = {option.key: option for option in present_coin_options(coins)}
        self.coins.show_options(
            [RadioOption(one.key, one.coin, one.subtitle, one.detail, one.name) for one in options.values()]
        )
        if options:
            self.coins.select(self._last_coin if self._last_coin in options else next(iter(options)))
        self._show_loading(loading=False)
        self._is_current = not age
        self._pay_with.setText(" · ".join(filter(None, (_("Pay with"), age))))
        for control in (self.coins, self.submit):
            control.setEnabled(self._is_current)
        if self._is_current:
            self.banner.hide_banner()
            self._show_why_off("")

    def chosen(self) -> str:
        """Returns the key of the chosen coin and network; empty for none."""
        return self.coins.selected() or ""

    def choose(self, name: str) -> None:
        """Chooses an option by its name, such as 'BTC on Bitcoin'."""
        for option in self._options.values():
            if option.name == name:
                self.coins.select(option.key)

    def show_amount(self, amount: str) -> None:
        self.amount.set_amount(amount)
        self.amount.selectAll()

    def _show_field_error(self, field: str, text: str) -> None:
        if field == "amountUsd":
            self.amount_field.show_error(text)
            self.amount.setFocus()
        elif field.startswith("purchase."):
            self.purchase.show_field_error(field, text)
        else:
            self._coin_error.setText(text)
            self._coin_error.show()
            announce(self._coin_error, text)
            reveal(self._coin_error)

    def _show_error(self, error: AppError, *, action: str = "") -> None:
        view = present_error(error)
        self.banner.show_banner(
            "danger", view.text, icon=view.icon, action=action, details=view.details, dismissible=not action
        )
        reveal(self.banner)

    def show_failure(self, error: AppError, draft: TopUpDraft) -> None:
        """Shows why the top-up was not created, beside the fields that are wrong."""
        match error:
            case InvalidInputError():
                self._show_invalid(error)
            case ValidationError(fields=fields) if fields:
                self._show_services_words(error)
                for field, text in reversed(topup_field_errors(error, draft)):
                    # The first one last: it gets the keyboard.
                    self._show_field_error(field, text)
            case ConflictError(code="plan_unavailable"):
                self._show_services_words(error)
                self._show_field_error("purchase.planId", present_error(error).text)
            case _:
                self._show_error(error)

    def _show_services_words(self, error: AppError) -> None:
        """Shows under Details what the service itself says of a field, if it does."""
        if details := present_error(error).details:
            text = _("The service does not accept what was entered.")
            self.banner.show_banner("danger", text, details=details, dismissible=True)

    def _show_invalid(self, error: InvalidInputError) -> None:
        self._show_field_error(error.field, field_error_text(error.field, error.code))

    @property
    def is_busy(self) -> bool:
        return self._busy

    def set_busy(self, *, busy: bool) -> None:
        """Locks the form while the top-up is created; it can be closed all the same."""
        if busy and not self._busy:
            self._had_focus = self.focusWidget()
            # Not to 'Close', which a key that is held down would press at once.
            self.submit.setFocus()
        self._busy = busy
        self.submit.set_busy(busy)
        self.cancel.setText(_("Close") if busy else _("Cancel"))
        for control in (self.amount, self.coins, self.purchase, *self._quick):
            control.setEnabled(not busy)
        if busy:
            self.show_waiting("")
        else:
            self._hint.setText(_("The exact amount and the rate are fixed for 30 minutes."))
        if not busy and self._had_focus is not None:
            self._had_focus.setFocus()

    def show_waiting(self, text: str) -> None:
        """Shows what it waits for while it is busy; 'Checking…' when `text` is empty."""
        if self._busy:
            leave = _("You can close this: the list goes on with it, and makes no second top-up.")
            self._hint.setText(sentences((text or _("Checking…"), leave)))

    def _fit_hint(self) -> None:
        self._hint.setMinimumWidth(scaled(_MIN_HINT))

    def _lay_out(self) -> None:
        self._hint = Label(
            _("The exact amount and the rate are fixed for 30 minutes."), "secondary", wrap=True
        )
        coins = column(self._pay_with, self._loading, self.coins, spacing=5)
        fill(self.body, self.banner, self.amount_field, coins, self._coin_error, self.purchase, spacing=14)
        buttons = row(None, self.cancel, self.submit, spacing=10)
        fill(self.footer, (wrapping((self._hint, 20), (buttons, 1), spacing=10, centered=True), 1))
        follow(self._fit_hint)
        self._coin_error.hide()
        self.banner.hide()
        self.coins.tab_after(self._quick[-1])

    def _build_quick(self, dollars: str) -> Button:
        button = Button(whole_usd(dollars))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._on_quick_amount_clicked(dollars))
        return button

    def _show_loading(self, *, loading: bool) -> None:
        self._loading.setVisible(loading)
        self.coins.setVisible(not loading)
        self.submit.setEnabled(not loading)

    def _show_why_off(self, reason: str) -> None:
        """Shows why no top-up can be created until the service has listed its coins; '' once it has."""
        self.submit.setToolTip(tooltip(reason))
        describe(self.submit, reason)

    def _on_coins_take_long(self) -> None:
        if self._is_open and not self._is_current:
            self._tasks.start("last coins", self._show_last_coins())

    def _on_closed(self) -> None:
        self._is_open = False

    def _on_amount_changed(self) -> None:
        self.amount_field.set_hint(amount_hint(self.amount.amount_text()))

    def _on_amount_rejected(self) -> None:
        self.amount_field.show_error(field_error_text("amountUsd", "invalid"))

    def _on_quick_amount_clicked(self, dollars: str) -> None:
        self.amount_field.clear_error()
        self.show_amount(f"{dollars}.00")
        self.amount.setFocus()

    def _on_submitted(self) -> None:
        if self._busy or not self.submit.isEnabled():
            return
        self._coin_error.hide()
        self.purchase.clear_errors()
        self.banner.hide_banner()
        try:
            draft = self._draft()
        except InvalidInputError as error:
            self._show_invalid(error)
        else:
            self.submitted.emit(draft)

    def _draft(self) -> TopUpDraft:
        amount = check_amount_usd(self.amount.amount_text() or self.amount.text())
        option = self._options.get(self.chosen())
        if option is None or not option.coin:
            raise InvalidInputError("coin", "required")
        purchase = self.purchase.draft()
        return TopUpDraft(amount_usd=amount, coin=option.coin, network=option.network, purchase=purchase)
