"""A top-up at the terminal: its state, and its payment with the QR code once the deposit check has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.output import (
    DETAILS_COLUMNS,
    SYMBOLS,
    Cell,
    beside,
    code_columns,
    field_lines,
    print_json,
    qr_lines,
)
from app.cli.session import DONE, FAILED, CommandError
from app.i18n.texts import _
from app.i18n.units import usd
from app.present.deposits import LINK, present_blocked, present_deposit
from app.present.topups import TopUpFacts, present_topup
from app.rules.topups.deposit_check import Verdict
from app.rules.topups.transitions import can_pay, may_await_payment

if TYPE_CHECKING:
    from app.cli.output import Terminal
    from app.cli.session import Context
    from app.models.topups import TopUp
    from app.present.deposits import DepositView
    from app.present.topups import TopUpView
    from app.rules.topups.deposit_check import Deposit
    from app.services.accounts.session import AccountSession

_PAYABLE = ("address", "amountCrypto", "paymentUri")
_FIRST, _LAST = 7, 8
"""How many characters of an address's ends people compare."""


class NoMoreError(CommandError):
    """The service has a top-up no more that this computer knows; somebody may have paid it.

    Attributes:
        topup: As it was last known.
    """

    def __init__(self, topup: TopUp) -> None:
        text = _("The service no longer has the top-up '{id}'. Ask it about money that you sent.")
        super().__init__(text.format(id=topup.id))
        self.topup = topup


def record(topup: TopUp, deposit: Deposit | None = None) -> dict[str, object]:
    """Returns a top-up with the interface's names; what could be paid only if it passed the deposit check.

    Args:
        deposit: The result of that check; None if it cannot be paid now, or was not checked.
    """
    content: dict[str, object] = topup.model_dump(mode="json", by_alias=True)
    has_passed = deposit is not None and deposit.payable
    if may_await_payment(topup) and not has_passed:
        content = {name: value for name, value in content.items() if name not in _PAYABLE}
    elif has_passed and deposit is not None and deposit.link is None:
        # It could not be checked: the address can be paid, the link must not be drawn.
        content["paymentUri"] = None
    if deposit is not None:
        content["payable"] = deposit.payable
        content["warnings"] = list(deposit.warnings)
        needed = [Verdict.MEMO_NEEDED.value] if deposit.verdict is Verdict.MEMO_NEEDED else []
        content["problems"] = [*(problem.code for problem in deposit.problems), *needed]
    return content


async def show_topup(context: Context, session: AccountSession, topup: TopUp) -> int:
    """Writes a top-up: its payment if it may be paid, else its state; returns 1 where it must not be paid."""
    deposit = await check(context, session, topup)
    if deposit is not None:
        write_deposit(context, session, topup, deposit)
        return DONE if deposit.payable else FAILED
    if not context.arguments.json:
        _write_state(context.terminal, session, view_of(session, topup))
        if may_await_payment(topup) and not context.arguments.wait:
            for line in context.terminal.wrapped(goes_on_text(topup), Cell("·", "dim")):
                context.terminal.write(line)
    return FAILED if _must_not_be_paid(session, topup) else DONE


def goes_on_text(topup: TopUp) -> str:
    """Returns which command shows a top-up later, whose command has ended by then."""
    text = _("The top-up goes on; see it with '{command}'.")
    return text.format(command=f"tollhouse topup show {topup.id}")


def write_deposit(context: Context, session: AccountSession, topup: TopUp, deposit: Deposit) -> None:
    """Writes the payment of a top-up, or why it must not be paid; nothing where JSON is asked for."""
    terminal = context.terminal
    if context.arguments.json:
        return
    if not deposit.payable:
        _write_blocked(terminal, deposit)
        return
    shown = present_deposit(deposit)
    code = qr_lines(shown.qr_text) if terminal.is_live else []
    if code_columns(code) > terminal.columns:
        for line in terminal.wrapped(_("The terminal is too narrow for the QR code."), Cell("!", "warning")):
            terminal.write(line)
        code = []
    terminal.write()
    details = _details(context, session, topup, shown, has_code=bool(code))
    for line in beside(code, details, terminal):
        terminal.write(line)
    terminal.write()


async def show_last_known(context: Context, session: AccountSession, topup: TopUp) -> None:
    """Writes the last known state of a top-up, without its payment."""
    if context.arguments.json:
        print_json(context.terminal, record(topup))
        return
    last = await session.topup_store.saved.last_snapshot(topup.id)
    facts = TopUpFacts(cached_at=last.at if last else topup.created_at)
    _write_state(context.terminal, session, present_topup(topup, session.service_clock.now(), facts))


async def check(context: Context, session: AccountSession, topup: TopUp) -> Deposit | None:
    """Runs the deposit check of a top-up that can be paid now; None for any other."""
    if not is_payable(session, topup):
        return None
    return await session.topups.check(topup, memo_confirmed=getattr(context.arguments, "memo_known", False))


def is_payable(session: AccountSession, topup: TopUp) -> bool:
    """Returns whether a top-up can be paid now, if it passes the deposit check."""
    return not _must_not_be_paid(session, topup) and can_pay(topup, session.service_clock.now())


def _must_not_be_paid(session: AccountSession, topup: TopUp) -> bool:
    store = session.topup_store
    return bool(store.inconsistency(topup.id) or store.not_confirmed(topup))


def view_of(session: AccountSession, topup: TopUp) -> TopUpView:
    store = session.topup_store
    facts = TopUpFacts(
        inconsistency=store.inconsistency(topup.id),
        not_confirmed=store.not_confirmed(topup),
        network=session.coins.network(topup.coin, topup.network),
    )
    return present_topup(topup, session.service_clock.now(), facts)


def _details(
    context: Context, session: AccountSession, topup: TopUp, shown: DepositView, *, has_code: bool
) -> list[str]:
    """Returns the lines beside the QR code, or in its place: exact values, warnings, and the deadline."""
    terminal, view = context.terminal, view_of(session, topup)
    amount, address = f"{shown.amount} {shown.coin}", shown.address
    amount_usd = _("for {amount}").format(amount=usd(topup.amount_usd))
    ends = Cell(address[:_FIRST], "strong"), Cell(address[-_LAST:], "strong")
    fields: list[tuple[str, str | Cell | list[Cell]]] = [
        (_("Top-up"), f"{view.id} · {session.account.name}"),
        (_("Amount to send"), [Cell(amount, "strong"), Cell(f" {amount_usd}", "dim")]),
        (_("Address"), [ends[0], Cell(address[_FIRST:-_LAST]), ends[1]]),
    ]
    if shown.picture == LINK and not has_code:
        fields.append((_("Payment link"), shown.qr_text))
    if view.report is not None:
        fields.append((_("Report a payment"), _report_command(view)))
    lines = field_lines(terminal, fields)
    notes = [(Cell("!", "warning"), view.send_only)]
    symbol = Cell("✓", "success") if shown.note_is_good else Cell("!", "warning")
    if has_code:
        notes.append((symbol, shown.note))
    notes += [(Cell("!", "danger" if shown.is_serious else "warning"), text) for text in shown.warnings]
    if view.purchase is not None:
        bought = " · ".join(filter(None, (view.purchase.title, view.purchase.total)))
        notes.append((Cell("·", "dim"), f"{bought}: {view.purchase.text or view.purchase.badge.text}"))
    if view.clock is not None:
        notes.append((Cell("·", "dim"), view.clock.second_line))
    if context.arguments.wait:
        notes.append((Cell("·", "dim"), _("Ctrl+C stops waiting; the top-up goes on.")))
    for mark, text in notes:
        lines += ["", *terminal.wrapped(text, mark, DETAILS_COLUMNS)]
    return lines


def _report_command(view: TopUpView) -> str:
    return f"tollhouse topup report {view.id}"


def _write_state(terminal: Terminal, session: AccountSession, view: TopUpView) -> None:
    status = [Cell(f"{SYMBOLS[view.badge.kind]} {view.badge.text}", view.badge.kind)]
    if view.confirming is not None:
        status += [Cell(f" · {text}") for text in (view.confirming.title, view.confirming.left) if text]
    fields: list[tuple[str, str | Cell | list[Cell]]] = [
        (_("Top-up"), f"{view.title} · {session.account.name}"),
        (_("Status"), status),
        *view.details,
    ]
    if view.seen is not None and view.seen.received:
        fields.append((_("Received"), f"{view.seen.received} {view.seen.coin}"))
    if view.purchase is not None:
        parts = view.purchase.badge.text, view.purchase.total, view.purchase.text
        fields.append((view.purchase.title, " · ".join(filter(None, parts))))
    for line in field_lines(terminal, fields):
        terminal.write(line)
    write_outcome(terminal, view)


def write_outcome(terminal: Terminal, view: TopUpView, *, with_title: bool = True) -> None:
    """Writes the outcome of a top-up, where it has one, and how a payment is reported here."""
    outcome = view.outcome
    if outcome is None:
        return
    texts = [outcome.title if with_title else "", *outcome.lines]
    if view.report is not None:
        texts.append(_("Report a payment with '{command}'.").format(command=_report_command(view)))
    for number, text in enumerate((*texts, outcome.details)):
        if text:
            symbol = Cell(SYMBOLS[outcome.kind], outcome.kind) if number == 0 else Cell(" ")
            for line in terminal.wrapped(text, symbol):
                terminal.write(line)


def _write_blocked(terminal: Terminal, deposit: Deposit) -> None:
    """Writes why a top-up must not be paid, with both values of what disagrees."""
    view = present_blocked(deposit)
    for number, text in enumerate((view.title, view.text)):
        for line in terminal.wrapped(text, Cell("✗", "danger") if number == 0 else Cell(" ")):
            terminal.write(line)
    if view.asks_memo:
        for line in terminal.wrapped(_("If you have the memo, continue with --memo-known."), Cell(" ")):
            terminal.write(line)
    for problem in view.problems:
        for line in terminal.wrapped(problem.text, Cell("✗", "danger")):
            terminal.write(line)
        values = ((_("Expected"), problem.expected), (_("Found"), problem.found))
        for line in field_lines(terminal, [(f"  {name}", value) for name, value in values if value]):
            terminal.write(line)
