"""Subscriptions: changes and lost answers, new passwords, usage, and checking at a real gateway."""

from __future__ import annotations

import asyncio
import json
import socket
from datetime import timedelta
from typing import TYPE_CHECKING

import httpx
import pytest

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.api.gateway_checks import GatewayChecks
from app.clock import SystemClock
from app.errors import InvalidInputError, NotFoundError, UnknownOutcomeError, UnreachableError
from app.rules.proxy_formats.logins import Credentials, credentials_of
from app.rules.proxy_formats.rendering import Order
from app.rules.subscriptions.usage import last_days
from support.gateway_service import gateway_service, listener
from support.linked_service import ADDRESS, LinkedService
from support.virtual_clock import START
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from app.models.subscriptions import Subscription
    from app.services.subscriptions.subscriptions import Subscriptions

RESET = "POST /v1/residential/subscriptions/{subscriptionId}/reset-password"
READ = "GET /v1/residential/subscriptions/{subscriptionId}"
CHANGE = "PATCH /v1/residential/subscriptions/{subscriptionId}"


@pytest.fixture
def scale() -> str:
    return "demo"


@pytest.fixture
def subscriptions(service: LinkedService) -> Subscriptions:
    return service.account.subscriptions


@pytest.fixture
async def first(subscriptions: Subscriptions) -> Subscription:
    return (await subscriptions.list()).items[0]


async def test_all_are_listed_with_their_sub_users(
    subscriptions: Subscriptions, service: LinkedService, first: Subscription
) -> None:
    assert [item.label for item in (await subscriptions.list()).items] == [
        "Price watch EU",
        "Ad checks",
        "Mobile QA",
        "Old crawler",
    ]
    people = await service.account.sub_users.list(first.id)
    assert (len(people.items), people.limit) == (first.sub_user_count, 50)
    assert credentials_of(first, people.items[0]).username == "acme_r7f2_b1"
    assert credentials_of(first).label == "Price watch EU"


async def test_a_label_is_trimmed_and_has_60_characters(
    subscriptions: Subscriptions, first: Subscription
) -> None:
    assert (await subscriptions.rename(first.id, "  New name ")).label == "New name"
    longest = "\U0001f600" * 60
    assert (await subscriptions.rename(first.id, longest)).label == longest
    with pytest.raises(InvalidInputError) as caught:
        await subscriptions.rename(first.id, longest + "x")
    assert (caught.value.field, caught.value.code) == ("label", "too_long")
    assert (await subscriptions.rename(first.id, "")).label == ""


async def test_auto_renew_is_switched(subscriptions: Subscriptions, first: Subscription) -> None:
    assert not (await subscriptions.set_auto_renew(first.id, on=False)).auto_renew
    assert (await subscriptions.set_auto_renew(first.id, on=True)).auto_renew


async def test_a_change_whose_answer_is_lost_is_read_back(
    subscriptions: Subscriptions, service: LinkedService, first: Subscription
) -> None:
    await service.faults({"route": CHANGE, "nth": 1, "kind": "reset_after"})
    assert (await subscriptions.rename(first.id, "Done all the same")).label == "Done all the same"
    await service.faults({"route": CHANGE, "nth": 1, "kind": "reset_before"})
    with pytest.raises(UnreachableError):
        await subscriptions.rename(first.id, "Not done")
    sent = await service.requests("PATCH", f"/v1/residential/subscriptions/{first.id}")
    assert len(sent) == 2


async def test_a_new_password_that_was_reported_is_not_read_back(
    subscriptions: Subscriptions, service: LinkedService, first: Subscription
) -> None:
    await service.faults({"route": READ, "every": True, "kind": "status", "status": 503})
    assert (await subscriptions.reset_password(first)).password != first.password


async def test_a_new_password_is_reported(subscriptions: Subscriptions, first: Subscription) -> None:
    reset = await subscriptions.reset_password(first)
    assert reset.password != first.password
    assert reset == await subscriptions.get(first.id)


@pytest.mark.parametrize(
    ("fault", "is_reset"),
    [
        ({"kind": "reset_after"}, True),
        ({"kind": "reset_before"}, False),
        ({"kind": "status", "status": 500}, False),
        ({"kind": "truncate", "bytes": 20}, True),
    ],
)
async def test_after_a_lost_answer_the_password_is_read_back_and_never_reset_again(
    subscriptions: Subscriptions,
    service: LinkedService,
    first: Subscription,
    fault: dict[str, object],
    *,
    is_reset: bool,
) -> None:
    await service.faults({"route": RESET, "nth": 1, **fault})
    if is_reset:
        reset = await subscriptions.reset_password(first)
        assert reset.password != first.password
    else:
        with pytest.raises(UnknownOutcomeError) as caught:
            await subscriptions.reset_password(first)
        assert caught.value.state == "not_seen"
    done = [entry for entry in await service.ledger() if entry.get("commit") == "subscription.password_reset"]
    assert len(done) == is_reset
    sent = await service.requests("POST", f"/v1/residential/subscriptions/{first.id}/reset-password")
    assert len(sent) == 1


async def test_when_nothing_can_be_read_back_the_password_is_unknown(
    subscriptions: Subscriptions, service: LinkedService, first: Subscription
) -> None:
    await service.faults(
        {"route": RESET, "nth": 1, "kind": "reset_after"},
        {"route": READ, "every": True, "kind": "status", "status": 503},
    )
    with pytest.raises(UnknownOutcomeError) as caught:
        await subscriptions.reset_password(first)
    assert caught.value.state == "unknown"


async def test_a_refused_reset_is_an_error(subscriptions: Subscriptions, first: Subscription) -> None:
    with pytest.raises(NotFoundError):
        await subscriptions.reset_password(first.model_copy(update={"id": "sub_gone"}))


async def test_a_response_with_the_old_password_is_no_new_one(
    subscriptions: Subscriptions, service: LinkedService, first: Subscription
) -> None:
    await service.answer({RESET: first.model_dump(mode="json", by_alias=True)})
    with pytest.raises(UnknownOutcomeError) as caught:
        await subscriptions.reset_password(first)
    assert caught.value.state == "not_seen"
    assert (await subscriptions.get(first.id)).password == first.password


async def test_usage_is_of_the_span_and_of_one_sub_user(
    subscriptions: Subscriptions, service: LinkedService, first: Subscription
) -> None:
    span = last_days(90, START.date())
    usage = await subscriptions.usage(first.id, span)
    assert (usage.first_day, usage.last_day) == (span.first, span.last)
    people = (await service.account.sub_users.list(first.id)).items
    own = await subscriptions.usage(first.id, span, people[0].id)
    assert 0 < own.total_bytes < usage.total_bytes


async def test_checking_goes_through_the_gateway_without_the_key() -> None:
    with start_sandbox("--speed", "0") as sandbox:
        async with build_http() as http:
            place = sandbox.ready["gateway"]
            checks = GatewayChecks(sandbox.base_url)
            client = ServiceClient(sandbox.base_url, sandbox.api_key, http=http, clock=SystemClock())
            first = (await client.subscriptions.list()).items[0]
            assert first.endpoint.model_dump() == place
            good = await checks.check(place["host"], place["http_port"], first.username, first.password)
            assert good.outcome == "works"
            assert good.latency is not None
            assert timedelta(0) < good.latency < timedelta(seconds=15)
            bad = await checks.check(place["host"], place["http_port"], first.username, "wrong")
            assert (bad.outcome, bad.detail) == ("refused", "HTTP 407")
            after = await client.subscriptions.get(first.id)
            assert after.traffic_used_bytes > first.traffic_used_bytes
            async with httpx.AsyncClient(base_url=sandbox.base_url, headers=sandbox.headers) as control:
                seen = (await control.get("/_sandbox/ledger")).json()["data"]
            through = [entry for entry in seen if entry.get("path") == "/v1/catalog/coins"]
            assert len(through) == 1


async def test_a_refused_tunnel_is_a_refusal_and_nobody_at_its_end_unreachable() -> None:
    closed = listener()
    nobody = closed.getsockname()[1]
    closed.close()
    async with gateway_service() as gateway:
        host, port = gateway.address.host, gateway.address.http_port
        login = (gateway.subscription().username, gateway.subscription().password)
        tunnels = GatewayChecks(f"https://127.0.0.1:{nobody}")
        assert (await tunnels.check(host, port, login[0], "wrong")).outcome == "refused"
        assert (await tunnels.check(host, port, *login)).outcome == "unreachable"
        elsewhere = GatewayChecks("https://api.example.net")
        assert (await elsewhere.check(host, port, *login)).outcome == "refused"
    answer = await GatewayChecks(ADDRESS).check("127.0.0.1", nobody, "a", "secret-canary")
    assert answer.outcome == "unreachable"
    assert "canary" not in repr(answer)
    assert (await GatewayChecks(ADDRESS).check("not a host", 1, "a", "b")).outcome == "unreachable"


async def test_check_uses_what_is_copied(subscriptions: Subscriptions) -> None:
    async with gateway_service() as gateway:
        address = gateway.address
        login = (gateway.subscription().username, "nonsense")
        answer = await subscriptions.check(
            Credentials(address.host, address.http_port, address.socks_port, *login)
        )
    assert answer.outcome == "refused"


async def test_a_gateways_name_is_resolved_to_an_ip(subscriptions: Subscriptions) -> None:
    assert await subscriptions.resolve_host("localhost") == "127.0.0.1"
    assert await subscriptions.resolve_host("192.0.2.7") == "192.0.2.7"
    with pytest.raises(UnreachableError):
        await subscriptions.resolve_host("a" * 70 + ".invalid")


async def test_a_gateway_with_both_kinds_of_addresses_is_resolved_to_ipv4(
    subscriptions: Subscriptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [
        (family, socket.SOCK_STREAM, 6, "", (address, 0))
        for family, address in ((socket.AF_INET6, "2001:db8::7"), (socket.AF_INET, "192.0.2.7"))
    ]

    async def resolve(*_arguments: object, **_options: object) -> list[object]:
        return list(found)

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve)
    assert await subscriptions.resolve_host("gate.example.net") == "192.0.2.7"
    del found[1]
    assert await subscriptions.resolve_host("gate.example.net") == "2001:db8::7"
    found.clear()
    with pytest.raises(UnreachableError) as caught:
        await subscriptions.resolve_host("gate.example.net")
    assert not caught.value.may_have_arrived


async def test_a_resolver_that_fails_leaves_the_gateway_unreached(
    subscriptions: Subscriptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object, **_options: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", fail)
    with pytest.raises(UnreachableError) as caught:
        await subscriptions.resolve_host("gate.example.net")
    assert not caught.value.may_have_arrived


async def test_the_gateway_s_name_is_resolved_where_a_tool_takes_addresses_only(
    subscriptions: Subscriptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def resolve(host: str) -> str:
        asked.append(host)
        return "192.0.2.9"

    monkeypatch.setattr(subscriptions, "resolve_host", resolve)
    anna, ben = (Credentials("gate.example", 8000, 9000, name, "secret", name) for name in ("anna", "ben"))
    both = await subscriptions.render(Order("proxychains", "", anna, others=(ben,)))
    assert both.text.count("192.0.2.9") == 2
    assert "gate.example" not in both.text
    assert "192.0.2.9" in (await subscriptions.render(Order("proxychains", "", anna))).text
    assert asked == ["gate.example", "gate.example"]
    assert (await subscriptions.render(Order("host_port_user_pass", "", anna))).ok
    assert len(asked) == 2


async def test_other_tasks_go_on_while_very_many_are_written(subscriptions: Subscriptions) -> None:
    turns = 0
    users = [Credentials("192.0.2.7", 8000, 9000, f"u{number}", "secret") for number in range(3000)]
    order = Order("json", "", users[0], others=tuple(users[1:]))
    async with asyncio.TaskGroup() as tasks:
        written = tasks.create_task(subscriptions.render(order))
        while not written.done():
            await asyncio.sleep(0)
            turns += 1
    assert len(json.loads(written.result().text)) == 3000
    assert turns > 3
