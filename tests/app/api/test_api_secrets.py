"""The key, and passwords, stand in no exception, no representation and no log."""

from __future__ import annotations

import gc
import html
import logging
import traceback
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from app.api.calls import Call, Response
from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.transport import Pace
from app.errors import AppError, ServiceError
from app.models.sub_users import SubUser, SubUserDraft
from app.models.subscriptions import Subscription
from app.present.errors import present_error
from app.redaction import redact
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
    # `caplog.text` is that of the teardown by now.
    logged = "\n".join(map(caplog.handler.format, caplog.get_records("call")))
    assert KEY not in logged
    assert "password-canary" not in logged


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
            await client.topups.probe()
    assert caught.value.detail == "You sent Bearer [hidden]."


def escaped(secret: str, form: str) -> str:
    return "".join(form.format(ord(sign)) for sign in secret)


ESCAPED = [escaped(KEY, form) for form in ("\\u{:04x}", "&#x{:x};", "&#{};", "%{:02X}", "\\u0026#{};")]


@pytest.mark.parametrize("key", [KEY, *ESCAPED])
async def test_a_key_repeated_with_escapes_reaches_neither_error_nor_details(key: str) -> None:
    body = f'{{"error": {{"message": "You sent {key}.", "code": "bad", "fields": {{"apiKey": ["{key}"]}}}}}}'
    for answer in (reply(body, 422), reply(f"<html><body>You sent <b>{key}</b></body></html>", 422)):
        async with RawServer([answer]) as server, build_http() as http:
            client = ServiceClient(server.base_url, KEY, http=http, clock=VirtualClock())
            with pytest.raises(ServiceError) as caught:
                await client.topups.probe()
        assert "You sent [hidden]" in caught.value.detail
        assert readable(repr(vars(caught.value))).count(KEY) == 0
        assert readable(present_error(caught.value).details).count(KEY) == 0


def readable(text: str) -> str:
    """A text as whoever wants the secret in it would read it."""
    return unquote(html.unescape(text.encode().decode("unicode_escape")))


PASSWORDS = {"main-password-canary", "sub-password-canary", "draft-password-canary"}


async def test_passwords_that_the_service_repeats_are_hidden() -> None:
    answers = [
        reply({"data": [subscription_record()]}),
        reply({"data": [sub_user_record()], "limit": 10}),
        reply({"error": {"message": f"Not allowed: {', '.join(sorted(PASSWORDS))}."}}, 422),
    ]
    async with RawServer(answers) as server, build_http() as http:
        client = ServiceClient(server.base_url, KEY, http=http, clock=VirtualClock())
        await client.subscriptions.list()
        await client.sub_users.list("sub_1")
        with pytest.raises(ServiceError) as caught:
            await client.sub_users.create("sub_1", SubUserDraft("Anna", "draft-password-canary"))
        assert caught.value.detail == "Not allowed: [hidden], [hidden], [hidden]."
        for password in PASSWORDS:
            assert redact(f"line with {password}") == "line with [hidden]"
    del client, caught
    gc.collect()
    for password in PASSWORDS:
        assert redact(f"line with {password}") == f"line with {password}", "forgotten with the account"


async def test_no_part_of_the_client_shows_the_key() -> None:
    async with build_http() as http:
        client = ServiceClient("https://api.example.com", KEY, http=http, clock=VirtualClock())
        parts = [
            client,
            client.topups,
            client.subscriptions,
            client.sub_users,
            client.catalog,
        ]
        assert all(KEY not in repr(part) for part in parts)


def test_a_call_and_its_response_show_neither_query_nor_body() -> None:
    call = Call("POST", "/v1/topups", (("q", "query-canary"),), b"body-canary", "idempotency-canary")
    assert repr(call) == "Call('POST', '/v1/topups')"
    assert repr(Response(201, b"body-canary")) == "Response(201)"


def test_no_value_shows_its_password() -> None:
    subscription = Subscription.model_validate(subscription_record())
    sub_user = SubUser.model_validate(sub_user_record())
    draft = SubUserDraft("Anna", "draft-password-canary")
    for value in (subscription, sub_user, draft):
        assert "canary" not in repr(value)
        assert "canary" not in str(value)
        assert "canary" in str(value.password)
