"""The demo account's strip: plays the wallet and the network for the open top-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _
from ui.theme.theme import color, follow, scaled
from ui.widgets.buttons.buttons import Button
from ui.widgets.hairlines import paint_dashed_hairline
from ui.widgets.layout.boxes import flow, row, set_margins, wrapping
from ui.widgets.painting import paint_ground
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.api.sandbox_controls import SandboxControls
    from app.models.topups import TopUp
    from app.present.topups import TopUpView
    from ui.tasks import Tasks

_MIN_WORDS = 220


class DemoStrip(QWidget):
    """Offers the parts that the open top-up waits for; without a wallet it is never shown."""

    def __init__(
        self, wallet: SandboxControls | None, tasks: Tasks, refresh: Callable[[str], Awaitable[None]]
    ) -> None:
        """`refresh` loads the top-up of an ID again, after a part was played."""
        super().__init__()
        self._wallet = wallet
        self._tasks = tasks
        self._refresh = refresh
        self._shown = ("", "")
        # What the last part has done to the top-up in this status.
        self._result = ""
        self.pay_exactly = Button(_("Pay exactly"), compact=True)
        self.underpay = Button(_("Underpay"), compact=True)
        self.confirmation = Button(_("Add confirmation"), compact=True)
        badge = Badge()
        badge.show_badge("info", _("Demo"), "flask-conical")
        self._text = Label("", "secondary", wrap=True)
        buttons = flow(self.pay_exactly, self.underpay, self.confirmation, spacing=10)
        texts = row(badge, (self._text, 1), spacing=10)
        self._row = wrapping((texts, 1), buttons, spacing=10, centered=True)
        self.setLayout(self._row)
        self.set_compact(compact=False)
        if wallet is not None:
            paid = _("Paid on the demo's chain. Now report it.")
            self.pay_exactly.clicked.connect(lambda: self._start(wallet.pay_exactly, paid))
            self.underpay.clicked.connect(lambda: self._start(wallet.underpay, paid))
            added = _("One block added.")
            self.confirmation.clicked.connect(lambda: self._start(wallet.add_confirmation, added))
        self.hide()
        follow(self._fit)

    def show_topup(self, topup: TopUp, view: TopUpView, *, is_cached: bool) -> None:
        """Shows which parts can be played now, and the result of the last one."""
        if self._shown != (topup.id, topup.status):
            self._shown, self._result = (topup.id, topup.status), ""
        can_report, can_confirm = view.report is not None, view.confirming is not None
        can_play = view.can_pay or can_confirm or can_report
        self.setVisible(self._wallet is not None and not is_cached and can_play)
        for button, is_offered in (
            (self.pay_exactly, can_report and not self._result),
            (self.underpay, can_report and not self._result),
            (self.confirmation, can_confirm),
        ):
            button.setEnabled(is_offered)
            button.setVisible(is_offered)
        self._text.setText(self._result or _("Play the wallet's part"))

    def set_compact(self, *, compact: bool) -> None:
        """Aligns it with the cards above it, which are nearer to the edges of a small window."""
        set_margins(self._row, 16 if compact else 24, 5, 16 if compact else 20, 5)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A dashed line above it: the strip is not part of the product."""
        super().paintEvent(event)
        painter = QPainter(self)
        paint_ground(painter, self.rect(), color("surface"))
        paint_dashed_hairline(painter, 0, 0, self.width(), color("control_border"))

    def _start(self, act: Callable[[str], Awaitable[object]], result: str) -> None:
        topup_id = self._shown[0]
        if topup_id and not self._tasks.is_running("play"):
            self._tasks.start("play", self._play(act, topup_id, result))

    async def _play(self, act: Callable[[str], Awaitable[object]], topup_id: str, result: str) -> None:
        await act(topup_id)
        # A payment that was not reported yet changes nothing at the service: only the strip shows it.
        self._result = result
        await self._refresh(topup_id)

    def _fit(self) -> None:
        self._text.setMinimumWidth(scaled(_MIN_WORDS))
        # Its buttons come and go, what is above it does not move.
        self.setMinimumHeight(self.pay_exactly.sizeHint().height() + 10)
