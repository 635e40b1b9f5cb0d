"""Runs of many checks: one after another through a real gateway, with a pause, stopped at any time."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from app.api.gateway_checks import GatewayChecks
from app.models.gateway_checks import CHECK_LIMIT, CheckProgress, GatewayResult
from app.models.sub_users import SubUser
from app.models.subscriptions import Subscription
from app.rules.proxy_formats.logins import Credentials, login
from app.rules.subscriptions.sticky import Session
from app.services.subscriptions.check_runs import CheckRun, CheckTarget
from app.services.subscriptions.store import SavedSubscriptions
from app.services.subscriptions.subscriptions import Subscriptions
from support.gateway_service import GatewayService, gateway_service
from support.raw_server import RawServer, Reply, closed_port
from support.service_records import sub_user_record, subscription_record
from support.virtual_clock import VirtualClock
from support.waiting import until

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from app.services.subscriptions.check_runs import Check
    from support.linked_service import LinkedService

WORKS = GatewayResult("works", timedelta(milliseconds=212))


def _target(name: str, password: str = "secret-canary") -> CheckTarget:
    return CheckTarget(name, Credentials("127.0.0.1", 1, 2, name, password))


def _states(progress: CheckProgress) -> list[str]:
    return [row.result.outcome if row.result else row.state for row in progress.rows]


def _of(gateway: GatewayService) -> Credentials:
    owner, address = gateway.subscription(), gateway.address
    return Credentials(address.host, address.http_port, address.socks_port, owner.username, owner.password)


def _through(checks: GatewayChecks) -> Check:
    async def check(user: Credentials) -> GatewayResult:
        return await checks.check(user.host, user.http_port, user.username, user.password)

    return check


class _Answers:
    """Stands for the gateway: answers when the test lets it."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.waiting: asyncio.Future[GatewayResult] | None = None

    async def __call__(self, credentials: Credentials) -> GatewayResult:
        self.asked.append(credentials.username)
        self.waiting = asyncio.get_running_loop().create_future()
        return await self.waiting

    async def answer(self, result: GatewayResult = WORKS) -> None:
        await _settle()
        assert self.waiting is not None
        self.waiting.set_result(result)
        await _settle()


async def _settle() -> None:
    for _step in range(5):
        await asyncio.sleep(0)


def _begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(work)


async def test_what_works_what_is_refused_and_what_is_not_reached() -> None:
    async with gateway_service() as gateway:
        user = _of(gateway)
        sub_user = gateway.sub_user()
        gateway.set_sub_user(enabled=False)
        disabled = replace(user, username=sub_user.username, password=sub_user.password)
        targets = [
            CheckTarget("s1", login(user, Session("s1", 10))),
            CheckTarget("wrong", replace(user, password="wrong")),
            CheckTarget("Berlin", disabled, is_disabled=True),
            CheckTarget("closed", replace(user, http_port=closed_port())),
        ]
        clock = VirtualClock()
        checks = GatewayChecks(gateway.page_url)
        run = CheckRun(targets, _through(checks), clock)
        await run.run(lambda _progress: None)
    assert _states(run.progress) == ["works", "refused", "refused", "unreachable"]
    assert [row.result.status for row in run.progress.rows if row.result] == [200, 407, 407, None]
    assert run.progress.rows[0].username == f"{user.username}-session-s1-ttl-10"
    assert run.progress.rows[0].latency == run.progress.slowest > timedelta()
    assert user.password not in repr(run.progress)
    assert clock.pauses == [1.0, 1.0, 1.0]
    assert run.progress.total == run.progress.done == 4


def _subscriptions(service: LinkedService, gateway: GatewayService) -> Subscriptions:
    account = service.account
    return Subscriptions(
        account.client.subscriptions,
        GatewayChecks(gateway.page_url),
        SavedSubscriptions(state=service.state, account="demo", service="demo"),
        VirtualClock(),
        account.service_clock,
    )


async def test_each_sticky_session_of_a_login_is_checked_by_its_own(service: LinkedService) -> None:
    async with gateway_service() as gateway:
        user = _of(gateway)
        sessions = [Session(one, 10) for one in ("s1", "s2")]
        run = _subscriptions(service, gateway).check_sessions(user, sessions)
        assert not run.progress.is_running, "before it is begun"
        await run.run(lambda _progress: None)
    assert _states(run.progress) == ["works", "works"]
    assert [(row.number, row.name, row.username, row.is_disabled) for row in run.progress.rows] == [
        (number, one, f"{user.username}-session-{one}-ttl-10", False)
        for number, one in enumerate(("s1", "s2"), start=1)
    ]


async def test_sub_users_are_checked_by_their_own_logins_and_named_as_elsewhere(
    service: LinkedService,
) -> None:
    async with gateway_service() as gateway:
        login = {"username": gateway.sub_user().username, "password": gateway.sub_user().password}
        where = {"host": gateway.address.host, "httpPort": gateway.address.http_port}
        endpoint = {**where, "socksPort": gateway.address.socks_port}
        subscription = Subscription.model_validate(subscription_record(endpoint=endpoint))
        labeled, unlabeled = (
            SubUser.model_validate(sub_user_record(label=label, enabled=bool(label), **login))
            for label in ("Berlin", "")
        )
        run = _subscriptions(service, gateway).check_sub_users(subscription, [labeled, unlabeled])
        await run.run(lambda _progress: None)
    assert _states(run.progress) == ["works", "works"]
    assert [(row.name, row.username, row.is_disabled) for row in run.progress.rows] == [
        ("Berlin", labeled.username, False),
        (labeled.username, labeled.username, True),
    ]


async def test_each_step_is_reported_and_a_repeated_run_forgets_the_results() -> None:
    answers, seen = _Answers(), []
    run = CheckRun([_target("a"), _target("b")], answers, VirtualClock())

    def report(progress: CheckProgress) -> None:
        seen.append((progress.is_running, [row.state for row in progress.rows]))

    running = _begin(run.run(report))
    for _check in run.progress.rows:
        await answers.answer()
    await running
    assert seen == [
        (True, ["checking", "waiting"]),
        (True, ["done", "checking"]),
        (False, ["done", "done"]),
    ]
    running = _begin(run.run(report))
    await _settle()
    assert seen[-1] == (True, ["checking", "waiting"])
    assert [(row.result, row.at) for row in run.progress.rows] == [(None, None)] * 2
    running.cancel()
    await asyncio.wait([running])
    assert seen[-1] == (False, ["waiting", "waiting"])


async def test_one_after_another_in_their_order_and_never_two_at_once() -> None:
    answers, seen = _Answers(), list[list[str]]()
    run = CheckRun([_target("a"), _target("b")], answers, VirtualClock())
    task = _begin(run.run(lambda progress: seen.append(_states(progress))))
    await _settle()
    assert answers.asked == ["a"]
    await answers.answer()
    assert answers.asked == ["a", "b"]
    await answers.answer(GatewayResult("refused", status=407))
    await task
    assert seen == [["checking", "waiting"], ["works", "checking"], ["works", "refused"]]
    assert run.progress.last == GatewayResult("refused", status=407)


async def test_stopped_it_keeps_its_results_and_is_continued_where_it_was() -> None:
    answers, seen = _Answers(), list[CheckProgress]()
    run = CheckRun([_target("a"), _target("b"), _target("c")], answers, VirtualClock())
    task = _begin(run.run(seen.append))
    await answers.answer()
    await _settle()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert _states(seen[-1]) == ["works", "waiting", "waiting"]
    assert not seen[-1].is_running
    task = _begin(run.run(seen.append))
    await answers.answer(GatewayResult("unreachable", fault="timed_out"))
    await answers.answer()
    await task
    assert answers.asked == ["a", "b", "b", "c"]
    assert _states(seen[-1]) == ["works", "unreachable", "works"]


async def test_a_finished_run_checks_everything_again() -> None:
    async def check(_credentials: Credentials) -> GatewayResult:
        return results.pop(0)

    results = [WORKS, GatewayResult("refused")]
    run = CheckRun([_target("a")], check, VirtualClock())
    await run.run(lambda _progress: None)
    assert _states(run.progress) == ["works"]
    await run.run(lambda _progress: None)
    assert _states(run.progress) == ["refused"]


async def test_a_gateway_that_hangs_is_unreachable_after_the_limit_of_10_seconds() -> None:
    assert timedelta(seconds=10) == CHECK_LIMIT
    async with RawServer([Reply(hang=True)]) as silent:
        checks = GatewayChecks("http://127.0.0.1:9", timedelta(seconds=0.05))
        result = await checks.check("127.0.0.1", silent.port, "a", "b")
        await silent.wait_until_idle()
    assert (result.outcome, result.fault, result.latency) == ("unreachable", "timed_out", None)


async def test_a_stop_within_a_check_closes_its_connection() -> None:
    async with RawServer([Reply(hang=True)]) as silent:
        user = Credentials("127.0.0.1", silent.port, 2, "a", "b")
        check = _through(GatewayChecks("http://127.0.0.1:9"))
        task = _begin(CheckRun([CheckTarget("a", user)], check, VirtualClock()).run(lambda _progress: None))
        await until(lambda: silent.requests)
        task.cancel()
        await asyncio.wait([task])
        await silent.wait_until_idle()
    assert task.cancelled()


async def test_a_computer_without_a_way_to_the_gateway_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def find_nothing(*_arguments: object, **_options: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", find_nothing)
    result = await GatewayChecks("http://127.0.0.1:9").check("gw.example.net", 1, "a", "b")
    assert (result.outcome, result.fault) == ("unreachable", "no_route")
