"""Whatever a service answers to whatever call: values come back, or an `AppError`."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.transport import Pace
from app.errors import AppError
from app.models.sub_users import SubUserChange, SubUserDraft
from app.models.subscriptions import SubscriptionChange
from support.more_examples import more
from support.raw_server import RawServer, Reply, reply
from support.service_records import (
    coin_record,
    country_record,
    sub_user_record,
    subscription_record,
    topup_record,
    usage_record,
)
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

STATUSES = st.sampled_from([200, 200, 200, 201, 204, 302, 400, 401, 404, 409, 422, 429, 500, 503])
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=10)
    | st.sampled_from(["25.00", "2026-11-18T12:00:00Z", "9999-12-31T23:59:59-23:59", "tu_1", 2**63, 1e400]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["data", "error", "id", "pagination", "x"]), inner, max_size=3)
    ),
    max_leaves=10,
)
RECORDS: list[dict[str, object]] = [
    topup_record(purchase={"planId": "p", "status": "pending", "options": {}}),
    subscription_record(),
    sub_user_record(),
    usage_record(),
    coin_record(),
    country_record(),
    {"id": "1", "name": "Berlin", "state": None},
    {"asn": 1, "name": "Net"},
]
SETTINGS = settings(max_examples=more(16), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def damaged_records(draw: st.DrawFn) -> object:
    record = dict(draw(st.sampled_from(RECORDS)))
    for name in draw(st.lists(st.sampled_from(sorted(record)), max_size=3, unique=True)):
        if draw(st.booleans()):
            record[name] = draw(JSON)
        else:
            del record[name]
    if draw(st.booleans()):
        return record
    return {"data": [record, draw(JSON)], "pagination": draw(JSON), "limit": draw(JSON)}


def operations(client: ServiceClient) -> list[Callable[[], Awaitable[object]]]:
    async def all_pages() -> None:
        async for page in client.topups.pages(per_page=1):
            if page.number > 3:
                return

    return [
        client.topups.probe,
        lambda: client.topups.create(b"{}", idempotency_key="k"),
        lambda: client.topups.get("tu_1"),
        lambda: client.topups.report("tu_1"),
        lambda: client.topups.page(1),
        all_pages,
        client.subscriptions.list,
        lambda: client.subscriptions.get("sub_1"),
        lambda: client.subscriptions.change("sub_1", SubscriptionChange(label="x")),
        lambda: client.subscriptions.reset_password("sub_1"),
        lambda: client.subscriptions.usage("sub_1"),
        lambda: client.sub_users.list("sub_1"),
        lambda: client.sub_users.create("sub_1", SubUserDraft("x")),
        lambda: client.sub_users.change("sub_1", "su_1", SubUserChange(enabled=True)),
        lambda: client.sub_users.delete("sub_1", "su_1"),
        client.catalog.coins,
        client.catalog.countries,
        lambda: client.catalog.cities("DE"),
        lambda: client.catalog.asns("DE"),
    ]


async def survive(answer: Reply) -> None:
    async with RawServer([answer]) as server, build_http() as http:
        pace = Pace(timedelta(seconds=5))
        client = ServiceClient(server.base_url, "some-key", http=http, clock=VirtualClock(), pace=pace)
        for operation in operations(client):
            with suppress(AppError):
                repr(await operation())


@SETTINGS
@given(STATUSES, damaged_records() | JSON)
async def test_any_json(status: int, content: object) -> None:
    await survive(reply(json.dumps(content), status))


@SETTINGS
@given(STATUSES, st.binary(max_size=100), st.sampled_from(["", "gzip", "deflate", "br"]))
async def test_any_body(status: int, body: bytes, encoding: str) -> None:
    await survive(reply(body, status, {"Content-Encoding": encoding}))


@SETTINGS
@given(st.binary(max_size=100) | st.binary(max_size=100).map(lambda rest: b"HTTP/1.1 200 OK\r\n" + rest))
async def test_any_bytes(raw: bytes) -> None:
    await survive(Reply((raw,)))
