"""What reads untrusted bytes, each with what must be true of whatever comes out: for any way of fuzzing."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from app.api.addresses import clean_base_url
from app.api.calls import Response
from app.api.json_bodies import read_object, read_record
from app.api.outcome import parse_retry_after
from app.errors import AppError, InvalidInputError
from app.models.coins import Coin
from app.models.money import parse_decimal
from app.models.sub_users import SubUser
from app.models.subscriptions import Subscription, UsageReport
from app.models.times import parse_instant
from app.models.topups import TopUp
from app.rules.money.addresses import check_address
from app.rules.money.tokens import KNOWN_NETWORKS
from app.rules.payment_uris.parsing import parse_payment_uri
from app.rules.sub_users.changes import parse_cap
from app.rules.sub_users.files import read_rows
from app.rules.topups.entries import TxidError, check_txid, is_txid
from support.deposit_samples import ADDRESSES, PAIRS, sample_of
from support.service_records import (
    coin_record,
    sub_user_record,
    subscription_record,
    topup_record,
    usage_record,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
_MODELS = (TopUp, Subscription, SubUser, UsageReport, Coin)
# By the interface alone (spec 2), not by what the app uses.
_DECIMAL = re.compile(r"[0-9]{1,12}(\.[0-9]{1,18})?", re.ASCII)
_PLAIN = re.compile(r"[0-9]+(\.[0-9]+)?", re.ASCII)


class ParserTarget(NamedTuple):
    """A parser.

    Attributes:
        run: Parses; raises an `AssertionError` if what comes out is wrong, and nothing else.
        seeds: What a person or the service would really give it.
    """

    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")


def _payment_uri(content: bytes) -> None:
    text = _text(content)
    link = parse_payment_uri(text)
    assert link == parse_payment_uri(text)
    assert link.address is None or link.address in text
    assert link.amount is None or _PLAIN.fullmatch(link.amount), link
    assert link.scheme == link.scheme.lower()


def _address(content: bytes) -> None:
    for network in KNOWN_NETWORKS:
        check = check_address(network, _text(content))
        assert check.state != "valid" or _text(content).isascii()


def _decimal(content: bytes) -> None:
    text = _text(content)
    try:
        parsed = parse_decimal(text)
    except ValueError:
        assert not _DECIMAL.fullmatch(text)
    else:
        assert _DECIMAL.fullmatch(text)
        assert parsed == text
        assert parsed.value == Decimal(text)


def _time(content: bytes) -> None:
    with suppress(ValueError):
        assert parse_instant(_text(content)).utcoffset() == timedelta()


def _retry_after(content: bytes) -> None:
    wait = parse_retry_after(_text(content), _NOON)
    assert wait is None or wait >= timedelta()


def _body(content: bytes) -> None:
    with suppress(AppError):
        found = read_object(Response(200, content))
        for model in _MODELS:
            with suppress(AppError):
                repr(read_record(found, model))


def _sub_users(content: bytes) -> None:
    try:
        preview = read_rows(content, existing=("Anna",), remaining=5)
    except InvalidInputError as error:
        assert error.field == "file"  # noqa: PT017 (either ending is fine)
    else:
        assert preview.valid_count == len(preview.drafts) <= 5
        assert all(draft.label.strip() for draft in preview.drafts)


def _cap(content: bytes) -> None:
    for sign in (".", ","):
        with suppress(InvalidInputError):
            assert 0 <= parse_cap(_text(content), sign) < 2**63


def _txid(content: bytes) -> None:
    for network in (*KNOWN_NETWORKS, "dogecoin"):
        with suppress(TxidError):
            txid = check_txid(network, _text(content))
            assert not txid or is_txid(network, txid)


def _service_address(content: bytes) -> None:
    with suppress(InvalidInputError):
        clean = clean_base_url(_text(content))
        assert clean_base_url(clean) == clean
        assert clean.startswith(("https://", "http://"))


def _as_json(record: object) -> bytes:
    return json.dumps(record).encode()


TARGETS: dict[str, ParserTarget] = {
    "payment URIs": ParserTarget(
        _payment_uri, tuple(str(sample_of(*pair).topup.payment_uri).encode() for pair in PAIRS)
    ),
    "addresses": ParserTarget(
        _address, tuple(one.encode() for several in ADDRESSES.values() for one in several)
    ),
    "decimals": ParserTarget(_decimal, (b"0.00078432", b"63750.00", b"1e5", b"1_000", b"-1", b".5")),
    "times": ParserTarget(_time, (b"2026-11-18T12:00:00Z", b"2026-11-18T12:00:00.123456789+02:00")),
    "Retry-After": ParserTarget(_retry_after, (b"7", b"Wed, 18 Nov 2026 12:02:00 GMT")),
    "bodies": ParserTarget(
        _body,
        (
            _as_json(topup_record()),
            _as_json(subscription_record()),
            _as_json(sub_user_record()),
            _as_json(usage_record()),
            _as_json(coin_record()),
        ),
    ),
    "sub-user files": ParserTarget(
        _sub_users, (b"label,password,cap\nAnna,,5\n", b'\xef\xbb\xbf"A;b";x;\'=1\r\nC\t2\n', b"a\tb\t1,5\n")
    ),
    "caps": ParserTarget(_cap, (b"5 GB", b"0.5", b"1,5 Go", "\u22123 \u0413\u0411".encode())),
    "transaction IDs": ParserTarget(_txid, (b"ab" * 32, b"0x" + b"AB" * 32, b"5" * 88)),
    "service addresses": ParserTarget(
        _service_address, (b"https://api.example.com/", b"http://[::1]:80", b"https://a@b?c#d")
    ),
}
