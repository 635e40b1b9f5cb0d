from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import date
from typing import TYPE_CHECKING

import pytest

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.errors import InvalidInputError, UnexpectedResponseError
from app.models.sub_users import SubUserChange, SubUserDraft
from app.models.subscriptions import SubscriptionChange
from support.raw_server import RawServer, Reply, reply
from support.service_records import sub_user_record, subscription_record, usage_record
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@asynccontextmanager
async def answered(*replies: Reply) -> AsyncIterator[tuple[ServiceClient, RawServer]]:
    async with RawServer(list(replies)) as server, build_http() as http:
        yield ServiceClient(server.base_url, "some-key", http=http, clock=VirtualClock()), server


def body_of(request: bytes) -> bytes:
    return request.partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize(
    ("change", "body"),
    [
        (SubscriptionChange(), b"{}"),
        (SubscriptionChange(label=""), b'{"label":""}'),
        (SubscriptionChange(auto_renew=False), b'{"autoRenew":false}'),
        (SubscriptionChange(label="x", auto_renew=True), b'{"label":"x","autoRenew":true}'),
    ],
)
async def test_a_change_names_only_what_changes(change: SubscriptionChange, body: bytes) -> None:
    async with answered(reply(subscription_record())) as (client, server):
        await client.subscriptions.change("sub_1", change)
    assert body_of(server.requests[0]) == body


@pytest.mark.parametrize(
    ("change", "body"),
    [
        (SubUserChange(), b"{}"),
        (SubUserChange(traffic_cap_bytes=None), b'{"trafficLimitBytes":null}'),
        (SubUserChange(traffic_cap_bytes=0), b'{"trafficLimitBytes":0}'),
        (SubUserChange(label="", enabled=False), b'{"label":"","enabled":false}'),
        (SubUserChange(regenerate_password=True), b'{"regeneratePassword":true}'),
    ],
)
async def test_a_sub_user_s_change_tells_no_cap_from_an_unchanged_one(
    change: SubUserChange, body: bytes
) -> None:
    async with answered(reply(sub_user_record())) as (client, server):
        await client.sub_users.change("sub_1", "su_1", change)
    assert body_of(server.requests[0]) == body


@pytest.mark.parametrize(
    ("draft", "body"),
    [
        (SubUserDraft("A"), b'{"label":"A","trafficLimitBytes":null}'),
        (SubUserDraft("A", "p", 0), b'{"label":"A","trafficLimitBytes":0,"password":"p"}'),
    ],
)
async def test_a_new_sub_user_s_password_is_left_to_the_service_unless_given(
    draft: SubUserDraft, body: bytes
) -> None:
    async with answered(reply(sub_user_record(), 201)) as (client, server):
        await client.sub_users.create("sub_1", draft)
    assert body_of(server.requests[0]) == body


@pytest.mark.parametrize("bad", ["..", "", "a/..", "x" * 201])
async def test_ids_that_could_climb_are_never_sent(bad: str) -> None:
    async with answered(reply({})) as (client, server):
        for attempt in (
            client.sub_users.delete("sub_1", bad),
            client.sub_users.delete(bad, "su_1"),
            client.sub_users.change("sub_1", bad, SubUserChange()),
            client.sub_users.list(bad),
            client.sub_users.create(bad, SubUserDraft("A")),
            client.subscriptions.get(bad),
            client.subscriptions.change(bad, SubscriptionChange()),
            client.subscriptions.reset_password(bad),
            client.subscriptions.usage(bad),
        ):
            with pytest.raises(InvalidInputError):
                await attempt
    assert server.requests == []


async def test_any_other_id_is_percent_encoded_in_path_and_query() -> None:
    odd, encoded = "a/b+c&d=%2e", b"a%2Fb%2Bc%26d%3D%252e"
    async with answered(reply(usage_record()), reply({})) as (client, server):
        await client.subscriptions.usage(odd, sub_user_id=odd)
        await client.sub_users.delete(odd, odd)
    path = b"/v1/residential/subscriptions/" + encoded
    usage, deleted = (request.split(b" ", 2)[1] for request in server.requests)
    assert usage == path + b"/usage?subUserId=" + encoded
    assert deleted == path + b"/sub-users/" + encoded


async def test_answers_about_others_are_refused() -> None:
    async with answered(reply(subscription_record(id="sub_2"))) as (client, _):
        with pytest.raises(UnexpectedResponseError):
            await client.subscriptions.get("sub_1")
    async with answered(reply(sub_user_record(id="su_2"))) as (client, _):
        with pytest.raises(UnexpectedResponseError):
            await client.sub_users.change("sub_1", "su_1", SubUserChange())


@pytest.mark.parametrize("gone", [reply(status=204), reply({"deleted": True}), reply("<html>")])
async def test_deleting_needs_no_body_in_the_answer(gone: Reply) -> None:
    async with answered(gone) as (client, server):
        await client.sub_users.delete("sub_1", "su_1")
    assert server.requests[0].startswith(b"DELETE /v1/residential/subscriptions/sub_1/sub-users/su_1 ")


@pytest.mark.parametrize(
    ("limit", "known"), [(50, 50), (0, 0), (None, None), ("50", None), (-1, None), (1.5, None), (True, None)]
)
async def test_the_limit_of_sub_users_is_known_or_not(limit: object, known: int | None) -> None:
    async with answered(reply({"data": [sub_user_record(), 1], "limit": limit})) as (client, _):
        found = await client.sub_users.list("sub_1")
    assert (found.limit, len(found.items), found.unreadable) == (known, 1, 1)


async def test_usage_asks_for_days_and_a_sub_user() -> None:
    async with answered(reply(usage_record())) as (client, server):
        report = await client.subscriptions.usage("sub_1", date(2026, 11, 1), date(2026, 11, 2), "su_1")
    wanted = b"GET /v1/residential/subscriptions/sub_1/usage?from=2026-11-01&to=2026-11-02&subUserId=su_1 "
    assert server.requests[0].startswith(wanted)
    assert (report.first_day, report.last_day) == (date(2026, 11, 1), date(2026, 11, 2))
    assert [(point.day, point.used_bytes, point.requests) for point in report.points] == [
        (date(2026, 11, 1), 10, 1),
        (date(2026, 11, 2), 20, 2),
    ]
    assert [(usage.country, usage.used_bytes) for usage in report.by_country] == [("DE", 30)]


async def test_bad_points_of_usage_are_set_aside() -> None:
    points = [
        {"date": "2026-11-01", "bytes": 10, "requests": 1},
        {"date": 20261102, "bytes": 1, "requests": 1},
        None,
    ]
    record = usage_record(points=points, byCountry=[{"country": "DE", "bytes": -1}], unreadable=77)
    async with answered(reply(record)) as (client, _):
        report = await client.subscriptions.usage("sub_1")
    assert (len(report.points), len(report.by_country), report.unreadable) == (1, 0, 3)


async def test_usage_without_lists_has_no_points() -> None:
    async with answered(reply(usage_record(points=None, byCountry=None))) as (client, _):
        report = await client.subscriptions.usage("sub_1")
    assert (report.points, report.by_country, report.unreadable) == ((), (), 0)


async def test_usage_with_something_else_instead_of_a_list_is_refused() -> None:
    async with answered(reply(usage_record(points={"a": 1}))) as (client, _):
        with pytest.raises(UnexpectedResponseError, match="points"):
            await client.subscriptions.usage("sub_1")
