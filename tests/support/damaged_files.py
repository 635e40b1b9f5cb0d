"""Damages each file that the app writes, and uses it as the app does; damage is never taken for content."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from app.models.choices import TableLayout
from app.models.notifications import Notification
from app.models.settings import Settings, WindowGeometry
from app.models.topups import TopUpSnapshot
from app.rules.topups.idempotency import Moment
from app.services.notifications import Notifications
from app.services.topups.saved_topups import SavedTopUps, TopUpChoices
from app.storage.instance import Instance
from app.storage.outbox import Outbox
from app.storage.outbox_rows import TopUpRequest
from app.storage.settings import SavedAccount, SavedSettings, SettingsFile
from app.storage.state import Entry, Kind, State
from support.deposit_samples import make_topup
from support.former_files import DATABASES, JSON_FILES, make_former_databases, make_former_json
from support.location_lists import cities
from support.virtual_clock import VirtualClock
from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.settings import Settings as DemoSettings
from tollhouse_sandbox.store.database import read_value, save_value

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Damage = Callable[[bytes, random.Random], bytes]

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
REQUESTED = Moment(NOW, NOW + timedelta(seconds=3))
SERVICE = "https://api.example.net"
COUNT = 12
_HEAD = 100
"""The first bytes of a SQLite file: every one of them means something to SQLite."""
_ABOUT = ["demo", "topups", "en", "light", 100]
_SNAPSHOT = TopUpSnapshot(NOW, "verifying", 1, 20, "0.5", "ETH", "pending", "", "verifying", is_open=True)
_NOTIFICATION = Notification(
    kind="credited", subject_id="tu_1", occasion="credited", at=NOW, amount_usd="50.00"
)
SAVED_SETTINGS = SavedSettings(
    (
        SavedAccount("acc_1", "Müller & Söhne", SERVICE, "green"),
        SavedAccount("acc_2", "Two", "http://127.0.0.1:8123", "blue"),
    ),
    "acc_2",
    Settings(theme="dark", text_percent=125, language="de", proxy="http://127.0.0.1:3128"),
    WindowGeometry(10, 20, 1180, 760, is_maximized=False, tab="topups"),
)


class DamagedFile(NamedTuple):
    """A file that is damaged.

    Attributes:
        names: It is the one of this name, or one of these names.
        make: Writes it into a folder, with what belongs to it.
        use: Uses what is in a folder; raises an `AssertionError` if something wrong was taken for true.
    """

    names: tuple[str, ...]
    make: Callable[[Path], None]
    use: Callable[[Path], None]


def flip(content: bytes, draw: random.Random) -> bytes:
    """Flips some bits, every fourth time in the head of the file."""
    damaged = bytearray(content)
    end = min(_HEAD, len(damaged)) if draw.randrange(4) == 0 else len(damaged)
    for _time in range(draw.choice((1, 1, 1, 2, 8))):
        damaged[draw.randrange(end)] ^= 1 << draw.randrange(8)
    return bytes(damaged)


def cut(content: bytes, draw: random.Random) -> bytes:
    """Cuts the end off, but not everything: a file of no bytes is also one that was only just created."""
    return content[: draw.randrange(1, len(content))]


DAMAGES: dict[str, Damage] = {"flips": flip, "truncations": cut}


class DamageHarness:
    """Copies of one file, each damaged in its own way and used twice."""

    def __init__(self, damaged: DamagedFile, folder: Path) -> None:
        self._damaged = damaged
        self._whole = folder / "whole"
        self._copy = folder / "damaged"
        self._whole.mkdir(parents=True)
        damaged.make(self._whole)

    def use_damaged(self, damage: Damage, draw: random.Random) -> bool:
        """Damages a copy, and uses it at two starts; returns whether something of it was set aside.

        Raises what using it raises.
        """
        shutil.rmtree(self._copy, ignore_errors=True)
        shutil.copytree(self._whole, self._copy)
        path = self._copy / draw.choice(self._damaged.names)
        path.write_bytes(damage(path.read_bytes(), draw))
        for _start in range(2):
            self._damaged.use(self._copy)
        return any(".corrupt-" in one.name for one in self._copy.iterdir())


def make_request(number: int) -> TopUpRequest:
    body = f'{{"amountUsd":"{50 + number}.00","coin":"BTC","network":"bitcoin"}}'.encode()
    return TopUpRequest(f"key-{number}", "work", SERVICE, body, REQUESTED, REQUESTED)


def fill_outbox(outbox: Outbox) -> None:
    for number in range(COUNT):
        saved = make_request(number)
        outbox.claim(saved, _never)
        outbox.release(saved.idempotency_key)
        if number % 3 == 0:
            outbox.mark_created(saved, f"tu_{number}")
            outbox.mark_passed("work", SERVICE, f"tu_{number}", '{"coin": "BTC"}')


def _never(_request: TopUpRequest) -> bool:
    return False


def _use_outbox(folder: Path) -> None:
    outbox = Outbox(folder / "outbox.sqlite")
    written = {make_request(number).idempotency_key: make_request(number).body for number in range(COUNT)}
    for found in outbox.pending("work", SERVICE):
        if not found.is_damaged:
            assert written[found.idempotency_key] == found.body, "it would be sent"
            assert found.requested == REQUESTED
    for number in range(COUNT):
        made = outbox.of_topup("work", SERVICE, f"tu_{number}")
        assert made is None or made.is_damaged or made.body == make_request(number).body
    outbox.topup_ids(SERVICE)
    outbox.being_sent("work", SERVICE)
    fresh = TopUpRequest("fresh", "work", SERVICE, b"{}", REQUESTED, REQUESTED)
    assert outbox.claim(fresh, _never).is_new
    outbox.mark_created(fresh, "tu_fresh")
    assert "tu_fresh" in outbox.topup_ids(SERVICE)


def _make_outbox(folder: Path) -> None:
    fill_outbox(Outbox(folder / "outbox.sqlite"))


def _make_hot_journal(folder: Path) -> None:
    """Makes an outbox whose process was killed in a transaction that had begun to write."""
    running = folder / "running.sqlite"
    fill_outbox(Outbox(running))
    with closing(sqlite3.connect(running, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = TRUNCATE")
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("UPDATE intents SET facts = hex(zeroblob(500)), checksum = ''")
        for part in ("", "-journal"):
            shutil.copy(f"{running}{part}", folder / f"outbox.sqlite{part}")
        database.execute("ROLLBACK")
    for path in folder.glob("running.*"):
        path.unlink()
    assert (folder / "outbox.sqlite-journal").stat().st_size > _HEAD


def _use_state(folder: Path) -> None:
    asyncio.run(_use_state_now(State(folder / "state.sqlite")))


async def _use_state_now(state: State) -> None:
    notifications = Notifications(state, lambda _kind: True)
    await notifications.load()
    for number in range(3):
        await notifications.add("work", [_NOTIFICATION.model_copy(update={"subject_id": f"tu_{number}"})])
    await notifications.mark_all_read()
    saved = SavedTopUps(state=state, account="work", service=SERVICE, clock=VirtualClock())
    await saved.load_list()
    await saved.timeline("tu_1")
    await saved.save_first_page([make_topup(id=f"tu_{number}") for number in range(COUNT)])
    await saved.add_snapshot("tu_1", _SNAPSHOT)
    await saved.trim()
    choices = TopUpChoices(state=state, account="work", service=SERVICE)
    await choices.hidden()
    await choices.save_typed_txid("tu_1", "abc")
    assert await choices.typed_txid("tu_1") == "abc"
    await state.put(Kind.LOCATIONS, SERVICE, [Entry("DE", cities(("Berlin", "b")).to_bytes())])
    await state.load(TableLayout, "sub-users")
    await state.save(TableLayout({"username": 240}), "sub-users")


def _make_wal(folder: Path) -> None:
    """Makes a state of an earlier version that was killed: what it wrote last is in the WAL alone."""
    (folder / "running").mkdir()
    running = folder / "running" / "state.sqlite"
    _use_state(running.parent)
    with closing(sqlite3.connect(running, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("UPDATE entries SET number = number + 1000")
        for part in ("", "-wal"):
            shutil.copy(f"{running}{part}", folder / f"state.sqlite{part}")
    shutil.rmtree(running.parent)
    assert (folder / "state.sqlite-wal").stat().st_size > _HEAD


def _make_settings(folder: Path) -> None:
    SettingsFile(folder / "settings.json").save(SAVED_SETTINGS)


def _use_settings(folder: Path) -> None:
    path = folder / "settings.json"
    content = path.read_bytes()
    file = SettingsFile(path)
    file.peek()
    saved, aside = file.load(NOW)
    if aside is not None:
        assert aside.read_bytes() == content
        assert saved == SavedSettings()
        # As the user connects the accounts again.
        saved = SAVED_SETTINGS
        file.save(saved)
    assert saved == SAVED_SETTINGS, f"taken for what was saved: {saved}"
    changed = file.change(lambda now: now._replace(last_account="acc_1"), saved)
    assert file.load(NOW) == (changed, None)
    file.change(lambda now: now._replace(last_account="acc_2"), changed)


def _make_card(folder: Path) -> None:
    instance = Instance(folder)
    assert instance.claim()
    instance.listen(lambda: None)
    shutil.copy(folder / "instance.json", folder / "card")
    instance.close()
    shutil.move(folder / "card", folder / "instance.json")


def _use_card(folder: Path) -> None:
    """A later process, and then the next first one, find the card of one that was killed."""
    ending = Instance(folder)
    assert ending.claim()
    Instance(folder).claim_or_call(seconds=0.0)
    ending.close()
    instance = Instance(folder)
    raised = threading.Event()
    assert instance.claim()
    instance.listen(raised.set)
    try:
        assert Instance(folder).claim_or_call()
        assert raised.is_set()
        content = (folder / "instance.json").read_bytes()
    finally:
        instance.close()
    (folder / "instance.json").write_bytes(content)


def _make_frame(folder: Path) -> None:
    from PySide6.QtCore import QBuffer  # noqa: PLC0415 (the others need no Qt)
    from PySide6.QtGui import QColor, QPixmap  # noqa: PLC0415 (likewise)

    from ui.shell.first_frame import Frame, pack  # noqa: PLC0415 (likewise)

    _application()
    picture, buffer = QPixmap(120, 40), QBuffer()
    picture.fill(QColor("#336699"))
    picture.save(buffer, "PNG")
    png = bytes(buffer.data().data())
    frame = Frame([400, 300, 1.0], "#fafafa", [(0, 0, png), (20, 60, png), (0, 280, png)])
    (folder / "first-frame").write_bytes(pack(_ABOUT, frame))


def _use_frame(folder: Path) -> None:
    """The window paints what it finds, or nothing."""
    from ui.shell.first_frame import unpack  # noqa: PLC0415 (the others need no Qt)
    from ui.shell.first_window import FirstWindow  # noqa: PLC0415 (likewise)

    _application()
    frame = unpack(folder / "first-frame", _ABOUT)
    if frame is None:
        return
    window = FirstWindow()
    window.resize(400, 300)
    with _silenced():
        window.show_first_frame(frame)
        assert not window.grab().isNull()
    window.deleteLater()


@contextlib.contextmanager
def _silenced() -> Iterator[None]:
    """Drops what libraries write to standard error: a line for each damaged picture."""
    before, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(before, 2)
        os.close(before)
        os.close(nothing)


def _application() -> Any:
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 (the others need no Qt)

    return QApplication.instance() or QApplication(["tollhouse"])


def _use_demo(folder: Path) -> None:
    """The demo's service starts, and saves."""
    world = open_world(DemoSettings(data_dir=folder, scale="empty"))
    try:
        save_value(world.connection, "balance_usd", "5.00")
        assert read_value(world.connection, "balance_usd") == "5.00"
    finally:
        world.close()


_OF_FORMER = {
    "notebook.sqlite": ("snapshot", "hidden top-up", "QR content", "typed txid"),
    "notices.sqlite": ("notification",),
    "topups.sqlite": ("top-up", "top-up list"),
    "catalogs.sqlite": ("coins", "countries", "locations"),
    "sticky.json": ("StickyChoices",),
    "tables.json": ("TableLayout",),
    "marks.json": ("CountryChoices",),
    "palette.json": ("RecentItems",),
}
"""The kinds of entries that each file of an earlier version gives."""


def _make_former(folder: Path) -> None:
    make_former_databases(folder)
    make_former_json(folder)
    whole = folder / "whole"
    shutil.copytree(folder, whole)
    asyncio.run(State(whole / "state.sqlite").keys("coins", ""))
    (folder / "expected").write_text(json.dumps(_entries_by_kind(whole)))
    shutil.rmtree(whole)


def _use_former(folder: Path) -> None:
    """What the other files give is taken over whole, whichever is damaged."""
    asyncio.run(State(folder / "state.sqlite").keys("coins", ""))
    expected, found = json.loads((folder / "expected").read_text()), _entries_by_kind(folder)
    differing = {kind for kind in expected if expected[kind] != found.get(kind)}
    files = [name for name, kinds in _OF_FORMER.items() if differing & set(kinds)]
    assert len(files) <= 1, f"more was lost than one file: {files}"
    left = [name for name in _OF_FORMER if (folder / name).exists()]
    assert not left, f"neither taken over nor set aside: {left}"


def _entries_by_kind(folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with closing(sqlite3.connect(folder / "state.sqlite")) as database:
        rows = database.execute("SELECT kind, owner, key, at, content FROM entries ORDER BY number")
        for kind, *rest in rows:
            found.setdefault(kind, []).append(repr(rest))
    return found


FILES: dict[str, DamagedFile] = {
    "outbox": DamagedFile(("outbox.sqlite",), _make_outbox, _use_outbox),
    "journal of the outbox": DamagedFile(("outbox.sqlite-journal",), _make_hot_journal, _use_outbox),
    "state": DamagedFile(("state.sqlite",), _use_state, _use_state),
    "WAL of the state": DamagedFile(("state.sqlite-wal",), _make_wal, _use_state),
    "settings": DamagedFile(("settings.json",), _make_settings, _use_settings),
    "first frame": DamagedFile(("first-frame",), _make_frame, _use_frame),
    "address of the instance": DamagedFile(("instance.json",), _make_card, _use_card),
    "data of the demo": DamagedFile(("sandbox.sqlite3",), _use_demo, _use_demo),
    "former files": DamagedFile(
        tuple(f"{name}.sqlite" for name in DATABASES) + tuple(JSON_FILES), _make_former, _use_former
    ),
}
