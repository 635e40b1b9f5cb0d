"""The deposit check: nothing payable is shown until a top-up has passed it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple

from app.rules.money.tokens import KNOWN_NETWORKS, NATIVE
from app.rules.payment_uris.links import BARE
from app.rules.topups.deposit_problems import (
    DepositFacts,
    Problem,
    check_amount,
    check_catalog,
    check_id,
    check_recipient,
    check_request,
    check_unchanged,
    facts_of,
    lacks_promo_code,
)
from app.rules.topups.uri_agreement import MAINNET, Agreement, compare

if TYPE_CHECKING:
    from decimal import Decimal

    from app.models.coins import Network
    from app.models.topup_requests import TopUpDraft
    from app.models.topups import TopUp
    from app.rules.topups.uri_agreement import Part


class Verdict(StrEnum):
    MATCH = "match"
    PARTIAL = "partial"
    CANNOT_TELL = "cannot_tell"
    BLOCKED = "blocked"
    MEMO_NEEDED = "memo_needed"


class Deposit(NamedTuple):
    """What may be shown of a deposit, with its warnings; what is payable is None unless `payable`.

    Attributes:
        link: The exact text that may be drawn as a QR code; with `MATCH` and `PARTIAL` only.
        opens_wallet: Whether that link may be handed to a wallet: it has one of the known schemes.
        qr_first: Which picture comes first: the link for a network's own coin alone, as wallets misread links
            for tokens (three published libraries read 25 USDC on Solana as 25 SOL, or as 25,000 USDC).
        by_hand: With `PARTIAL`, what the URI does not contain.
        warnings: `unknown_network`, `unknown_coin`, `no_checksum`, `also_bitcoin`, `off_curve`,
            `unspendable`, `amount_above_rate`, `rate_off_dollar` or `promo_code_missing`; with
            `MEMO_NEEDED`, `memo_unknown` where nobody says whether one is needed.
        above_percent: With `amount_above_rate`, by how much, with one decimal.
        link_reasons: With `CANNOT_TELL`, why the link could not be checked: for Details, partly
            untrusted; empty when none was given.
        problems: With `BLOCKED`, why.
    """

    verdict: Verdict
    coin: str
    network: str
    address: str | None = None
    amount: str | None = None
    amount_usd: str | None = None
    rate: str | None = None
    link: str | None = None
    opens_wallet: bool = False
    qr_first: Literal["link", "address"] = "address"
    by_hand: tuple[Part, ...] = ()
    warnings: tuple[str, ...] = ()
    above_percent: Decimal | None = None
    link_reasons: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def payable(self) -> bool:
        """Whether address, amount and QR code may be shown at all."""
        return self.verdict in {Verdict.MATCH, Verdict.PARTIAL, Verdict.CANNOT_TELL}


def check_deposit(  # noqa: PLR0913 - each is one thing to compare the response with, named by the caller
    topup: TopUp,
    *,
    requested: TopUpDraft | None,
    network: Network | None,
    passed: DepositFacts | None,
    memo_confirmed: bool = False,
    in_catalog: bool = True,
) -> Deposit:
    """Checks a top-up before anything payable is shown.

    Status and time are not checked: see `transitions.can_pay`.

    Args:
        requested: None for a top-up that this app did not create.
        network: The coin catalog's entry for this coin and network, None if there is none.
        passed: The accepted deposit; None before there is one.
        memo_confirmed: The user has the memo from elsewhere; the interface has no field for it.
        in_catalog: False if the catalog was read and has no such entry; without a network, True means that
            the catalog was not read yet.
    """
    recipient_problems, warnings = check_recipient(topup)
    amount_check = check_amount(topup)
    problems = (
        *check_id(topup),
        *(check_request(topup, requested) if requested else ()),
        *check_catalog(topup, network, in_catalog=in_catalog),
        *(check_unchanged(topup, passed) if passed else ()),
        *recipient_problems,
        *amount_check.problems,
    )
    if problems:
        # What differs from the request differs from what was accepted, too.
        problems = tuple(dict.fromkeys(problems))
        return Deposit(Verdict.BLOCKED, topup.coin, topup.network, problems=problems)
    facts = facts_of(topup)
    agreement = compare(topup.payment_uri, facts) if topup.payment_uri else None
    if agreement and agreement.verdict in {"mismatch", "invalid"}:
        link_problems = _link_problems(agreement, facts, topup.payment_uri or "")
        return Deposit(Verdict.BLOCKED, topup.coin, topup.network, problems=link_problems)
    if network and not memo_confirmed and _may_need_memo(network):
        warnings = () if network.memo_required else ("memo_unknown",)
        return Deposit(Verdict.MEMO_NEEDED, topup.coin, topup.network, warnings=warnings)
    if requested and lacks_promo_code(topup, requested):
        warnings = (*warnings, "promo_code_missing")
    return _payable(topup, agreement, (*warnings, *amount_check.warnings), amount_check.above_percent)


def _may_need_memo(network: Network) -> bool:
    """Returns whether a payment needs a memo, or may need one on a network that is not known here."""
    return network.id not in KNOWN_NETWORKS if network.memo_required is None else network.memo_required


def _payable(
    topup: TopUp, agreement: Agreement | None, warnings: tuple[str, ...], above_percent: Decimal | None
) -> Deposit:
    usable = agreement is not None and agreement.verdict in {"match", "partial"}
    return Deposit(
        verdict=Verdict(agreement.verdict) if agreement else Verdict.CANNOT_TELL,
        coin=topup.coin,
        network=topup.network,
        address=topup.address,
        amount=topup.amount_crypto,
        amount_usd=topup.amount_usd,
        rate=topup.rate,
        link=topup.payment_uri if usable else None,
        opens_wallet=usable and agreement is not None and agreement.link.scheme != BARE,
        qr_first="link" if usable and NATIVE.get(topup.network) == topup.coin else "address",
        by_hand=agreement.missing if agreement else (),
        warnings=warnings,
        above_percent=above_percent,
        link_reasons=() if agreement is None or usable else agreement.reasons,
    )


def _link_problems(agreement: Agreement, facts: DepositFacts, text: str) -> tuple[Problem, ...]:
    link = agreement.link
    both: dict[str, tuple[str, str | None]] = {
        "network": (facts.network, link.network),
        "address": (facts.address, link.address),
        "amount": (facts.amount_crypto, link.amount),
        "token": (facts.coin, link.token or link.coin),
        "chain": (str(MAINNET), str(link.chain_id)),
    }
    differing = tuple(
        Problem("link_mismatch", both[part][0], both[part][1] or "", part) for part in agreement.differing
    )
    malformed = tuple(
        Problem("link_invalid", found=text, part=reason)
        for reason in agreement.reasons
        if reason not in agreement.differing
    )
    return malformed + differing
