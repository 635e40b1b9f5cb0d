"""The key, and passwords, stand in no exception, no representation and no log."""

from __future__ import annotations

import logging
import traceback
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.transport import Pace
from app.errors import AppError, ServiceError
from app.models.sub_users import SubUser, SubUserDraft
from app.models.subscriptions import Subscription
from support.raw_server import RawServer, Reply, reply
from support.service_records import sub_user_record, subscription_record
from support.virtual_clock import VirtualClock

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "key-canary-0123456789"
ECHO = f"You sent Bearer {KEY}."


@pytest.fixture(autouse=True)
def everything_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.set_level(logging.DEBUG)
    yield
    assert KEY not in caplog.text
    assert "password-canary" not in caplog.text


@pytest.mark.parametrize(
    "bad",
    [
        Reply(reset=True),
        Reply(hang=True),
        reply(ECHO, 401),
        reply({"error": {"code": KEY, "message": ECHO, "fields": {"x": [ECHO]}}}, 422),
        reply(ECHO, 200),
        reply(status=307, headers={"Location": f"https://{KEY}.example/{KEY}"}),
        reply({"id": KEY, "password": KEY}, 200),
        Reply((f"HTTP/1.1 200 OK\r\n{KEY} broken header\r\n\r\n".encode(),)),
    ],
)
async def test_no_failure_repeats_the_key(bad: Reply) -> None:
    async with RawServer([bad]) as server, build_http() as http:
        pace = Pace(timedelta(seconds=0.3))
        client = ServiceClient(server.base_url, KEY, http=http, clock=VirtualClock(), pace=pace)
        with pytest.raises(AppError) as caught:
            await client.subscriptions.reset_password("sub_1")
    error = caught.value
    shown = "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
    assert KEY not in shown
    assert KEY.encode() in server.requests[0]


async def test_a_refusal_that_repeats_the_key_stays_readable() -> None:
    async with RawServer([reply({"error": {"message": ECHO}}, 401)]) as server, build_http() as http:
        client = ServiceClient(server.base_url, KEY, http=http, clock=VirtualClock())
        with pytest.raises(ServiceError) as caught:
            await client.probe()
    assert caught.value.detail == "You sent Bearer [API key]."


async def test_no_part_of_the_client_shows_the_key() -> None:
    async with build_http() as http:
        client = ServiceClient("https://api.example.com", KEY, http=http, clock=VirtualClock())
        parts = [
            client,
            client.topups,
            client.subscriptions,
            client.sub_users,
            client.catalog,
            client._transport,
        ]
        assert all(KEY not in repr(part) for part in parts)


def test_no_value_shows_its_password() -> None:
    subscription = Subscription.model_validate(subscription_record())
    sub_user = SubUser.model_validate(sub_user_record())
    draft = SubUserDraft("Anna", "draft-password-canary")
    for value in (subscription, sub_user, draft):
        assert "canary" not in repr(value)
        assert "canary" not in str(value)
        assert "canary" in str(value.password)
