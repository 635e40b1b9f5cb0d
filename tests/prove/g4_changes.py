"""G4: top-ups in order, and one change in each, at addresses that another implementation has made."""

from __future__ import annotations

import random
import re
import string
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

from app.models.coins import Network
from app.rules.money.amounts import PRECISION, smallest_amount
from app.rules.topups.deposit_check import Verdict
from app.rules.topups.deposit_problems import facts_of
from prove.campaign import Campaign, Figures
from support.address_oracle import KINDS, WITH_CHECKSUM
from support.deposit_samples import PAIRS, Sample, link_for, make_sample

if TYPE_CHECKING:
    from collections.abc import Iterator

_BATCHES = 20
_VALID = 500
_CHANGES = 10
"""So many for each of the valid ones: 100,000 in all, of 10,000."""
_SIGNS = string.ascii_letters + string.digits
_PLAIN = re.compile(r"[0-9]+(\.[0-9]+)?", re.ASCII)
_ZEROS = re.compile(r"(?<=amount=)0+(?=[0-9])|(?<=\.)([0-9]*?)0+(?=&|$)")
"""At both ends of an amount, where they change nothing (BIP-21: any number of digits)."""
_NEVER = ("not blocked", "valid ones blocked")


def _check(number: int, seed: int, is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
    for turn in range(_VALID // 10 if is_sample else _VALID):
        draw = random.Random(f"{seed} {number} {turn}")
        name, sample = _draw_sample(draw)
        counts, details = Counter({"valid": 1}), []
        if sample.check(passed=facts_of(sample.topup)).verdict not in {Verdict.MATCH, Verdict.PARTIAL}:
            counts["valid ones blocked"] += 1
            details.append(f"{name} {sample.topup}")
        for _change in range(_CHANGES):
            change = draw.choice((_other_address, _other_amount, _other_link, _wrong_everywhere))
            counts["changes"] += 1
            if found := change(draw, name, sample):
                counts["not blocked"] += 1
                details.append(f"{name} {change.__name__} {found}")
        yield Figures(+counts, details)


def _draw_sample(draw: random.Random) -> tuple[str, Sample]:
    name = draw.choice(list(KINDS))
    kind = KINDS[name]
    network, coin = draw.choice([pair for pair in PAIRS if pair[0] == kind.network])
    address = kind.make(draw.randbytes(32))
    cents = draw.randint(25_00, 10_000_00)
    amount_usd = f"{cents // 100}.{cents % 100:02}"
    lowest, highest = {"BTC": (10_000, 200_000), "ETH": (500, 10_000)}.get(coin, (1, 500))
    rate = f"{draw.randint(lowest, highest)}.{draw.randint(0, 99):02}"
    offset = draw.randint(0, smallest_amount(amount_usd, rate, PRECISION[coin]) // 50)
    return name, make_sample(network, coin, address, amount_usd=amount_usd, rate=rate, offset_units=offset)


def _changed(draw: random.Random, text: str, signs: str) -> str:
    """Returns a text with one character replaced, taken out, put in or exchanged with the next."""
    at, sign = draw.randrange(len(text)), draw.choice(signs)
    return draw.choice(
        (
            f"{text[:at]}{sign}{text[at + 1 :]}",
            f"{text[:at]}{text[at + 1 :]}",
            f"{text[:at]}{sign}{text[at:]}",
            f"{text[:at]}{text[at + 1 : at + 2]}{text[at]}{text[at + 2 :]}",
        )
    )


def _other_address(draw: random.Random, name: str, sample: Sample) -> str:
    address = sample.topup.address
    changed = _changed(draw, address, _SIGNS)
    # A hex digit of an address may change its case alone, if none is left with the other.
    is_same = changed == address or (name == "ethereum" and changed.lower() == address.lower())
    return "" if is_same or sample.check(address=changed).verdict is Verdict.BLOCKED else changed


def _other_amount(draw: random.Random, _name: str, sample: Sample) -> str:
    amount = sample.topup.amount_crypto
    changed = _changed(draw, amount, string.digits + ".e_ -")
    is_same = bool(_PLAIN.fullmatch(changed)) and Decimal(changed) == Decimal(amount)
    return "" if is_same or sample.check(amount_crypto=changed).verdict is Verdict.BLOCKED else changed


def _other_link(draw: random.Random, _name: str, sample: Sample) -> str:
    """A link that is not the one of the standard never leaves the verdict as it was."""
    link = str(sample.topup.payment_uri)
    changed = _changed(draw, link, _SIGNS + string.punctuation)
    before, after = sample.check(), sample.check(payment_uri=changed)
    is_same = _ZEROS.sub(r"\1", changed.lower()) == _ZEROS.sub(r"\1", link.lower())
    return "" if is_same or (after.verdict, after.by_hand) != (before.verdict, before.by_hand) else changed


def _wrong_everywhere(draw: random.Random, name: str, sample: Sample) -> str:
    """A typo that the whole service makes is caught by the checksum, where the other implementation does."""
    topup = sample.topup
    changed = _changed(draw, topup.address, _SIGNS)
    if name not in WITH_CHECKSUM or KINDS[name].reads(changed):
        return ""
    link = link_for(topup.network, topup.coin, changed, topup.amount_crypto)
    wrong = Sample(
        topup.model_copy(update={"address": changed, "payment_uri": link}),
        Network(id=topup.network, name="", address=changed),
        sample.requested,
    )
    return "" if wrong.check().verdict is Verdict.BLOCKED else changed


CAMPAIGNS = (
    Campaign(
        "G4",
        "changes",
        "top-ups at addresses that `bip-utils` made, each with changes of address, amount or link, or of the"
        " address everywhere",
        ("valid", "changes"),
        _NEVER,
        _BATCHES,
        _check,
    ),
)
