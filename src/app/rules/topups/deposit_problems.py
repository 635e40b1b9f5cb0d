"""The steps of the deposit check: request, coin catalog, accepted deposit, and the response itself."""

from __future__ import annotations

from decimal import Decimal
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from app.models.money import parse_decimal
from app.rules.identifiers import is_usable_id
from app.rules.money.addresses import check_address, same_address
from app.rules.money.amounts import PRECISION, decimals_in, from_units, same_amount, smallest_amount, to_units
from app.rules.money.tokens import STABLECOINS, can_hold
from app.rules.topups.idempotency import same_purchase

if TYPE_CHECKING:
    from app.models.coins import Network
    from app.models.topup_requests import PurchaseDraft, TopUpDraft
    from app.models.topups import Purchase, TopUp

CHECKED_FIELDS: Final = (
    "id",
    "coin",
    "network",
    "address",
    "amount_crypto",
    "payment_uri",
    "rate",
    "amount_usd",
    "purchase",
)
"""All that the deposit check reads of a top-up: it runs again when one of them changes."""

_checked_values = attrgetter(*CHECKED_FIELDS)


class DepositFacts(NamedTuple):
    """What is paid; `amount_usd` is what it is paid for, empty if that was not saved."""

    network: str
    coin: str
    address: str
    amount_crypto: str
    amount_usd: str = ""


def facts_of(topup: TopUp) -> DepositFacts:
    return DepositFacts(topup.network, topup.coin, topup.address, topup.amount_crypto, topup.amount_usd)


def same_deposit(one: TopUp, other: TopUp) -> bool:
    """Returns whether the deposit check comes to the same result for both."""
    return bool(_checked_values(one) == _checked_values(other))


MAX_OVER_PERCENT = 5
"""How far an amount may be above `amountUsd / rate`: the offset that makes it unique is far smaller."""

NAMED_OVER_PERCENT = 1
"""Above this the difference is named in words."""

MIN_STABLE_RATE = "0.95"
MAX_STABLE_RATE = "1.05"
"""USD per unit of a stablecoin; the rates between them, both included, are ordinary."""

# The maximum number of decimals in the service's decimal strings, for coins of unknown precision.
_MAX_DECIMALS = 18


class Problem(NamedTuple):
    """One reason why a deposit must not be paid, with both values to show side by side.

    Attributes:
        expected: What it should be, empty where there is nothing to compare with.
        found: The service's value: untrusted text.
        part: Which part of a link, or why an address is invalid.
    """

    code: str
    expected: str = ""
    found: str = ""
    part: str = ""


class AmountCheck(NamedTuple):
    """What is known about an amount to send.

    Attributes:
        warnings: `unknown_coin`, `amount_above_rate` or `rate_off_dollar` (a stablecoin's).
        above_percent: How much it is over `amountUsd / rate`, with one decimal; None up to 1 %.
    """

    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()
    above_percent: Decimal | None = None


def check_id(topup: TopUp) -> tuple[Problem, ...]:
    """Checks that the top-up can be requested and its payment reported, by its ID."""
    return () if is_usable_id(topup.id) else (Problem("id_unusable", found=topup.id),)


def check_request(topup: TopUp, requested: TopUpDraft) -> tuple[Problem, ...]:
    same_usd = _same_number(requested.amount_usd, topup.amount_usd)
    # The purchase may be left out until the payment is reported (spec 2.1).
    same_order = topup.purchase is None or same_purchase(topup, requested.purchase)
    return _differences(
        (same_usd, "amount_usd_differs", requested.amount_usd, topup.amount_usd),
        (requested.coin == topup.coin, "coin_differs", requested.coin, topup.coin),
        (requested.network == topup.network, "network_differs", requested.network, topup.network),
        (same_order, "purchase_differs", _order(requested.purchase), _order(topup.purchase)),
    )


def lacks_promo_code(topup: TopUp, requested: TopUpDraft) -> bool:
    """Returns whether a plan is ordered without the requested promo code, and so at another price."""
    made, wanted = topup.purchase, requested.purchase
    if made is None or wanted is None or not wanted.promo_code:
        return False
    return (made.promo_code or "").casefold() != wanted.promo_code.casefold()


def _order(purchase: Purchase | PurchaseDraft | None) -> str:
    if purchase is None:
        return ""
    plan = purchase.plan_id or "?"
    return plan if purchase.quantity is None else f"{plan} × {purchase.quantity}"


def check_catalog(topup: TopUp, network: Network | None, *, in_catalog: bool) -> tuple[Problem, ...]:
    if network is None:
        code = "catalog_unknown" if in_catalog else "not_in_catalog"
        return (Problem(code, found=f"{topup.coin} / {topup.network}"),)
    can_be = can_hold(topup.network, topup.coin)
    is_same = same_address(network.id, network.address, topup.address)
    return _differences(
        (network.id == topup.network, "network_differs", network.id, topup.network),
        (can_be, "coin_not_on_network", topup.network, topup.coin),
        (is_same, "address_not_catalog", network.address, topup.address),
    )


def check_unchanged(topup: TopUp, passed: DepositFacts) -> tuple[Problem, ...]:
    same_recipient = same_address(passed.network, passed.address, topup.address)
    same_amount_crypto = _same_number(passed.amount_crypto, topup.amount_crypto)
    same_amount_usd = not passed.amount_usd or _same_number(passed.amount_usd, topup.amount_usd)
    return _differences(
        (same_recipient, "address_changed", passed.address, topup.address),
        (same_amount_crypto, "amount_changed", passed.amount_crypto, topup.amount_crypto),
        (same_amount_usd, "amount_usd_differs", passed.amount_usd, topup.amount_usd),
        (passed.coin == topup.coin, "coin_changed", passed.coin, topup.coin),
        (passed.network == topup.network, "network_changed", passed.network, topup.network),
    )


def _differences(*checks: tuple[bool, str, str, str]) -> tuple[Problem, ...]:
    """Returns a problem for each check that failed: its result, code, expected and found value."""
    return tuple(Problem(code, expected, found) for agrees, code, expected, found in checks if not agrees)


def check_recipient(topup: TopUp) -> tuple[tuple[Problem, ...], tuple[str, ...]]:
    """Returns the problems of the address and the warnings about it.

    A witness version without known rules is refused: any miner could take what is sent there.
    """
    check = check_address(topup.network, topup.address)
    if check.state == "unknown_network":
        return (), ("unknown_network",)
    reason = check.reason or ("future_witness" if "future_witness" in check.warnings else "")
    if reason:
        return (Problem("address_invalid", found=topup.address, part=reason),), ()
    return (), check.warnings


def check_amount(topup: TopUp) -> AmountCheck:
    """Checks the amount to send: its precision, and that it is what `amountUsd` costs (spec 2.1)."""
    max_decimals = PRECISION.get(topup.coin, _MAX_DECIMALS)
    malformed = _check_numbers(topup, max_decimals)
    if malformed:
        return AmountCheck((malformed,))
    amount = topup.amount_crypto
    units = to_units(amount, max_decimals)
    smallest = smallest_amount(topup.amount_usd, topup.rate, max_decimals)
    if units < smallest:
        return AmountCheck((Problem("amount_below_rate", from_units(smallest, max_decimals), amount),))
    if units * 100 > smallest * (100 + MAX_OVER_PERCENT):
        return AmountCheck((Problem("amount_above_rate", from_units(smallest, max_decimals), amount),))
    above_percent = None
    if units * 100 > smallest * (100 + NAMED_OVER_PERCENT):
        tenths = ((units - smallest) * 1000 + smallest // 2) // smallest
        above_percent = Decimal(tenths).scaleb(-1)
    warnings = {
        "unknown_coin": topup.coin not in PRECISION,
        "amount_above_rate": above_percent is not None,
        "rate_off_dollar": topup.coin in STABLECOINS and not _is_about_a_dollar(topup.rate),
    }
    return AmountCheck((), tuple(code for code, applies in warnings.items() if applies), above_percent)


def _is_about_a_dollar(rate: str) -> bool:
    lowest, units, highest = (
        to_units(text, _MAX_DECIMALS) for text in (MIN_STABLE_RATE, rate, MAX_STABLE_RATE)
    )
    return lowest <= units <= highest


def _check_numbers(topup: TopUp, max_decimals: int) -> Problem | None:
    """Checks the numbers one by one: plain, over zero, and not finer than the coin."""
    amount = topup.amount_crypto
    if not _is_positive(amount):
        return Problem("amount_malformed", found=amount)
    if decimals_in(amount) > max_decimals:
        return Problem("amount_too_precise", str(max_decimals), amount)
    if not _is_positive(topup.rate) or not _is_positive(topup.amount_usd):
        return Problem("rate_malformed", found=f"{topup.amount_usd} / {topup.rate}")
    return None


def _is_positive(text: str) -> bool:
    try:
        return to_units(parse_decimal(text), _MAX_DECIMALS) > 0
    except ValueError:
        return False


def _same_number(a: str, b: str) -> bool:
    try:
        return same_amount(a, b)
    except ValueError:
        return False
