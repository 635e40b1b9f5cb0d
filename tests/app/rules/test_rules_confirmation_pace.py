"""How long verifying will take: an estimate that is not made of nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.models.coins import Network
from app.models.topups import TopUpSnapshot
from app.present.topups import TopUpFacts, present_topup
from app.rules.topups.confirmation_pace import time_left
from support.deposit_samples import make_topup

if TYPE_CHECKING:
    from app.models.topups import TopUp

NOW = datetime(2026, 11, 18, 14, 0, tzinfo=UTC)
TRON = Network(id="tron", name="Tron", confirmations_required=20, estimated_minutes=4, address="T")


def seen(*confirmations: int, every: timedelta = timedelta(seconds=30)) -> tuple[TopUpSnapshot, ...]:
    """Snapshots so far apart, the last of them now."""
    first = NOW - every * (len(confirmations) - 1)
    return tuple(
        TopUpSnapshot(first + every * number, "verifying", count, 20, "1", "USDT")
        for number, count in enumerate(confirmations)
    )


def verifying(confirmations: int, required: int = 20) -> TopUp:
    return make_topup(
        status="verifying", confirmations=confirmations, confirmationsRequired=required, txid="x"
    )


def test_the_pace_of_its_own_blocks_counts_most() -> None:
    left = time_left(verifying(7), seen(0, 1, 2, 3, 4, 5, 6, 7), TRON, NOW)
    assert left == timedelta(seconds=30) * 13


def test_before_that_the_catalog_tells() -> None:
    assert time_left(verifying(1), seen(0, 1), TRON, NOW) == timedelta(seconds=12) * 19
    assert time_left(verifying(1), seen(0, 1), TRON, NOW + timedelta(seconds=5)) == timedelta(
        seconds=12 * 19 - 5
    )
    assert time_left(verifying(1), seen(0, 1), TRON, NOW + timedelta(seconds=20)) == timedelta(
        seconds=12 * 18
    )


def test_three_blocks_that_came_make_a_pace_and_two_do_not() -> None:
    minute = timedelta(minutes=1)
    assert time_left(verifying(4), seen(1, 2, 3, 4, every=minute), None, NOW) == minute * 16
    assert time_left(verifying(4), seen(1, 4, every=minute), None, NOW) == minute / 3 * 16
    assert time_left(verifying(3), seen(1, 2, 3, every=minute), None, NOW) is None
    assert time_left(verifying(4), seen(4), None, NOW) is None


def test_the_last_missing_block_is_estimated_too() -> None:
    assert time_left(verifying(19), seen(18, 19), TRON, NOW) == timedelta(seconds=12)


def test_a_count_that_is_seen_again_is_no_new_block() -> None:
    minute = timedelta(minutes=1)
    looks = seen(1, 2, 3, 4, 4, every=minute)
    assert time_left(verifying(4), looks, None, NOW) == minute * 15


def test_nothing_is_promised_any_more_after_four_pauses_without_a_block() -> None:
    pause = timedelta(seconds=12)
    assert time_left(verifying(1), seen(0, 1), TRON, NOW + pause * 4) == pause * 18
    assert time_left(verifying(1), seen(0, 1), TRON, NOW + pause * 4 + timedelta(seconds=1)) is None


@pytest.mark.parametrize(
    ("topup", "network", "after"),
    [
        (verifying(0), TRON, 0),
        (verifying(1), None, 0),
        (verifying(1), TRON.model_copy(update={"estimated_minutes": None}), 0),
        (verifying(1), TRON.model_copy(update={"confirmations_required": 0}), 0),
        (verifying(1), TRON, 60),
        (verifying(20), TRON, 0),
        (make_topup(confirmations=1), TRON, 0),
    ],
    ids=["no block yet", "no catalog", "no minutes", "no confirmations", "stuck", "all there", "not sent"],
)
def test_where_the_pace_is_unknown_nothing_is_shown(
    topup: TopUp, network: Network | None, after: int
) -> None:
    looks = seen(*range(topup.confirmations + 1))[-2:]
    assert time_left(topup, looks, network, NOW + timedelta(seconds=after)) is None


def test_a_block_that_was_taken_back_begins_the_count_anew() -> None:
    looks = (*seen(0, 1, 2, 3, 4, 5, every=timedelta(minutes=9))[:-1], *seen(0, 1, 2)[-2:])
    assert time_left(verifying(2), looks, TRON, NOW) == timedelta(seconds=12) * 18


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(4, "about 3 min left"), (1, "less than a minute left"), (200, "about 2 h 10 min left")],
)
def test_it_is_said_in_words(minutes: int, words: str) -> None:
    network = TRON.model_copy(update={"estimated_minutes": minutes})
    view = present_topup(verifying(7), NOW, TopUpFacts(seen(6, 7), network=network)).confirming
    assert view is not None
    assert view.left == words


def test_without_an_estimate_there_are_no_words() -> None:
    view = present_topup(verifying(7), NOW).confirming
    assert view is not None
    assert view.left == ""
