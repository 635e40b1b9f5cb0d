"""Every kind of fault on every write to a sub-user: what is told is true, and nothing is done twice."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from app.errors import AppError, NotFoundError, UnknownOutcomeError
from app.models.sub_users import SubUserChange, SubUserDraft
from support.fault_script import AFTER_THE_COMMIT, BEFORE_SENDING, MID_BODY
from support.sub_user_routes import CHANGE, DELETE, MAKE, READ

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.models.sub_users import SubUser
    from app.services.sub_users.sub_users import SubUsers
    from support.linked_service import LinkedService

# Those that take real time are run against a real server, with top-ups. Of the others the suite takes
# every second one; TOLLHOUSE_ALL_FAULTS=1 runs all.
STEP = 1 if os.environ.get("TOLLHOUSE_ALL_FAULTS") else 2
FAULTS = [
    fault
    for fault in (*BEFORE_SENDING, *AFTER_THE_COMMIT, *MID_BODY)
    if fault["kind"] not in {"delay", "drip"}
][::STEP]


class Bench:
    """One account whose writes are struck one after the other."""

    def __init__(self, service: LinkedService, home: str) -> None:
        self.service = service
        self.home = home
        self.sub_users: SubUsers = service.account.sub_users

    async def fresh(self) -> SubUser:
        for item in (await self.sub_users.list(self.home)).items:
            await self.sub_users.delete(self.home, item)
        return await self.sub_users.create(self.home, SubUserDraft("Robot", None, 5))

    async def commits(self) -> Counter[str]:
        return Counter(str(entry.get("commit")) for entry in await self.service.ledger())

    async def try_under(
        self, faults: list[dict[str, Any]], write: Callable[[], Awaitable[object]], commit: str
    ) -> tuple[AppError | None, int]:
        """Tries a write; returns what it ended with, and how often the service did it."""
        before = (await self.commits())[commit]
        await self.service.faults(*faults)
        ended: AppError | None = None
        try:
            await write()
        except AppError as error:
            ended = error
        await self.service.faults()
        return ended, (await self.commits())[commit] - before


@pytest.fixture
def bench(service: LinkedService, empty_home: str) -> Bench:
    return Bench(service, empty_home)


def check_outcome(fault: dict[str, Any], ended: AppError | None, done: int) -> None:
    assert done <= 1, fault
    if ended is None:
        assert done == 1, fault
    elif isinstance(ended, UnknownOutcomeError) and ended.state == "not_seen":
        assert done == 0, fault
    elif not isinstance(ended, UnknownOutcomeError) and done:
        # The service refused in so many words and did it all the same: there is nothing to be told.
        assert fault["kind"] == "status_after", fault
        assert 400 <= fault["status"] < 500, fault


@pytest.mark.parametrize("list_broken", [False, True])
async def test_making(bench: Bench, *, list_broken: bool) -> None:
    draft = SubUserDraft("Robot", None, 5)
    for fault in FAULTS:
        await bench.fresh()
        script = [{"route": MAKE} | fault]
        if list_broken:
            script.append({"route": READ, "nth": 2, "every": True, "kind": "reset_before"})
        ended, done = await bench.try_under(
            script, lambda: bench.sub_users.create(bench.home, draft), "sub_user.created"
        )
        check_outcome(fault, ended, done)
        if isinstance(ended, UnknownOutcomeError):
            await bench.sub_users.create(bench.home, draft, ended)
            assert len((await bench.sub_users.list(bench.home)).items) == 2, fault


@pytest.mark.parametrize("list_broken", [False, True])
@pytest.mark.parametrize("is_password", [False, True])
async def test_changing_and_new_passwords(bench: Bench, *, is_password: bool, list_broken: bool) -> None:
    async def write(seen: SubUser, unknown: UnknownOutcomeError | None = None) -> SubUser:
        if is_password:
            return await bench.sub_users.new_password(bench.home, seen, unknown)
        return await bench.sub_users.change(bench.home, seen, SubUserChange(enabled=False))

    for fault in FAULTS:
        seen = await bench.fresh()
        before = (await bench.commits())["sub_user.updated"]
        script = [{"route": CHANGE} | fault]
        if list_broken:
            script.append({"route": READ, "nth": 2, "every": True, "kind": "reset_before"})
        ended, done = await bench.try_under(script, partial(write, seen), "sub_user.updated")
        check_outcome(fault, ended, done)
        if isinstance(ended, UnknownOutcomeError):
            after = await write(seen, ended)
            assert (after.password != seen.password) if is_password else not after.enabled
            assert (await bench.commits())["sub_user.updated"] == before + 1, fault


@pytest.mark.parametrize("list_broken", [False, True])
async def test_deleting(bench: Bench, *, list_broken: bool) -> None:
    for fault in FAULTS:
        seen = await bench.fresh()
        script = [{"route": DELETE} | fault]
        if list_broken:
            script.append({"route": READ, "every": True, "kind": "reset_before"})
        ended, done = await bench.try_under(
            script, partial(bench.sub_users.delete, bench.home, seen), "sub_user.deleted"
        )
        check_outcome(fault, ended, done)
        await bench.sub_users.delete(bench.home, seen)
        with pytest.raises(NotFoundError):
            await bench.sub_users.change(bench.home, seen, SubUserChange(enabled=False))
