"""The card that reports a payment as sent, and the card of the payment that was seen."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QTimer, Signal

from app.errors import AppError, ConflictError, StorageError
from app.i18n.texts import _
from app.models.topups import AWAITING_PAYMENT
from app.present.errors import present_error
from app.present.payments import txid_error_text
from app.rules.topups.entries import TxidError, check_txid
from ui.tasks import SAVING
from ui.widgets.buttons.buttons import PrimaryButton
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.boxes import fill, framed, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.layout.details import Details
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.models.topups import TopUp
    from app.present.errors import ErrorView
    from app.present.payments import ReportView
    from app.services.accounts.session import AccountSession
    from ui.tasks import Tasks


REPORT: Final = "report "
TYPED: Final = f"{SAVING}typed "
LASTING: Final = (REPORT, TYPED)
"""How the tasks are named that go on when another top-up is opened: reports, and saving what was typed."""

_PAUSE_MS = 700

Density = Literal["usual", "tight", "low"]
_PADDINGS: Final[dict[Density, int]] = {"usual": 20, "tight": 16, "low": 10}


class ReportCard(Card):
    """Reports the payment of the open top-up; `failed_elsewhere` if another one is open by then.

    Signals:
        reported(): The service accepted the report of the open top-up.
    """

    reported = Signal()
    failed_elsewhere = Signal(object, object)

    def __init__(
        self,
        account: AccountSession,
        tasks: Tasks,
        *,
        paste: Callable[[], str],
        on_closed: Callable[[], object],
    ) -> None:
        """`on_closed` is called when the service has responded that the open top-up is closed."""
        super().__init__()
        self._account = account
        self._tasks = tasks
        self._paste = paste
        self._on_closed = on_closed
        self._closed: set[str] = set()
        self._failures: dict[str, ErrorView] = {}
        self._topup_id = ""
        self._has_problem = False
        self._is_busy = False
        self._is_locked = False
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._on_rested)
        self._title = Label("", "strong")
        self._text = Label("", "secondary", wrap=True)
        self.txid = LineEdit(mono=True)
        self.txid.setAccessibleName(_("Transaction ID"))
        self.txid.setMaxLength(256)
        self.txid.textEdited.connect(self._on_txid_edited)
        self.txid.editingFinished.connect(self._on_rested)
        self.txid.returnPressed.connect(self._on_submitted)
        paste_button = self.txid.add_button("clipboard-paste", _("Paste"))
        paste_button.clicked.connect(self._on_paste_clicked)
        self.send = PrimaryButton(_("I've sent the payment"), "send")
        self.send.clicked.connect(self._on_submitted)
        self._error = Label("", "secondary", wrap=True, tone="danger")
        self._details = Details(_("Details"))
        self._words = framed(wrapping(self._title, (self._text, 1), spacing=12))
        fill(self.body, wrapping((self.txid, 1), self.send, spacing=12), self._error, self._details)
        self._clear_error()
        self._density: Density | None = None
        self.set_density("usual")

    def show_report(self, view: ReportView) -> None:
        """What was typed stays."""
        self._title.setText(view.title)
        self._text.setText(view.text)
        self.txid.setPlaceholderText(view.placeholder)

    def set_density(self, density: Density) -> None:
        """Reduces the height below a payment; a low one shows the button above the texts."""
        if density == self._density:
            return
        self._density = density
        is_low = density == "low"
        self.body.setSpacing(6 if is_low else 10)
        self.body.insertWidget(-1 if is_low else 0, self._words)
        self.set_padding(_PADDINGS[density])

    def show_topup(self, topup: TopUp) -> None:
        """Reports this top-up from now on; what was typed for it before is filled in."""
        is_other = self._topup_id != topup.id
        self._topup_id = topup.id
        self._set_busy(busy=self._tasks.is_running(REPORT + topup.id))
        if failure := self._failures.pop(topup.id, None):
            self._show_words(failure.text, failure.details)
        if is_other:
            self._tasks.start("fill in", self._fill_in(topup.id))

    def inconsistency(self, topup: TopUp) -> str:
        """Returns `closed` for one that the service calls open although it takes no report for it."""
        return "closed" if topup.status == AWAITING_PAYMENT and topup.id in self._closed else ""

    def clear(self) -> None:
        self._pause.stop()
        self.txid.clear()
        self._show_problem("")
        self._clear_error()

    def set_locked(self, reason: str) -> None:
        """Disables reporting with a reason; '' enables it again."""
        self._is_locked = bool(reason)
        self.send.setToolTip(tooltip(reason))
        self.send.setAccessibleDescription(reason)
        self._show_send()

    def set_quiet(self, *, quiet: bool) -> None:
        """Makes the button less prominent, where nothing should have been sent."""
        self.send.set_quiet(quiet)

    def _set_busy(self, *, busy: bool) -> None:
        """Locks the form during a report; the focus stays in it."""
        if busy and self.send.hasFocus():
            self.txid.setFocus()
        self._is_busy = busy
        self.send.set_busy(busy)
        self._show_send()
        self.txid.setReadOnly(busy)

    def _show_problem(self, text: str) -> None:
        """Shows a field error; '' hides it."""
        had_problem, self._has_problem = self._has_problem, bool(text)
        self._show_send()
        if text:
            self._show_words(text)
        elif had_problem:
            self._clear_error()

    def _show_send(self) -> None:
        self.send.setEnabled(not (self._is_busy or self._has_problem or self._is_locked))

    def _show_words(self, text: str, details: str = "") -> None:
        self._error.setText(text)
        self._error.show()
        self._details.show_details(details)
        self.txid.show_wrong(text)

    def _clear_error(self) -> None:
        self._error.hide()
        self._details.show_details("")
        self.txid.show_wrong("")

    def _on_txid_edited(self) -> None:
        if self._topup_id:
            # Earlier ones are written first, and none is cancelled.
            self._tasks.add(f"{TYPED}txid", self._save(self._topup_id, self.txid.text()))
        if self._has_problem:
            # Words that come and go with every letter would make the page jump.
            self._on_rested()
        else:
            self._clear_error()
            self._pause.start()

    def _on_rested(self) -> None:
        self._pause.stop()
        topup = self._account.topup_store.get(self._topup_id)
        if topup is not None and not self.txid.isReadOnly():
            self._check(topup)

    def _on_paste_clicked(self) -> None:
        self.txid.setText(self._paste().strip()[:256])
        self._on_txid_edited()
        self._on_rested()
        self.txid.setFocus()

    def _on_submitted(self) -> None:
        topup = self._account.topup_store.get(self._topup_id)
        if topup is None or not self.send.isEnabled():
            return
        txid = self._check(topup)
        if txid is None:
            self.txid.setFocus()
        else:
            self._set_busy(busy=True)
            self._tasks.start(REPORT + topup.id, self._report(topup, txid))

    def _check(self, topup: TopUp) -> str | None:
        """Returns the transaction ID; shows why it is invalid and returns None otherwise."""
        try:
            txid = check_txid(topup.network, self.txid.text())
        except TxidError as error:
            self._show_problem(txid_error_text(error, topup.network))
            return None
        self._show_problem("")
        return txid

    async def _fill_in(self, topup_id: str) -> None:
        """Fills in what was typed before, unless something was typed meanwhile."""
        with suppress(StorageError):  # then it is typed again
            text = await self._account.choices.typed_txid(topup_id)
            if text and not self.txid.text():
                self.txid.setText(text)
                self._on_rested()

    async def _save(self, topup_id: str, text: str) -> None:
        with suppress(StorageError):  # it stays in the field until the app ends
            await self._account.choices.save_typed_txid(topup_id, text)

    async def _report(self, topup: TopUp, txid: str) -> None:
        try:
            await self._account.topups.report(topup.id, txid)
        except AppError as error:
            self._show_failure(topup, error)
            if isinstance(error, ConflictError) and error.code == "topup_closed":
                await self._close(topup)
        else:
            if self._is_shown(topup):
                self.clear()
                self.reported.emit()
            await self._save(topup.id, "")
        finally:
            if self._is_shown(topup):
                self._set_busy(busy=False)

    def _is_shown(self, topup: TopUp) -> bool:
        """Another top-up may be open, or being loaded."""
        return topup.id == self._topup_id == self._account.topup_store.shown

    def _show_failure(self, topup: TopUp, error: AppError) -> None:
        """Shows why a report failed in the form, or elsewhere until that top-up is opened again."""
        view = present_error(error)
        if self._is_shown(topup):
            self._show_words(view.text, view.details)
            self.txid.setFocus()
        else:
            self._failures[topup.id] = view
            self.failed_elsewhere.emit(topup, error)

    async def _close(self, topup: TopUp) -> None:
        """Removes what could be paid, whatever a late poll returns, and loads the current state."""
        self._closed.add(topup.id)
        self._on_closed()
        await self._account.poller.refresh(topup.id)
