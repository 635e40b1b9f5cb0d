"""The demo account's subscriptions, sub-users, and their usage day by day."""

import random
import sqlite3
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from tollhouse_sandbox.account.usage import share_out
from tollhouse_sandbox.rules.ids import letters, new_id
from tollhouse_sandbox.rules.plans import GB, PLANS
from tollhouse_sandbox.store.records import Subscription, SubUser, UsageDay, insert

_WEEK = (100, 104, 98, 102, 95, 45, 35)
"""Traffic by weekday, Monday first."""
_BYTES_A_REQUEST = 72_000


@dataclass(frozen=True, slots=True)
class _Person:
    """A sub-user to seed; amounts in tenths of a GB, `cap` None for no cap."""

    label: str
    ending: str
    used: int
    cap: int | None
    age_days: int
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class _Demo:
    """A subscription to seed.

    Attributes:
        used: Used since it began, in tenths of a GB.
        ends_days: When it expires, in days from now; negative when it has.
    """

    label: str
    plan_id: str
    username: str
    used: int
    ends_days: int | None
    auto_renew: bool
    age_days: int
    countries: str
    people: tuple[_Person, ...] = ()


_DEMOS = (
    _Demo(
        label="Price watch EU",
        plan_id="residential-50gb",
        username="acme_r7f2",
        used=314,
        ends_days=15,
        auto_renew=True,
        age_days=29,
        countries="DE:112 FR:79 PL:51 ES:36 IT:22 NL:14",
        people=(
            _Person("Berlin runner", "b1", 32, 50, 29),
            _Person("Paris runner", "p4", 47, 50, 29),
            _Person("Warsaw runner", "w2", 50, 50, 29),
            _Person("QA laptop", "qa", 4, None, 28),
            _Person("Contractor K.", "k9", 11, 20, 28, enabled=False),
            _Person("Checkout bot", "c3", 9, 100, 27),
            _Person("Stock monitor", "s7", 61, 100, 27),
            _Person("Nightly batch", "n5", 88, 200, 27),
            _Person("Spare", "z0", 0, 10, 6, enabled=False),
        ),
    ),
    _Demo(
        label="Ad checks",
        plan_id="residential-100gb",
        username="acme_k3d9",
        used=921,
        ends_days=6,
        auto_renew=False,
        age_days=290,
        countries="US:410 GB:180 CA:120 AU:90 BR:75 JP:46",
        people=(
            _Person("Creative team", "c1", 214, 300, 200),
            _Person("Agency", "a2", 87, 100, 64),
            _Person("Old intern account", "i3", 0, None, 40, enabled=False),
        ),
    ),
    _Demo(
        label="Mobile QA",
        plan_id="mobile-gb-5",
        username="acme_m5q1",
        used=49,
        ends_days=None,
        auto_renew=True,
        age_days=200,
        countries="US:26 DE:14 IN:9",
        people=(_Person("Device farm", "d1", 21, 30, 150),),
    ),
    _Demo(
        label="Old crawler",
        plan_id="residential-25gb",
        username="acme_o1c0",
        used=250,
        ends_days=-48,
        auto_renew=False,
        age_days=400,
        countries="US:200 MX:50",
    ),
)


def seed_subscriptions(connection: sqlite3.Connection, draw: random.Random, now: datetime) -> None:
    for demo in _DEMOS:
        subscription = _subscription(demo, draw, now)
        # One is created after the other, as their order shows.
        people = [
            _sub_user(person, subscription, draw, now + number * timedelta(minutes=7))
            for number, person in enumerate(demo.people)
        ]
        insert(connection, [subscription])
        insert(connection, people)
        insert(connection, _usage(demo, subscription, people, draw, now.date()))


def _subscription(demo: _Demo, draw: random.Random, now: datetime) -> Subscription:
    plan = PLANS[demo.plan_id]
    return Subscription(
        id=new_id("sub", draw),
        product_id=plan.product_id,
        label=demo.label,
        plan_id=plan.id,
        traffic_total_bytes=plan.traffic_bytes,
        traffic_used_bytes=_bytes(demo.used),
        expires_at=None if demo.ends_days is None else now + timedelta(days=demo.ends_days),
        auto_renew=demo.auto_renew,
        username=demo.username,
        password=letters(16, draw),
        created_at=now - timedelta(days=demo.age_days),
        country_weights=demo.countries,
    )


def _sub_user(person: _Person, subscription: Subscription, draw: random.Random, now: datetime) -> SubUser:
    return SubUser(
        id=new_id("su", draw),
        subscription_id=subscription.id,
        label=person.label,
        username=f"{subscription.username}_{person.ending}",
        password=letters(12, draw),
        traffic_limit_bytes=None if person.cap is None else _bytes(person.cap),
        traffic_used_bytes=_bytes(person.used),
        enabled=person.enabled,
        created_at=now - timedelta(days=person.age_days),
    )


def _usage(
    demo: _Demo, subscription: Subscription, people: list[SubUser], draw: random.Random, today: date
) -> list[UsageDay]:
    """Spreads used traffic over days that add up to it exactly, for the main user and each sub-user."""
    last = today + timedelta(days=min(0, demo.ends_days or 0))
    count = (last - subscription.created_at.date()).days + 1
    days = [last - timedelta(days=back) for back in range(count)]
    main_bytes = subscription.traffic_used_bytes - sum(person.traffic_used_bytes for person in people)
    rows = _spread(subscription.id, "", main_bytes, days, draw)
    for person in people:
        own = [day for day in days if day >= person.created_at.date()]
        rows += _spread(subscription.id, person.id, person.traffic_used_bytes, own, draw)
    return rows


def _spread(
    subscription_id: str, sub_user_id: str, total: int, days: list[date], draw: random.Random
) -> list[UsageDay]:
    if not total:
        return []
    weights = [_weight(day, draw) for day in days]
    shares = share_out(total, weights)
    return [
        UsageDay(subscription_id, sub_user_id, day.isoformat(), share, _requests(share, draw))
        for day, share in zip(days, shares, strict=True)
        if share
    ]


def _weight(day: date, draw: random.Random) -> int:
    """Weighs a day: a weekly rhythm, some chance, and gaps that all users of the account share."""
    if day.toordinal() % 41 in {17, 18} or day.toordinal() % 97 == 5:
        return 0
    return _WEEK[day.weekday()] * draw.randrange(65, 136)


def _requests(count_bytes: int, draw: random.Random) -> int:
    return max(1, count_bytes * draw.randrange(85, 116) // (100 * _BYTES_A_REQUEST))


def _bytes(tenths: int) -> int:
    return tenths * GB // 10
