"""When a request may be sent again with its key, and which top-up it can have created (spec 4.2)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.models.topup_requests import TopUpDraft
from app.rules.topups.idempotency import Moment, candidates, creation_window, fits, may_replay
from support.deposit_samples import CREATED, make_topup

if TYPE_CHECKING:
    from app.models.topups import TopUp

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
DRAFT = TopUpDraft.model_validate({"amountUsd": "25.00", "coin": "BTC", "network": "bitcoin"})
BOUGHT = {"planId": "residential-5gb", "quantity": 2, "status": "pending"}
BUYING = TopUpDraft.model_validate(
    {
        "amountUsd": "25.00",
        "coin": "BTC",
        "network": "bitcoin",
        "purchase": {"planId": "residential-5gb", "quantity": 2},
    }
)


@pytest.mark.parametrize(
    ("age", "remembered"),
    [
        (timedelta(), True),
        (23 * HOUR - SECOND, True),
        (23 * HOUR, False),
        (24 * HOUR, False),
        (-5 * SECOND, True),
        (-6 * SECOND, False),
    ],
)
def test_a_key_is_trusted_for_23_hours_by_either_clock(age: timedelta, *, remembered: bool) -> None:
    wrong = timedelta(days=400)
    assert may_replay(Moment(CREATED), Moment(CREATED + age)) is remembered
    # The service's own time decides, whatever this computer's says.
    by_service = Moment(CREATED, CREATED), Moment(CREATED - wrong, CREATED + age)
    assert may_replay(*by_service) is remembered


@pytest.mark.parametrize(
    ("requested", "now"),
    [
        (Moment(CREATED, CREATED + HOUR + SECOND), Moment(CREATED)),
        (Moment(CREATED), Moment(CREATED, CREATED - HOUR - SECOND)),
    ],
    ids=["wrong then", "wrong now"],
)
def test_a_clock_known_to_be_wrong_is_not_trusted(requested: Moment, now: Moment) -> None:
    assert not may_replay(requested, now)


def test_clocks_an_hour_apart_still_agree() -> None:
    assert Moment(CREATED).clocks_agree
    assert Moment(CREATED, CREATED - HOUR).clocks_agree
    assert not Moment(CREATED, CREATED - HOUR - SECOND).clocks_agree
    assert may_replay(Moment(CREATED, CREATED + HOUR), Moment(CREATED))


def test_by_the_service_s_clock_it_was_created_within_an_hour_of_being_sent_last() -> None:
    asked, sent = Moment(CREATED, CREATED), Moment(CREATED, CREATED + 3 * HOUR)
    now = Moment(CREATED + 9 * HOUR)
    assert creation_window(asked, sent, now) == (CREATED - 5 * SECOND, CREATED + 4 * HOUR)
    assert creation_window(asked, Moment(CREATED), now) == (CREATED - 5 * SECOND, CREATED + HOUR)
    # A service whose clock went back: never a window that ends before it begins.
    back = Moment(CREATED, CREATED - 3 * HOUR)
    assert creation_window(asked, back, now) == (CREATED - 5 * SECOND, CREATED + HOUR)


def test_without_it_this_computer_s_clock_is_set_right_by_how_far_it_is_off_now() -> None:
    off = timedelta(minutes=7)
    asked, sent = Moment(CREATED), Moment(CREATED + 2 * HOUR)
    now = Moment(CREATED + 5 * HOUR, CREATED + 5 * HOUR + off)
    assert creation_window(asked, sent, now) == (
        CREATED + off - 5 * SECOND,
        CREATED + 2 * HOUR + off + HOUR,
    )
    assert creation_window(asked, Moment(CREATED - HOUR), now) == (
        CREATED + off - 5 * SECOND,
        CREATED + off + HOUR,
    )
    assert creation_window(asked, asked, Moment(CREATED, CREATED)) is not None


@pytest.mark.parametrize(
    "now",
    [
        Moment(CREATED + HOUR),
        Moment(CREATED + HOUR, CREATED + 3 * HOUR),
        Moment(CREATED - SECOND, CREATED),
    ],
    ids=["service unknown", "clocks disagree", "clock went back"],
)
def test_where_the_time_is_unknown_there_is_no_window(now: Moment) -> None:
    assert creation_window(Moment(CREATED), Moment(CREATED), now) is None


@pytest.mark.parametrize(
    ("topup", "draft", "same"),
    [
        (make_topup(), DRAFT, True),
        (make_topup(amountUsd="25.0"), DRAFT, True),
        (make_topup(amountUsd="25.01"), DRAFT, False),
        (make_topup(coin="LTC"), DRAFT, False),
        (make_topup(network="litecoin"), DRAFT, False),
        (make_topup(purchase=BOUGHT), DRAFT, False),
        (make_topup(), BUYING, False),
        (make_topup(purchase=BOUGHT), BUYING, True),
        (make_topup(purchase=BOUGHT | {"quantity": 1}), BUYING, False),
        (make_topup(purchase=BOUGHT | {"quantity": None}), BUYING, True),
        (make_topup(purchase=BOUGHT | {"planId": "mobile-5gb"}), BUYING, False),
        (make_topup(purchase=BOUGHT | {"planId": None}), BUYING, True),
    ],
)
def test_only_a_top_up_of_the_same_amount_coin_and_purchase_fits(
    topup: TopUp, draft: TopUpDraft, *, same: bool
) -> None:
    assert fits(topup, draft) is same


@pytest.mark.parametrize(
    ("created", "between", "found"),
    [
        (CREATED, (CREATED, CREATED + HOUR), True),
        (CREATED + HOUR, (CREATED, CREATED + HOUR), True),
        (CREATED - SECOND, (CREATED, CREATED + HOUR), False),
        (CREATED + HOUR + SECOND, (CREATED, CREATED + HOUR), False),
        (CREATED - 100 * HOUR, None, True),
    ],
)
def test_a_candidate_was_created_in_its_window(
    created: datetime, between: tuple[datetime, datetime] | None, *, found: bool
) -> None:
    topup = make_topup(createdAt=created)
    assert candidates([topup], DRAFT, between, frozenset()) == ((topup,) if found else ())


def test_one_without_a_purchase_is_a_candidate_for_a_request_with_one_but_does_not_fit() -> None:
    """Before a payment is reported, a service may leave it out (spec 2.1)."""
    bare = make_topup()
    assert candidates([bare, make_topup(purchase=BOUGHT | {"planId": "x"})], BUYING, None, frozenset()) == (
        bare,
    )
    assert not fits(bare, BUYING)
    assert candidates([make_topup(purchase=BOUGHT)], DRAFT, None, frozenset()) == ()


def test_what_another_request_created_or_what_differs_is_no_candidate() -> None:
    other = make_topup(id="tu_2", coin="LTC", network="litecoin")
    free = make_topup(id="tu_3")
    topups = [make_topup(), other, free]
    assert candidates(topups, DRAFT, None, frozenset({"tu_1"})) == (free,)
