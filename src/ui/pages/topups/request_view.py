"""Requests of top-ups in words: what can be entered, what is wrong with it, and what is pending."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from babel.lists import format_list

from app.i18n import units
from app.i18n.locales import dates_locale
from app.i18n.texts import _, ngettext
from app.models.topups import PendingState
from app.present.field_errors import field_error_text
from app.present.topups import BadgeView, network_name
from app.rules.money.amounts import MAX_USD, MIN_USD, above_documented_maximum

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from app.errors import ValidationError
    from app.models.money import Coin, Network
    from app.models.topups import PendingTopUp, TopUpDraft
    from app.rules.topups.txids import TxidError


@dataclass(frozen=True, slots=True)
class CoinOption:
    """A coin on one network.

    Attributes:
        key: Identifies the option; made of the coin's code and the network's ID.
        coin: The coin's code.
        network: The network's id.
        title: The coin's code again, as the first line.
        subtitle: The network's name.
        detail: How long it takes and how many blocks.
        name: The accessible name, '<COIN> on <network name>'.
    """

    key: str
    coin: str
    network: str
    title: str
    subtitle: str
    detail: str
    name: str


def present_coin_options(coins: Iterable[Coin]) -> tuple[CoinOption, ...]:
    """Returns every coin on every network of the catalog, in its order; duplicates are left out."""
    options: dict[str, CoinOption] = {}
    for coin in coins:
        for network in coin.networks:
            option = _option(coin, network)
            options.setdefault(option.key, option)
    return tuple(options.values())


def _option(coin: Coin, network: Network) -> CoinOption:
    blocks = _("{n} conf.").format(n=network.confirmations_required)
    detail = blocks
    if network.estimated_minutes is not None:
        detail = _("≈ {n} min · {blocks}").format(n=network.estimated_minutes, blocks=blocks)
    return CoinOption(
        key=f"{coin.code}\n{network.id}",
        coin=coin.code,
        network=network.id,
        title=coin.code,
        subtitle=network.name,
        detail=detail,
        name=_("{coin} on {network}").format(coin=coin.code, network=network.name),
    )


def amount_hint(amount: str | None) -> str:
    """Returns the documented limits (spec 8), or that an amount is over them: the service decides.

    Args:
        amount: With two decimals, such as '50.00'; None while there is none.
    """
    if amount is not None and above_documented_maximum(amount):
        return _(
            "More than the documented maximum of {most}: the service decides whether to accept it."
        ).format(most=units.usd(MAX_USD))
    return _("From {least} to {most}").format(least=units.usd(MIN_USD), most=units.usd(MAX_USD))


def topup_field_errors(error: ValidationError, draft: TopUpDraft) -> tuple[tuple[str, str], ...]:
    """Returns (field, words) for each refused field, in the service's order.

    With a purchase, an amount that is `too_small` does not cover the price minus the balance (spec 4.2
    rule 5): amounts under the limit are refused before anything is sent.

    Args:
        error: The refusal.
        draft: What was asked for.
    """
    found = []
    for fault in error.fields:
        code = fault.code
        if draft.purchase is not None and (fault.field, code) == ("amountUsd", "too_small"):
            code = "does_not_cover"
        found.append((fault.field, field_error_text(fault.field, code)))
    return tuple(found)


def txid_error_text(error: TxidError, network: str) -> str:
    """Returns why a text is not a transaction ID of a network, and what one looks like."""
    if error.code == "too_long":
        return _("A transaction ID has at most 128 characters.")
    name = network_name(network)
    if error.fits:
        return _("This looks like a transaction ID of {others}, but this top-up is on {name}.").format(
            others=format_list([network_name(other) for other in error.fits], "or", locale=dates_locale()),
            name=name,
        )
    match error.form:
        case "hex64":
            others = _("{name} transaction IDs consist of 64 hex characters; this one contains others.")
            another_length = _("{name} transaction IDs consist of 64 hex characters; this one has {n}.")
            right_length = 64
        case "0xhex64":
            others = _(
                "{name} transaction IDs consist of 0x and 64 hex characters; this one contains others."
            )
            another_length = _(
                "{name} transaction IDs consist of 0x and 64 hex characters; this one has {n}."
            )
            right_length = 66
        case "base58_64":
            return _(
                "{name} transaction IDs are base58 signatures, mostly 87 or 88 letters and digits."
            ).format(name=name)
        case _other:
            return _("A transaction ID contains only plain letters and digits.")
    if error.length == right_length:
        return others.format(name=name)
    return another_length.format(name=name, n=units.characters(error.length))


@dataclass(frozen=True, slots=True)
class PendingView:
    """A row above the list.

    Attributes:
        key: Names it to the services.
        title: What was asked for.
        text: What is known of it.
        badge: Its state.
        asks: Whether 'Check again' is offered.
        can_forget: Whether 'Forget it' is.
        warning: The question before it is forgotten; empty if none is needed.
    """

    key: str
    title: str
    text: str
    badge: BadgeView
    asks: bool
    can_forget: bool
    warning: str


def look_again_text() -> str:
    """Returns the name of the button that tries once more to find out."""
    return _("Check again")


def another_text(titles: Sequence[str]) -> str:
    """Returns the question before another top-up is started while these are pending."""
    return _(
        "The outcome of this is not known yet: {topups}. A top-up that you start now is created in addition."
    ).format(topups=units.enumerated(titles))


def forget_text() -> str:
    """Returns the name of the button that gives a pending top-up up."""
    return _("Forget it")


def present_pending(pending: PendingTopUp, now: datetime) -> PendingView:
    """Returns the view of a request whose outcome is unknown.

    Args:
        pending: What was asked for.
        now: This computer's time.
    """
    draft = pending.draft
    title = _("A top-up that this app can no longer read")
    if draft is not None:
        title = _("{amount} in {coin} on {network}").format(
            amount=units.usd(draft.amount_usd), coin=draft.coin, network=network_name(draft.network)
        )
    warning = "" if pending.asks else _forget_warning(title)
    if pending.state is PendingState.DAMAGED:
        warning = _damaged_warning()
    return PendingView(
        pending.key,
        title,
        _text(pending, now),
        _badge(pending, now),
        pending.asks,
        pending.can_forget,
        warning,
    )


def _badge(pending: PendingTopUp, now: datetime) -> BadgeView:
    if pending.state is PendingState.DAMAGED:
        return BadgeView("danger", _("Damaged"), "triangle-alert")
    if pending.asks:
        return BadgeView("warning", _("Not certain"), "circle-help")
    if pending.waits(now):
        return BadgeView("info", _("Waiting"), "hourglass")
    return BadgeView("info", _("Checking…"), "loader-circle")


def _damaged_warning() -> str:
    return _(
        "The app can't know any more which top-up this was. Look through the list first: once it is "
        "forgotten, a top-up of the list can be paid without being compared with what was asked for."
    )


def _forget_warning(title: str) -> str:
    return _(
        "The app stops checking {topup}. If the service has created it anyway, it appears in the "
        "list; nobody has to pay it."
    ).format(topup=title)


def _text(pending: PendingTopUp, now: datetime) -> str:
    if pending.state is PendingState.DAMAGED:
        return _(
            "The app's record of this request is damaged, so it is never sent, and a top-up that it could "
            "be about can't be paid. Look through the list, then forget it here."
        )
    when = units.day_and_time(pending.asked_at, now)
    if pending.waits(now) and pending.waits_until is not None:
        return _(
            "Asked for at {when}. The service asks to wait; the app tries again at {time}, and makes no "
            "second top-up."
        ).format(when=when, time=units.day_and_time(pending.waits_until, now))
    return _unknown_text(pending, when)


def _unknown_text(pending: PendingTopUp, when: str) -> str:
    match pending.state:
        case PendingState.CHECKING:
            return _("Requested at {when}. The service is being asked right now.").format(when=when)
        case PendingState.WAITING:
            return _(
                "Requested at {when}, without a response so far. The app tries again by itself; "
                "it never creates a second top-up."
            ).format(when=when)
        case PendingState.AMBIGUOUS:
            found = ngettext(
                "The list holds {n} top-up that could be this one.",
                "The list holds {n} top-ups that could be this one.",
                pending.candidates,
            ).format(n=pending.candidates)
            return _(
                "It may or may not have been created: requested at {when}, without a response. "
                "{found} Compare before you pay any of them."
            ).format(when=when, found=found)
        case _:
            return _(
                "It may or may not have been created: requested at {when}, without a response. It "
                "is too late to ask again safely, and the service's list contains no match."
            ).format(when=when)


def present_restored(moved_to: str) -> str:
    """Returns the message about an outbox that was damaged, moved aside and recreated."""
    return _(
        "This app's record of its requests was damaged. It was moved to {place}, and your top-ups "
        "were read from the service again. Review them before you start a new one."
    ).format(place=moved_to)
