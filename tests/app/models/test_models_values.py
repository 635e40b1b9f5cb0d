from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from app.models.coins import Coin, Network
from app.models.locations import Country
from app.models.sub_users import SubUser
from app.models.subscriptions import Subscription, UsageReport
from app.models.times import parse_day, parse_instant
from app.models.topups import Purchase, TopUp
from app.models.value import sanitize
from support.service_records import (
    coin_record,
    country_record,
    sub_user_record,
    subscription_record,
    topup_record,
    usage_record,
)

if TYPE_CHECKING:
    from app.models.value import Value

NOON = datetime(2026, 11, 18, 12, 0, 0, tzinfo=UTC)
RECORDS: list[tuple[type[Value], dict[str, object]]] = [
    (TopUp, topup_record()),
    (Purchase, {"planId": "p", "status": "pending"}),
    (Subscription, subscription_record()),
    (SubUser, sub_user_record()),
    (UsageReport, usage_record()),
    (Coin, coin_record()),
    (Country, country_record()),
]


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-11-18T12:00:00Z", NOON),
        ("2026-11-18t12:00:00z", NOON),
        ("2026-11-18 12:00Z", NOON),
        ("2026-11-18T12:00:00", NOON),
        ("2026-11-18T14:00:00+02:00", NOON),
        ("2026-11-18T14:00:00+0200", NOON),
        ("2026-11-18T14:00:00+02", NOON),
        ("2026-11-18 12:00:00+00", NOON),
        ("2026-11-18T12:00:00,5Z", NOON + timedelta(seconds=0.5)),
        ("2026-11-18T12:00:00.5Z", NOON + timedelta(seconds=0.5)),
        ("2026-11-18T12:00:00.123Z", NOON + timedelta(microseconds=123_000)),
        ("2026-11-18T12:00:00.123456789Z", NOON + timedelta(microseconds=123_456)),
        ("9999-12-31T23:59:59Z", datetime(9999, 12, 29, tzinfo=UTC)),
    ],
)
def test_times_are_read_as_utc(text: str, instant: datetime) -> None:
    parsed = parse_instant(text)
    assert parsed == instant
    assert parsed.tzinfo is UTC


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "now",
        "2026-11-18",
        "1763467200",
        1763467200,
        1763467200.0,
        True,
        None,
        [],
        "2026-13-18T12:00:00Z",
        "2026-11-18T25:00:00Z",
        "2026-11-18T12:00:00Z\n",
        "\u0662\u066026-11-18T12:00:00Z",
        "1969-12-31T23:59:59Z",
        "0001-01-01T00:00:00+23:00",
        "9999-12-31T23:59:59-23:59",
        "2026-11-18T12:00:00+99:00",
        "20261118T120000Z",
    ],
)
def test_what_is_no_time_is_refused(raw: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_instant(raw)


def test_a_time_of_this_computer_s_zone_becomes_utc() -> None:
    assert parse_instant(NOON.astimezone(timezone(timedelta(hours=5)))).tzinfo is UTC


@given(st.text(max_size=40))
def test_no_text_breaks_the_reading_of_times(text: str) -> None:
    for parse in (parse_instant, parse_day):
        try:
            parse(text)
        except ValueError:
            continue


def test_days_are_read() -> None:
    assert parse_day("2026-11-18") == date(2026, 11, 18)
    assert parse_day(date(2026, 11, 18)) == date(2026, 11, 18)


@pytest.mark.parametrize(
    "raw", ["", "2026-02-30", "2026-11-18T00:00:00Z", "20261118", 20261118, NOON, None, "2026-11-18\n"]
)
def test_what_is_no_day_is_refused(raw: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_day(raw)


@pytest.mark.parametrize(("model", "record"), RECORDS)
def test_every_record_of_the_spec_is_read(model: type[Value], record: dict[str, object]) -> None:
    value = model.model_validate(record | {"newField": 1})
    assert model.model_validate(value.model_dump(by_alias=True, mode="json")) == value


@pytest.mark.parametrize(("model", "record"), RECORDS)
def test_values_are_frozen(model: type[Value], record: dict[str, object]) -> None:
    value = model.model_validate(record)
    with pytest.raises(ValidationError):
        setattr(value, next(iter(model.model_fields)), "other")


OPTIONAL = [
    "paymentUri",
    "txid",
    "txidSubmittedAt",
    "amountReceivedCrypto",
    "explorerUrl",
    "creditedUsd",
    "creditedAt",
    "rejection",
    "purchase",
    "confirmations",
    "confirmationsRequired",
]


@pytest.mark.parametrize("name", OPTIONAL)
def test_null_and_left_out_are_alike(name: str) -> None:
    record = topup_record()
    record.pop(name, None)
    assert TopUp.model_validate(record | {name: None}) == TopUp.model_validate(record)


@pytest.mark.parametrize(
    "changes",
    [
        {"amountUsd": 50},
        {"amountUsd": 50.0},
        {"amountUsd": "5_0"},
        {"amountCrypto": "1e-4"},
        {"amountCrypto": "NaN"},
        {"rate": "-1"},
        {"rate": "٣"},
        {"final": "false"},
        {"final": 0},
        {"expiresAt": 1763467200},
        {"id": 1},
        {"status": None},
        {"address": None},
    ],
)
def test_a_topup_with_a_wrong_field_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        TopUp.model_validate(topup_record(**changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"creditedAt": ""},
        {"txidSubmittedAt": "0001-01-01T00:00:00Z"},
        {"creditedUsd": 50},
        {"amountReceivedCrypto": "1e-4"},
        {"txid": 7},
        {"paymentUri": {}},
        {"confirmations": "1"},
        {"confirmations": 1.0},
        {"confirmations": True},
        {"confirmations": -1},
        {"confirmationsRequired": 2**63},
        {"rejection": [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]},
        {"purchase": []},
        {"purchase": {}},
        {"purchase": {"planId": None}},
    ],
)
def test_rubbish_in_an_optional_field_costs_that_field_alone(changes: dict[str, object]) -> None:
    without = topup_record()
    for name in changes:
        without.pop(name, None)
    assert TopUp.model_validate(topup_record(**changes)) == TopUp.model_validate(without)


def test_rubbish_inside_a_purchase_costs_that_field_alone() -> None:
    wrong = {"planId": "p", "status": "pending", "total": 5, "quantity": "two", "options": []}
    purchase = TopUp.model_validate(topup_record(purchase=wrong)).purchase
    assert purchase == Purchase.model_validate({"planId": "p", "status": "pending"})


@pytest.mark.parametrize("status", [{}, {"status": None}, {"status": 5}])
def test_a_purchase_without_a_readable_status_is_not_lost(status: dict[str, object]) -> None:
    purchase = TopUp.model_validate(topup_record(purchase={"planId": "p", **status})).purchase
    assert purchase == Purchase(plan_id="p", status="")


@pytest.mark.parametrize("plan_id", [{}, {"planId": None}, {"planId": 5}])
def test_a_purchase_without_a_readable_plan_is_not_lost(plan_id: dict[str, object]) -> None:
    purchase = TopUp.model_validate(topup_record(purchase={"status": "pending", **plan_id})).purchase
    assert purchase == Purchase(plan_id="", status="pending")
    assert purchase.plan == ""


def test_rubbish_in_optional_fields_of_other_records_costs_those_fields_alone() -> None:
    dates = subscription_record(expiresAt="0001-01-01T00:00:00Z", label=5, subUserCount=-1)
    assert Subscription.model_validate(dates).password == "main-password-canary"
    assert SubUser.model_validate(sub_user_record(label=None)).label == ""
    assert Country.model_validate(country_record(region=5, cities="many")).code == "DE"


@pytest.mark.parametrize("cap", ["5 GB", -1, 1.5])
def test_rubbish_is_never_read_as_no_cap(cap: object) -> None:
    with pytest.raises(ValidationError):
        SubUser.model_validate(sub_user_record(trafficLimitBytes=cap))


@pytest.mark.parametrize("end", ["soon", 1763467200, {}, "0001-01-01T00:00:00Z"])
def test_rubbish_is_never_read_as_no_end(end: object) -> None:
    subscription = Subscription.model_validate(subscription_record(expiresAt=end))
    assert (subscription.expires_at, subscription.is_end_unreadable) == (None, True)
    for valid in (None, "2027-01-01T00:00:00Z"):
        assert not Subscription.model_validate(subscription_record(expiresAt=valid)).is_end_unreadable


@pytest.mark.parametrize("memo", ["yes", 1, []])
def test_rubbish_is_never_read_as_no_memo_needed(memo: object) -> None:
    with pytest.raises(ValidationError):
        Network.model_validate({"id": "n", "name": "N", "address": "a", "memoRequired": memo})


@pytest.mark.parametrize("rejection", ["text", 5, [1, "a"], {"code": "x", "deep": {"list": [None]}}, True])
def test_a_rejection_of_any_shape_is_kept(rejection: object) -> None:
    assert TopUp.model_validate(topup_record(rejection=rejection)).rejection == rejection


def test_an_unknown_status_is_kept() -> None:
    assert TopUp.model_validate(topup_record(status="on_hold")).status == "on_hold"


def test_half_characters_in_texts_can_still_be_kept() -> None:
    assert TopUp.model_validate(topup_record(network="\ud800x")).network == "?x"


def test_amounts_are_kept_to_the_letter() -> None:
    assert TopUp.model_validate(topup_record(amountCrypto="0.000784320")).amount_crypto == "0.000784320"


@pytest.mark.parametrize(
    "changes",
    [
        {"trafficUsedBytes": -1},
        {"trafficUsedBytes": 1.5},
        {"autoRenew": "yes"},
        {"password": None},
        {"endpoint": {"host": "h", "httpPort": 0, "socksPort": 1}},
        {"endpoint": {"host": "h", "httpPort": 65536, "socksPort": 1}},
        {"endpoint": {"host": "h", "httpPort": "80", "socksPort": 1}},
        {"endpoint": None},
    ],
)
def test_a_subscription_with_a_wrong_field_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Subscription.model_validate(subscription_record(**changes))


def test_more_traffic_may_be_used_than_was_bought() -> None:
    assert (
        Subscription.model_validate(subscription_record(trafficRemainingBytes=-5)).traffic_remaining_bytes
        == -5
    )


def test_no_cap_is_none_and_a_cap_of_nothing_is_zero() -> None:
    assert SubUser.model_validate(sub_user_record(trafficLimitBytes=None)).traffic_cap_bytes is None
    assert SubUser.model_validate(sub_user_record(trafficLimitBytes=0)).traffic_cap_bytes == 0


def test_a_refused_value_is_not_repeated() -> None:
    with pytest.raises(ValidationError) as caught:
        Subscription.model_validate(subscription_record(password=["main-password-canary"]))
    assert "canary" not in str(caught.value)


def test_opaque_values_are_tamed() -> None:
    wild = {"\ud800": [float("nan"), float("inf"), "a\udfff", 1, None, True]}
    assert sanitize(wild) == {"?": ["nan", "inf", "a?", 1, None, True]}
