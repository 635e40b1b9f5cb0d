"""What is polled next: what is on screen first, a few top-ups one by one, and the lists of many."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.api.topups import Page
from app.errors import NotFoundError, UnreachableError
from app.models.topups import AWAITING_PAYMENT, EXPIRED, REJECTED, VERIFYING, snapshot_of
from app.rules.topups.notifications import WARN_BEFORE
from app.services.topups.schedule import (
    HANDFUL,
    LIST_AFTER,
    ListPolls,
    PolledTopUp,
    due_after,
    next_due,
    polled_lists,
)
from support.deposit_samples import make_topup
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from app.models.topups import TopUp

AWAITED = make_topup()
EARLY = AWAITED.created_at
MORE_TO_COME = Page((AWAITED,), per_page=1)
LAST: Page[TopUp] = Page(())
STATUSES = (AWAITING_PAYMENT, VERIFYING, EXPIRED, REJECTED)


def polled(
    topup_id: str, due: float = 0.0, *, confirmed_at: float = 0.0, odd: str = "", status: str = EXPIRED
) -> PolledTopUp:
    topup = AWAITED.model_copy(update={"id": topup_id, "status": status})
    snapshot = snapshot_of(topup, EARLY, inconsistency=odd, sound_status="", is_open=True)
    return PolledTopUp(topup, snapshot, due, confirmed_at, confirmed_at)


class Lists:
    """The lists of a service, whose pages are set by status, and which of them were opened."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.pages: dict[str, list[Page[TopUp]]] = {}
        self.opened: list[str] = []
        self.is_down = False
        self.polls = ListPolls(self._open, self.clock)

    async def _open(self, status: str) -> AsyncGenerator[Page[TopUp], None]:
        self.opened.append(status)
        if self.is_down:
            raise UnreachableError
        for page in self.pages.get(status, [LAST]):
            yield page

    async def read_all(self) -> None:
        for status in STATUSES:
            await self.polls.next_page(status)


@pytest.fixture
def lists() -> Lists:
    return Lists()


def due_of(
    lists: Lists, *open_topups: PolledTopUp, shown: str = "", busy: tuple[str, ...] = (), now: float = 10.0
) -> str | None:
    return next_due(open_topups, now=now, service_now=EARLY, shown=shown, lists=lists.polls, busy=busy)


def test_up_to_five_are_polled_one_by_one_and_more_by_their_lists() -> None:
    few = [polled(f"tu_{number}") for number in range(HANDFUL)]
    assert polled_lists(few) == frozenset()
    assert polled_lists([*few, polled("tu_v", status=VERIFYING)]) == {EXPIRED, VERIFYING}


def test_of_a_few_the_one_on_screen_comes_first_and_then_the_one_that_waits_longest(lists: Lists) -> None:
    first, second, third = polled("tu_1", 3.0), polled("tu_2", 1.0), polled("tu_3", 10.0)
    assert due_of(lists, first, second, third) == "tu_2"
    assert due_of(lists, first, second, third, shown="tu_3") == "tu_3"
    assert due_of(lists, first, second, third, shown="tu_3", now=9.9) == "tu_2"
    assert due_of(lists, first, second, third, busy=("tu_2",)) == "tu_1"
    assert due_of(lists, first, second, third, now=0.9) is None
    assert due_of(lists, polled("..")) is None, "it can't be asked for"


@pytest.mark.parametrize(
    ("one", "is_due"),
    [
        (polled("tu_1"), False),
        (polled("tu_1", odd="illegal_move"), True),
        (polled("tu_1", status=AWAITING_PAYMENT), False),
    ],
)
def test_of_many_those_with_a_reason_are_polled_by_themselves(
    lists: Lists, one: PolledTopUp, *, is_due: bool
) -> None:
    others = [polled(f"tu_other_{number}", -1.0) for number in range(HANDFUL)]
    assert (due_of(lists, one, *others) == one.topup.id) is is_due
    assert due_of(lists, one, *others, shown=one.topup.id) == one.topup.id
    one.is_denied = True
    assert due_of(lists, one, *others) == one.topup.id
    one.is_denied, one.is_doubted = False, True
    assert due_of(lists, one, *others) == one.topup.id


@pytest.mark.parametrize(
    ("status", "left", "is_due"),
    [
        (AWAITING_PAYMENT, WARN_BEFORE, True),
        (AWAITING_PAYMENT, WARN_BEFORE + timedelta(seconds=1), False),
        (VERIFYING, WARN_BEFORE, False),
    ],
)
def test_of_many_what_is_about_to_expire_is_polled_by_itself(
    lists: Lists, status: str, left: timedelta, *, is_due: bool
) -> None:
    others = [polled(f"tu_other_{number}") for number in range(HANDFUL)]
    found = next_due(
        [*others, polled("tu_1", status=status)],
        now=0.0,
        service_now=AWAITED.expires_at - left,
        shown="",
        lists=lists.polls,
        busy=(),
    )
    assert found == ("tu_1" if is_due else None)


async def test_of_many_what_is_not_in_its_list_any_more_is_polled_by_itself(lists: Lists) -> None:
    await lists.polls.next_page(EXPIRED)
    since = lists.clock.monotonic()
    others = [polled(f"tu_other_{number}", confirmed_at=since) for number in range(HANDFUL)]
    assert due_of(lists, polled("tu_1", confirmed_at=since), *others) is None
    assert due_of(lists, polled("tu_1", confirmed_at=since - 1), *others) == "tu_1"
    unknown = polled("tu_1", confirmed_at=since - 1, status="on_hold")
    assert due_of(lists, unknown, *others) is None


@pytest.mark.parametrize(
    ("status", "odd", "pause"),
    [(AWAITING_PAYMENT, "", 30), (VERIFYING, "", 10), (EXPIRED, "", 60), (VERIFYING, "illegal_move", 30)],
)
def test_how_long_a_poll_waits_counts_from_its_request(status: str, odd: str, pause: int) -> None:
    one = polled("tu_1", odd=odd, status=status)
    assert due_after(one.topup, one.snapshot, 100.0) == 100.0 + pause


def test_a_list_takes_over_why_a_top_up_is_polled_by_itself() -> None:
    for before, is_shown, due in (
        (polled("tu_1", 5.0), False, 60.0),
        (polled("tu_1", 5.0), True, 5.0),
        (polled("tu_1", 90.0), True, 60.0),
        (polled("tu_1", 5.0, odd="illegal_move"), False, 5.0),
    ):
        listed = polled("tu_1", 60.0)
        listed.continue_from(before, is_shown=is_shown)
        assert (listed.due, listed.error, listed.is_denied) == (due, None, False)
    denied, listed = polled("tu_1", 5.0), polled("tu_1", 60.0)
    denied.error, denied.is_denied = NotFoundError(404), True
    listed.continue_from(denied, is_shown=False)
    assert (listed.due, listed.error, listed.is_denied) == (5.0, denied.error, True)


async def test_every_list_is_read_once_and_then_those_of_open_top_ups_more_often(lists: Lists) -> None:
    read = []
    while status := lists.polls.next_due(frozenset(), ()):
        assert not lists.polls.are_complete
        await lists.polls.next_page(status)
        read.append(status)
    assert sorted(read) == sorted(STATUSES)
    assert lists.polls.are_complete
    lists.clock.advance(10)
    assert lists.polls.next_due({VERIFYING, EXPIRED}, ()) == VERIFYING
    assert lists.polls.next_due({VERIFYING, EXPIRED}, {VERIFYING}) is None
    assert lists.polls.next_due({EXPIRED}, ()) is None
    lists.clock.advance(LIST_AFTER.total_seconds() - 10)
    assert lists.polls.next_due(frozenset(), ()) is not None
    lists.polls.make_due()
    assert lists.polls.next_due(frozenset(), STATUSES) is None


async def test_a_list_of_several_pages_is_read_to_its_end(lists: Lists) -> None:
    await lists.read_all()
    read_at = lists.clock.monotonic()
    lists.pages[VERIFYING] = [MORE_TO_COME, LAST]
    lists.clock.advance(30)
    assert await lists.polls.next_page(VERIFYING) == (AWAITED,)
    assert lists.polls.next_due(frozenset(), ()) == VERIFYING
    assert not lists.polls.would_show(VERIFYING, read_at), "it may come yet"
    lists.clock.advance(1)
    assert await lists.polls.next_page(VERIFYING) == ()
    assert lists.polls.next_due(frozenset(), ()) is None
    assert lists.polls.would_show(VERIFYING, read_at + 29)
    assert not lists.polls.would_show(VERIFYING, read_at + 30), "it was as new when the list was begun"
    assert lists.opened == [*STATUSES, VERIFYING]


async def test_a_list_that_ends_without_a_last_page_is_complete(lists: Lists) -> None:
    lists.pages[VERIFYING] = [MORE_TO_COME]
    await lists.polls.next_page(VERIFYING)
    assert await lists.polls.next_page(VERIFYING) == ()
    assert lists.polls.would_show(VERIFYING, float("-inf"))


async def test_a_list_that_can_not_be_read_is_polled_again_after_ten_seconds(lists: Lists) -> None:
    await lists.read_all()
    lists.clock.advance(LIST_AFTER.total_seconds())
    lists.is_down = True
    status = lists.polls.next_due(frozenset(), ())
    assert status is not None
    with pytest.raises(UnreachableError):
        await lists.polls.next_page(status)
    others = set(STATUSES) - {status}
    assert lists.polls.next_due(frozenset(), others) is None
    lists.clock.advance(10)
    assert lists.polls.next_due(frozenset(), others) == status
    lists.is_down = False
    await lists.polls.next_page(status)
    assert lists.polls.next_due(frozenset(), others) is None
