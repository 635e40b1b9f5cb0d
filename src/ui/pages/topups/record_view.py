"""Payment records: the content of the PDF of a credited top-up, or of a month."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from app.i18n import units
from app.i18n.texts import _, ngettext, pgettext
from app.present.outcomes import present_purchase
from app.present.statuses import network_name, unreadable_text
from app.untrusted_text import sanitized

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date, datetime

    from app.models.topups import Purchase, TopUp


class RecordLine(NamedTuple):
    """A name and a value; `aside` is muted, behind it. Identifiers are set in a monospaced font."""

    name: str
    value: str
    aside: str = ""
    is_identifier: bool = False


class RecordSection(NamedTuple):
    title: str
    lines: tuple[RecordLine, ...]


class RecordResult(NamedTuple):
    """The box at the top: what was credited, and what was paid."""

    caption: str
    amount: str
    when: str
    badge: str
    paid: str
    paid_in: str


class PaymentRecord(NamedTuple):
    """One page, or more where texts are long; what the service sent is plain, untrusted text."""

    title: str
    subtitle: str
    made: str
    result: RecordResult
    sections: tuple[RecordSection, ...]
    reference: str


class RecordTable(NamedTuple):
    """The credited top-ups of a month, and their sum."""

    title: str
    subtitle: str
    made: str
    result: RecordResult
    heads: tuple[str, str, str, str]
    rows: tuple[tuple[str, str, str, str], ...]


class RecordTexts(NamedTuple):
    """The texts that every page shares."""

    source: str
    not_an_invoice: str
    explanation: str
    reference: str
    page: str


def record_texts() -> RecordTexts:
    return RecordTexts(
        source=_("from the service’s data"),
        not_an_invoice=_("This is a record of a payment, not an invoice."),
        explanation=_(
            "It shows no VAT. It was made by Tollhouse on the account holder’s computer from what the "
            "service reported, and is neither issued nor signed by the service. The own reference was "
            "written by the account holder."
        ),
        reference=_("Own reference"),
        page=_("Page {n} of {m}"),
    )


def present_record(topup: TopUp, account: str, reference: str, now: datetime) -> PaymentRecord:
    """Returns the record of a credited top-up.

    Args:
        account: The name and the host of its account.
        reference: The account holder's own words; empty for none.
    """
    coin = sanitized(topup.coin, 12)
    result = RecordResult(
        caption=_("Credited to the balance"),
        amount=_credited(topup),
        when=units.utc_moment(topup.credited_at) if topup.credited_at else "",
        badge=pgettext("state of a top-up", "Credited"),
        paid=_paid(topup, coin),
        paid_in=_("paid on {network}").format(network=sanitized(network_name(topup.network), 40)),
    )
    sections = [_payment(topup, coin), _times(topup)]
    if topup.purchase is not None:
        sections.append(_purchase(topup.purchase))
    return PaymentRecord(
        title=_("Payment record"),
        subtitle=_("Top-up {id} · {account}").format(id=sanitized(topup.id, 64), account=account),
        made=_("Made {moment}").format(moment=units.utc_moment(now)),
        result=result,
        sections=tuple(sections),
        reference=reference,
    )


def present_month(  # noqa: PLR0913, PLR0917 (what a month is made of)
    topups: Sequence[TopUp],
    month: date,
    account: str,
    references: Mapping[str, str],
    now: datetime,
    unreadable: int = 0,
) -> tuple[RecordTable, tuple[PaymentRecord, ...]]:
    """Returns the table of a month's credited top-ups, oldest first, and the record of each.

    Args:
        unreadable: How many of the service's records could not be read, and may be missing.
    """
    known = [Decimal(topup.credited_usd) for topup in topups if topup.credited_usd]
    count = ngettext("{n} top-up", "{n} top-ups", len(topups)).format(n=units.number(len(topups)))
    if missing := len(topups) - len(known):
        count = _("{topups}, {n} of them without a reported amount").format(
            topups=count, n=units.number(missing)
        )
    result = RecordResult(
        caption=_("Credited to the balance"),
        amount=units.usd(format(sum(known), "f")) if known or not topups else _("Not reported"),
        when=count,
        badge="",
        paid="",
        paid_in=unreadable_text("topups", unreadable) if unreadable else "",
    )
    table = RecordTable(
        title=_("Payment records"),
        subtitle=_("{month} · {account}").format(month=units.month_name(month), account=account),
        made=_("Made {moment}").format(moment=units.utc_moment(now)),
        result=result,
        heads=(
            pgettext("state of a top-up", "Credited"),
            _("Top-up"),
            pgettext("what was paid", "Paid"),
            _("Amount in USD"),
        ),
        rows=tuple(_row(topup) for topup in topups),
    )
    return table, tuple(present_record(one, account, references.get(one.id, ""), now) for one in topups)


def _row(topup: TopUp) -> tuple[str, str, str, str]:
    return (
        units.utc_moment(topup.credited_at) if topup.credited_at else "",
        sanitized(topup.id, 64),
        _paid(topup, sanitized(topup.coin, 12)),
        _credited(topup),
    )


def _credited(topup: TopUp) -> str:
    return units.usd(topup.credited_usd) if topup.credited_usd else _("Not reported")


def _paid(topup: TopUp, coin: str) -> str:
    """Returns what was received; empty if the service does not report it."""
    return f"{topup.amount_received_crypto} {coin}" if topup.amount_received_crypto else ""


def _payment(topup: TopUp, coin: str) -> RecordSection:
    network = sanitized(network_name(topup.network), 40)
    rate = f"1 {coin} = {units.usd(topup.rate)}"
    fixed_until = _("fixed until {moment}").format(moment=units.utc_moment(topup.expires_at))
    requested = _("for {amount}").format(amount=units.usd(topup.amount_usd))
    lines = [
        RecordLine(_("Coin and network"), _("{coin} on {network}").format(coin=coin, network=network)),
        RecordLine(_("Amount requested"), f"{topup.amount_crypto} {coin}", requested, is_identifier=True),
        RecordLine(_("Rate"), rate, fixed_until),
        RecordLine(_("Deposit address"), sanitized(topup.address, 200), is_identifier=True),
    ]
    if topup.amount_received_crypto:
        received = f"{topup.amount_received_crypto} {coin}"
        lines.insert(2, RecordLine(_("Amount received"), received, is_identifier=True))
    if topup.txid:
        lines.append(RecordLine(_("Transaction ID"), sanitized(topup.txid, 200), is_identifier=True))
    counts = units.number(topup.confirmations)
    if topup.confirmations_required:
        counts = _("{n} of {m}").format(n=topup.confirmations, m=topup.confirmations_required)
    lines.append(RecordLine(_("Confirmations"), counts))
    return RecordSection(_("Payment"), tuple(lines))


def _times(topup: TopUp) -> RecordSection:
    moments = (
        (pgettext("moment", "Created"), topup.created_at),
        (_("Reported as sent"), topup.txid_submitted_at),
        (pgettext("state of a top-up", "Credited"), topup.credited_at),
    )
    lines = (
        RecordLine(name, units.utc_moment(moment), units.zoned_time(moment))
        for name, moment in moments
        if moment
    )
    return RecordSection(_("Times"), tuple(lines))


def _purchase(purchase: Purchase) -> RecordSection:
    plan_id = sanitized(purchase.plan_id, 64)
    name = sanitized(purchase.plan_name or "", 80) or plan_id or _("Not stated")
    plan = name if purchase.quantity is None else f"{name} × {purchase.quantity}"
    lines = [RecordLine(_("Plan"), plan, plan_id if plan_id != name else "")]
    if purchase.total:
        lines.append(RecordLine(_("Total"), units.usd(purchase.total)))
    if purchase.promo_code:
        lines.append(RecordLine(_("Promo code"), sanitized(purchase.promo_code, 64)))
    status = sanitized(present_purchase(purchase).badge.text, 40)
    if purchase.order_id:
        lines.append(RecordLine(_("Order"), sanitized(purchase.order_id, 64), status, is_identifier=True))
    else:
        lines.append(RecordLine(_("Order"), status, sanitized(purchase.failure_reason or "", 120)))
    title = _("Bought from the balance") if purchase.status == "completed" else _("Plan")
    return RecordSection(title, tuple(lines))
