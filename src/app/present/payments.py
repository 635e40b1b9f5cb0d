"""The texts of paying: coins and amounts to choose, reports, and refused inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.i18n.texts import _
from app.i18n.units import alternatives, characters, shortened, usd
from app.models.topups import AWAITING_PAYMENT
from app.present.field_errors import field_error_text
from app.present.statuses import network_name
from app.rules.money.amounts import MAX_USD, MIN_USD, above_documented_maximum
from app.rules.topups.transitions import can_report

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from app.errors import ValidationError
    from app.models.coins import Coin, Network
    from app.models.topup_requests import TopUpDraft
    from app.models.topups import TopUp
    from app.rules.topups.entries import TxidError


class CoinOption(NamedTuple):
    """A coin on one network.

    Attributes:
        key: Made of the coin's code and the network's ID.
        detail: How long it takes and how many blocks.
        name: The accessible name, '<COIN> on <network name>'.
    """

    key: str
    coin: str
    network: str
    subtitle: str
    detail: str
    name: str


def present_coin_options(coins: Iterable[Coin]) -> tuple[CoinOption, ...]:
    """Returns every coin on every network of the catalog, in its order, without duplicates."""
    options: dict[str, CoinOption] = {}
    for coin in coins:
        for network in coin.networks:
            option = _option(coin, network)
            options.setdefault(option.key, option)
    return tuple(options.values())


def option_key(coin: str, network: str) -> str:
    return f"{coin}\n{network}"


def _option(coin: Coin, network: Network) -> CoinOption:
    details = []
    if network.estimated_minutes is not None:
        details.append(_("≈ {n} min").format(n=network.estimated_minutes))
    if network.confirmations_required:
        details.append(_("{n} conf.").format(n=network.confirmations_required))
    return CoinOption(
        key=option_key(coin.code, network.id),
        coin=coin.code,
        network=network.id,
        subtitle=network.name,
        detail=" · ".join(details),
        name=_("{coin} on {network}").format(coin=coin.code, network=network.name),
    )


def amount_hint(amount: str | None) -> str:
    """Returns the documented limits (spec 8), or that an amount exceeds them: the service decides."""
    if amount is not None and above_documented_maximum(amount):
        return _(
            "More than the documented maximum of {most}: the service decides whether to accept it."
        ).format(most=usd(MAX_USD))
    return _("From {least} to {most}").format(least=usd(MIN_USD), most=usd(MAX_USD))


def topup_field_errors(error: ValidationError, draft: TopUpDraft) -> tuple[tuple[str, str], ...]:
    """Returns the field and the text of each field error, in the service's order.

    Amounts under the limit are refused before anything is sent: one that is `too_small` does not cover the
    price minus the balance (spec 4.2 rule 5), or is under another limit, which is not known.
    """
    codes = {("amountUsd", "too_small"): "does_not_cover" if draft.purchase is not None else "refused"}
    return tuple(
        (fault.field, field_error_text(fault.field, codes.get((fault.field, fault.code), fault.code)))
        for fault in error.fields
    )


class ReportView(NamedTuple):
    title: str
    text: str
    placeholder: str


def present_report(topup: TopUp, now: datetime) -> ReportView | None:
    """Returns the texts of the form that reports a payment; None where the service accepts no report."""
    if not can_report(topup, now):
        return None
    placeholder = {
        "bitcoin": _("Transaction ID (64 hex characters)"),
        "litecoin": _("Transaction ID (64 hex characters)"),
        "tron": _("Transaction ID (64 hex characters)"),
        "ethereum": _("Transaction ID (0x and 64 hex characters)"),
        "solana": _("Transaction ID (a base58 signature)"),
    }.get(topup.network, _("Transaction ID, optional"))
    if topup.status == AWAITING_PAYMENT:
        text = _("The transaction ID is optional: without it, the payment is found by its exact amount.")
        return ReportView(_("Sent it?"), text, placeholder)
    text = _("Amount requested: {amount} {coin} to {address}").format(
        amount=topup.amount_crypto, coin=topup.coin, address=shortened(topup.address)
    )
    return ReportView(_("Report a payment"), text, placeholder)


def topup_name(topup: TopUp | TopUpDraft) -> str:
    """Returns what tells a top-up, or one that is requested, from others: '$50.00 in BTC on Bitcoin'."""
    return _("{amount} in {coin} on {network}").format(
        amount=usd(topup.amount_usd), coin=topup.coin, network=network_name(topup.network)
    )


def failed_text(topup: TopUp | TopUpDraft, reason: str) -> str:
    """Returns why something failed of a top-up that is not the one on screen."""
    return _("{label}: {reason}").format(label=topup_name(topup), reason=reason)


def txid_error_text(error: TxidError, network: str) -> str:
    """Returns why a text is not a transaction ID of a network, and what one looks like."""
    if error.code == "too_long":
        return _("A transaction ID has at most 128 characters.")
    name = network_name(network)
    if error.fits:
        return _("This looks like a transaction ID of {others}, but this top-up is on {name}.").format(
            others=alternatives([network_name(other) for other in error.fits]), name=name
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
    return another_length.format(name=name, n=characters(error.length))
