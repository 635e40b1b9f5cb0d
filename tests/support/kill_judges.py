"""What is killed, and what must be true afterwards: a judge for each operation, by the sandbox's ledger.

Each judge has an operation killed at a point, lets the app start anew and do what is left, and compares.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from app.rules.topups.idempotency import Moment
from app.storage.outbox import Outbox
from app.storage.outbox_rows import TopUpRequest
from app.storage.state import Kind, State
from support.command_process import CommandLine
from support.former_files import (
    make_first_state,
    make_former_databases,
    make_former_json,
    open_second_outbox,
)
from support.virtual_clock import START

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.account_process import Oracle
    from support.kill_script import ForkServer, Point
    from tollhouse_sandbox.process import SandboxProcess

_NOT_FOUND = 1
"""The exit code of a command about a top-up that does not exist."""
_CAP_GB = 3
_CAP_BYTES = _CAP_GB * 10**9
_ROWS = ("One", "Two", "Three", "Four", "Five")
_UPGRADED_SERVICE = "https://api.example.net"


@dataclass(frozen=True)
class Scene:
    """One point of death: where it happens, in a folder of its own.

    Attributes:
        number: Differs from those of all other points.
        subscription: The ID of a subscription without sub-users.
    """

    point: Point
    sandbox: SandboxProcess
    oracle: Oracle
    fork_server: ForkServer
    folder: Path
    number: int
    subscription: Callable[[], str]

    @property
    def access(self) -> tuple[str, str, str]:
        return (self.sandbox.base_url, self.sandbox.api_key, str(self.folder / "outbox.sqlite"))

    @property
    def amount(self) -> str:
        cents = 2_500 + self.number
        return f"{cents // 100}.{cents % 100:02}"

    def kill(self, command: str, *arguments: str) -> int:
        """Runs a command until the point of death; returns its exit code, -9 if it came there."""
        return self.fork_server.run_until(self.point, command, *arguments)

    def run(self, command: str, *arguments: str) -> int:
        return self.fork_server.run(command, *arguments)

    def commits(self, what: str) -> list[dict[str, Any]]:
        return [entry for entry in self.oracle.commits() if entry["commit"] == what]


class Judgment(NamedTuple):
    """What came of a kill.

    Attributes:
        ended: The exit code of what was to be killed.
        again: Exit codes of what was started afterwards; 0 is a success.
        made: How much the service had committed.
    """

    ended: int
    again: tuple[int, ...]
    made: int
    is_doubled: bool
    is_lost: bool


def _create(scene: Scene) -> Judgment:
    scene.oracle.commits()
    ended = scene.kill("create", *scene.access, scene.amount)
    again = scene.run("resume", *scene.access)
    made = len(scene.commits("topup.created"))
    outbox = Outbox(Path(scene.access[2]))
    is_lost = made != len(outbox.topup_ids(scene.access[0])) or bool(outbox.pending("work", scene.access[0]))
    return Judgment(ended, (again,), made, is_doubled=made > 1, is_lost=is_lost)


def _command(scene: Scene) -> Judgment:
    command = CommandLine(scene.folder, scene.sandbox)
    where = (*scene.access[:2], str(command.home), "topup")
    scene.oracle.commits()
    ended = scene.kill("tollhouse", *where, scene.amount, "--coin", "BTC")
    # Whatever the next run is about, it goes on with what is unknown.
    again = scene.run("tollhouse", *where, "show", "tu_nothing")
    made = len(scene.commits("topup.created"))
    is_lost = made != len(command.created()) or bool(command.pending())
    return Judgment(ended, (again - _NOT_FOUND,), made, is_doubled=made > 1, is_lost=is_lost)


def _report(scene: Scene) -> Judgment:
    topup_id = str(scene.oracle.make(amountUsd=scene.amount, coin="BTC", network="bitcoin")["id"])
    scene.oracle.pay(topup_id)
    scene.oracle.commits()
    ended = scene.kill("report", *scene.access, topup_id)
    again = scene.run("report_again", *scene.access, topup_id)
    reported = len(scene.commits("topup.reported"))
    return Judgment(ended, (again,), reported, is_doubled=reported > 1, is_lost=reported < 1)


def _notify(scene: Scene) -> Judgment:
    topup_id = str(scene.oracle.make(amountUsd="50.00", coin="BTC", network="bitcoin")["id"])
    first = scene.run("watch", *scene.access, topup_id)
    scene.oracle.credit(topup_id)
    ended = scene.kill("watch", *scene.access, topup_id)
    again = [scene.run("watch", *scene.access, topup_id) for _time in range(2)]
    kept = asyncio.run(State(scene.folder / "state.sqlite").entries(Kind.NOTIFICATION))
    shown = (scene.folder / "shown").read_bytes().count(b"shown")
    is_doubled = len(kept) > 1 or shown > 1
    return Judgment(ended, (first, *again), 1, is_doubled=is_doubled, is_lost=not kept)


def _reset(scene: Scene) -> Judgment:
    subscription_id = scene.subscription()
    before = str(scene.oracle.subscription(subscription_id)["password"])
    return _write(scene, "subscription.password_reset", ("reset", before))


def _add(scene: Scene) -> Judgment:
    return _write(scene, "sub_user.created", ("add", "One"), labels=("One",))


def _change(scene: Scene) -> Judgment:
    scene.oracle.add_sub_user(scene.subscription(), "Before")
    return _write(scene, "sub_user.updated", ("change", "One"), labels=("One",))


def _delete(scene: Scene) -> Judgment:
    scene.oracle.add_sub_user(scene.subscription(), "One")
    return _write(scene, "sub_user.deleted", ("delete", "One"), labels=())


def _bulk(scene: Scene) -> Judgment:
    for label in _ROWS:
        scene.oracle.add_sub_user(scene.subscription(), label)
    return _write(scene, "sub_user.updated", ("bulk",), labels=_ROWS, count=len(_ROWS))


def _write(
    scene: Scene, commit: str, command: tuple[str, ...], *, labels: tuple[str, ...] = (), count: int = 1
) -> Judgment:
    """Judges a write without a key: the person looks what is there, and does it if it is not done."""
    subscription_id = scene.subscription()
    name, *rest = command
    scene.oracle.commits()
    ended = scene.kill(name, *scene.access, subscription_id, *rest)
    early = len(scene.commits(commit))
    again = scene.run(name, *scene.access, subscription_id, *rest)
    all_made = early + len(scene.commits(commit))
    found = scene.oracle.sub_users(subscription_id)
    truth = {
        "password": scene.oracle.subscription(subscription_id)["password"],
        "subUsers": sorted(map(_facts, found)),
    }
    path = scene.folder / "shown.json"
    shown = json.loads(path.read_bytes()) if path.exists() else None
    is_lost = all_made < count or shown != truth or not _is_as_wanted(found, labels)
    return Judgment(ended, (again,), early, is_doubled=all_made > count, is_lost=is_lost)


def _import(scene: Scene) -> Judgment:
    """Judges an import by the command line; what of it is missing is imported afterwards."""
    subscription_id = scene.subscription()
    file, out = scene.folder / "import.csv", scene.folder / "out"
    where = (*scene.access[:2], str(scene.folder), "sub-users")
    _write_rows(file, _ROWS)
    scene.oracle.commits()
    ended = scene.kill("tollhouse", *where, "import", subscription_id, str(file))
    early = scene.commits("sub_user.created")
    again = [scene.run("tollhouse", *where, "list", subscription_id, "--json")]
    listed = json.loads(out.read_bytes()) if not again[0] else []
    listed_ids, true_ids = (
        {one["id"] for one in found} for found in (listed, scene.oracle.sub_users(subscription_id))
    )
    is_lost = listed_ids != true_ids or len(listed) != len(early)
    rest = [label for label in _ROWS if label not in {one["label"] for one in listed}]
    if rest:
        _write_rows(file, rest)
        again.append(scene.run("tollhouse", *where, "import", subscription_id, str(file)))
    found = scene.oracle.sub_users(subscription_id)
    counts = Counter(one["label"] for one in found)
    is_lost |= set(counts) != set(_ROWS) or not _is_as_wanted(found, tuple(counts.elements()))
    is_doubled = any(count > 1 for count in counts.values())
    return Judgment(ended, tuple(again), len(early), is_doubled=is_doubled, is_lost=is_lost)


def _write_rows(file: Path, labels: list[str] | tuple[str, ...]) -> None:
    file.write_text("".join(f"{label},,{_CAP_GB}\n" for label in labels))


def _is_as_wanted(found: list[dict[str, Any]], labels: tuple[str, ...]) -> bool:
    has_caps = all(one["trafficLimitBytes"] == _CAP_BYTES for one in found)
    return has_caps and sorted(one["label"] for one in found) == sorted(labels)


def _facts(sub_user: dict[str, Any]) -> list[Any]:
    return [sub_user[name] for name in ("id", "label", "password", "trafficLimitBytes", "enabled")]


def _upgrade(scene: Scene) -> Judgment:
    """Judges the first start of this version on what earlier ones left."""
    _make_earlier(scene.folder)
    ended = scene.kill("upgrade", *scene.access)
    again = scene.run("upgrade", *scene.access)
    expected, found = _upgraded_whole(), _content(scene.folder)
    rows, names = Counter(found[:-1]), found[-1]
    is_doubled = bool(rows - Counter(expected[:-1]))
    is_lost = bool(Counter(expected[:-1]) - rows) or names != expected[-1]
    return Judgment(ended, (again,), 1, is_doubled=is_doubled, is_lost=is_lost)


def _make_earlier(folder: Path) -> None:
    """Makes what earlier versions left, killed with an outbox whose rows are in its WAL."""
    make_former_databases(folder)
    make_former_json(folder)
    make_first_state(folder / "state.sqlite")
    running = folder / "running.sqlite"
    database = open_second_outbox(running, map(_earlier_request, range(4)))
    for part in ("", "-wal"):
        shutil.copy(f"{running}{part}", folder / f"outbox.sqlite{part}")
    database.close()
    running.unlink()


def _earlier_request(number: int) -> TopUpRequest:
    moment = Moment(START)
    topup_id, state = (None, "pending") if number % 2 else (f"tu_{number}", "created")
    body = b'{"amountUsd":"50.00","coin":"BTC","network":"bitcoin"}'
    return TopUpRequest(
        f"key-{number}", "work", _UPGRADED_SERVICE, body, moment, moment, topup_id, state=state
    )


@cache
def _upgraded_whole() -> tuple[str, ...]:
    """What an upgrade gives that nobody disturbs."""
    from support.kill_fork_server import upgrade  # noqa: PLC0415 (it imports the whole app)

    with TemporaryDirectory() as name:
        _make_earlier(Path(name))
        asyncio.run(upgrade("", "", f"{name}/outbox.sqlite"))
        return _content(Path(name))


def _content(folder: Path) -> tuple[str, ...]:
    """Returns the rows of state and outbox, oldest first within their kind, and the names of all files."""
    with closing(sqlite3.connect(folder / "state.sqlite")) as database:
        kinds = database.execute("SELECT kind, owner, key, at, content FROM entries ORDER BY kind, number")
        entries = kinds.fetchall()
    with closing(sqlite3.connect(folder / "outbox.sqlite")) as database:
        rows = database.execute("SELECT * FROM intents ORDER BY rowid").fetchall()
    names = sorted(path.name for path in folder.iterdir() if path.is_file())
    return (*map(repr, entries), *map(repr, rows), repr(names))


JUDGES: dict[str, Callable[[Scene], Judgment]] = {
    "command": _command,
    "create": _create,
    "report": _report,
    "notify": _notify,
    "reset": _reset,
    "add": _add,
    "change": _change,
    "delete": _delete,
    "bulk": _bulk,
    "import": _import,
    "upgrade": _upgrade,
}
