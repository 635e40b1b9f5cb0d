"""The texts of the deposit check: what may be paid, and why something may not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.i18n.texts import _
from app.i18n.units import enumerated, fixed, unbroken, usd
from app.redaction import hide_secrets
from app.rules.topups.deposit_check import Verdict

if TYPE_CHECKING:
    from app.rules.topups.deposit_check import Deposit
    from app.rules.topups.deposit_problems import Problem

LINK = "link"
ADDRESS = "address"
_SERIOUS = frozenset({"off_curve", "unspendable", "rate_off_dollar"})


class DepositView(NamedTuple):
    """The texts beside the QR code of a deposit that may be paid.

    Attributes:
        amount: The exact amount, the service's own string.
        picture: `link` or `address`: the content of the QR code.
        pictures: All alternative texts, so that the widget takes the size of the largest.
        choices: Whether both are possible.
        wallet_link: For 'Open wallet'; empty if there is none.
        warnings: What to know before paying.
        is_serious: Whether a warning means that money could be lost.
        details: Why the payment link could not be checked; partly untrusted, for Details only.
    """

    amount: str
    coin: str
    address: str
    qr_text: str
    picture: str
    pictures: tuple[str, ...]
    choices: bool
    wallet_link: str
    note: str
    note_is_good: bool
    warnings: tuple[str, ...]
    is_serious: bool = False
    details: str = ""


class ProblemView(NamedTuple):
    """Why nothing may be paid, with both values."""

    text: str
    expected: str
    found: str


class BlockedView(NamedTuple):
    """The view in place of a QR code; `asks_memo` if the user can continue by confirming a memo."""

    title: str
    text: str
    asks_memo: bool = False
    problems: tuple[ProblemView, ...] = ()


def present_deposit(deposit: Deposit, picture: str = "") -> DepositView:
    """`picture` is `link` or `address` as chosen by the user; empty for the safest."""
    chosen = picture or deposit.qr_first
    link = deposit.link or ""
    if not link:
        chosen = ADDRESS
    return DepositView(
        amount=deposit.amount or "",
        coin=deposit.coin,
        address=deposit.address or "",
        qr_text=(link if chosen == LINK else deposit.address) or "",
        picture=chosen,
        pictures=tuple(filter(None, (link, deposit.address))),
        choices=bool(link),
        wallet_link=link if deposit.opens_wallet and not _is_warned_of(deposit, chosen) else "",
        note=_note(deposit, chosen),
        note_is_good=deposit.verdict is Verdict.MATCH and chosen == LINK,
        warnings=tuple(_warning_text(code, deposit) for code in deposit.warnings),
        is_serious=not _SERIOUS.isdisjoint(deposit.warnings),
        details=hide_secrets(" · ".join(deposit.link_reasons)),
    )


def _is_warned_of(deposit: Deposit, picture: str) -> bool:
    """Returns whether the link is left out of the code because wallets misread it for this coin."""
    return picture == ADDRESS and deposit.link is not None and deposit.qr_first == ADDRESS


def _note(deposit: Deposit, picture: str) -> str:
    if picture == ADDRESS:
        if deposit.link is None and not deposit.link_reasons:
            return _(
                "The service gave no payment link, so the code holds the address only. "
                "Enter the amount by hand."
            )
        if deposit.link is None:
            return _(
                "The service's payment link could not be checked, so the code holds the address only. "
                "Enter the amount by hand."
            )
        if _is_warned_of(deposit, picture):
            return _(
                "The code holds the address only: many wallets misread payment links for {coin} "
                "on this network. Enter the amount by hand."
            ).format(coin=deposit.coin)
        return _("The code holds the address only. Enter the amount by hand.")
    if deposit.verdict is Verdict.MATCH:
        return _("Address, amount and coin in this code match what is shown here")
    names = {"amount": _("the amount"), "token": _("the coin"), "chain": _("the network")}
    return _("The address in this code matches. Set by hand in the wallet: {parts}.").format(
        parts=enumerated([names.get(part, part) for part in deposit.by_hand])
    )


def _warning_text(code: str, deposit: Deposit) -> str:
    texts = {
        "unknown_coin": _("This app does not know this coin and can't check its number of decimals."),
        "unknown_network": _("This app does not know this network and can't check its addresses."),
        "no_checksum": _("This address has no checksum: compare it character by character after pasting."),
        "also_bitcoin": _("This Litecoin address looks like a Bitcoin address: make sure to send LTC."),
        "off_curve": _(
            "This Solana address can't belong to an ordinary wallet. Ask the service if in doubt."
        ),
        "unspendable": _(
            "Nobody can spend money from this address: its key does not exist. "
            "Ask the service before you pay."
        ),
        "rate_off_dollar": _rate_text(deposit),
        "promo_code_missing": _(
            "The response does not contain your promo code. Compare the price of the plan before you pay."
        ),
        "amount_above_rate": unbroken(
            _(
                "The amount is {percent} % above the rate: the service adds a little to tell payments apart."
            ).format(percent=fixed(deposit.above_percent or 0, 1))
        ),
    }
    return texts.get(code, code)


def _rate_text(deposit: Deposit) -> str:
    return _(
        "1 {coin} counts as {rate} here, though it should be worth about {dollar}: "
        "you would send {amount} {coin} for {usd}."
    ).format(
        coin=deposit.coin,
        rate=usd(deposit.rate or "0"),
        dollar=usd("1.00"),
        amount=deposit.amount,
        usd=usd(deposit.amount_usd or "0"),
    )


def present_blocked(deposit: Deposit) -> BlockedView:
    if deposit.verdict is Verdict.MEMO_NEEDED and "memo_unknown" in deposit.warnings:
        text = _(
            "The service does not say whether payments on this network need a memo. Ask it before you "
            "pay: without a memo that is needed, the money may not reach your balance. If none is "
            "needed, you can continue."
        )
        return BlockedView(_("A memo may be needed"), text, asks_memo=True)
    if deposit.verdict is Verdict.MEMO_NEEDED:
        text = _(
            "Payments on this network need a memo, and the service does not show one here. Ask "
            "the service for yours before you pay: without it the money may not reach your "
            "balance."
        )
        return BlockedView(_("A memo is needed"), text, asks_memo=True)
    title = _("Do not pay this top-up")
    if any(problem.code == "request_unknown" for problem in deposit.problems):
        text = _(
            "This app's record of what was asked for is damaged, so this top-up can't be compared with it. "
            "What is damaged stands above the list: look through it there, or start a new top-up."
        )
        return BlockedView(title, text)
    text = _(
        "The payment details contradict each other, so there is no safe way to pay. You owe "
        "nothing: start a new top-up, and contact the service if it happens again."
    )
    problems = [ProblemView(_problem_text(one), one.expected, one.found) for one in deposit.problems]
    return BlockedView(title, text, problems=tuple(problems))


def _problem_text(problem: Problem) -> str:
    if problem.code == "link_mismatch":
        return _link_mismatch_text(problem.part)
    texts = {
        "id_unusable": _("The payment could not be followed: the top-up's ID can't be asked for"),
        "catalog_unknown": _("The coin catalog is not available, so the address can't be checked"),
        "coin_not_on_network": _("This coin does not exist on this network"),
        "coin_changed": _("The coin has changed since it was first shown"),
        "network_changed": _("The network has changed since it was first shown"),
        "rate_malformed": _("The rate is not a plain number"),
        "amount_usd_differs": _("The response is for another amount"),
        "coin_differs": _("The response is for another coin"),
        "network_differs": _("The response is for another network"),
        "purchase_differs": _("The response is for another plan"),
        "not_in_catalog": _("The coin catalog does not list this coin on this network"),
        "address_not_catalog": _("The address differs from the one in the coin catalog"),
        "address_changed": _("The address has changed since it was first shown"),
        "amount_changed": _("The amount has changed since it was first shown"),
        "address_invalid": _("The address is not valid"),
        "amount_malformed": _("The amount is not a plain number"),
        "amount_too_precise": _("The amount has too many decimals for this coin"),
        "amount_below_rate": _("The amount is too small for the rate"),
        "amount_above_rate": _("The amount is far above the rate"),
        "link_invalid": _("The payment link is damaged"),
    }
    return texts.get(problem.code) or _("The payment details do not agree")


def _link_mismatch_text(part: str) -> str:
    texts = {
        "address": _("The payment link pays to another address"),
        "amount": _("The payment link pays another amount"),
        "network": _("The payment link is for another network"),
        "token": _("The payment link pays another coin"),
        "chain": _("The payment link is for another chain"),
    }
    return texts.get(part) or _("The payment link pays something else")
