"""An account's top-ups on disk: snapshots, the list as last reported by the service, the user's choices."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from app.api.json_bodies import read_records
from app.errors import StorageError
from app.listeners import Listeners
from app.models.times import parse_instant
from app.models.topups import TopUp, TopUpSnapshot, is_change
from app.storage.state import MAX_CHARACTERS, Entry, Kind, key_of, parse, storage_failure_logged

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from app.clock import Clock
    from app.errors import AppError
    from app.storage.state import State

MAX_SNAPSHOTS: Final = 200
"""The maximum number of saved snapshots of one top-up; the oldest are dropped first."""

MAX_TOPUPS: Final = 2_000
"""The maximum number of an account's top-ups with snapshots; the least recent are dropped first."""

MAX_LISTED: Final = 300
"""The maximum number of cached top-ups of one account; the oldest are dropped first."""

_TYPES: Final = tuple(TopUpSnapshot.__annotations__.values())


class SavedTopUps:
    """Snapshots and cached list of one account; both may be lost, since the service knows every top-up.

    Attributes:
        on_error: Called when snapshots can't be loaded or saved.
    """

    def __init__(self, *, state: State, account: str, service: str, clock: Clock) -> None:
        self._state = state
        self._owner = key_of(account, service)
        self._clock = clock
        self._last: dict[str, TopUpSnapshot] | None = None
        # The number of the last entry among them; None if they could not be loaded.
        self._last_number: int | None = None
        self._loading = asyncio.Lock()
        self._first_page: frozenset[str] = frozenset()
        self.on_error: Listeners[AppError] = Listeners()

    async def last_snapshot(self, topup_id: str) -> TopUpSnapshot | None:
        return (await self._last_snapshots()).get(topup_id)

    async def open_ids(self) -> frozenset[str]:
        """Returns the ids of the top-ups that could still change by their last snapshot."""
        return frozenset(
            topup_id for topup_id, last in (await self._last_snapshots()).items() if last.is_open
        )

    async def load_new(self) -> frozenset[str]:
        """Loads what commands have saved beside this process: the first snapshots of unknown top-ups.

        Returns:
            The ids of the top-ups whose last saved snapshot is not the known one.
        """
        if self._last is None or self._last_number is None:
            return frozenset()
        entries: list[Entry] = []
        with suppress(StorageError):
            entries = await self._state.entries_after(Kind.SNAPSHOT, self._owner, self._last_number)
        self._last_number = max((entry.number for entry in entries), default=self._last_number)
        snapshots, known = tuple(_snapshots(entries)), self._last
        new = frozenset(one for one, last in dict(snapshots).items() if is_change(known.get(one), last))
        for topup_id, snapshot in snapshots:
            known.setdefault(topup_id, snapshot)
        return new

    async def add_snapshot(self, topup_id: str, snapshot: TopUpSnapshot) -> None:
        (await self._last_snapshots())[topup_id] = snapshot
        try:
            entry = Entry(topup_id, snapshot_json(snapshot))
            await self._state.append(Kind.SNAPSHOT, self._owner, entry, max_of_key=MAX_SNAPSHOTS)
        except StorageError as error:
            self.on_error.notify(error)

    async def drop_last_snapshot(self, topup_id: str) -> None:
        """Ignores the last snapshot of a top-up until the next start."""
        (await self._last_snapshots()).pop(topup_id, None)

    async def timeline(self, topup_id: str) -> tuple[TopUpSnapshot, ...]:
        """Returns the snapshots of a top-up, oldest first; none if they can't be loaded."""
        try:
            entries = await self._state.entries(Kind.SNAPSHOT, self._owner, topup_id)
        except StorageError:
            return ()
        return tuple(snapshot for _key, snapshot in _snapshots(entries))

    async def trim(self) -> None:
        """Deletes the snapshots of all but the top-ups that changed last."""
        try:
            for kind in (Kind.SNAPSHOT, Kind.TYPED_TXID):
                await self._state.trim(kind, self._owner, MAX_TOPUPS)
        except StorageError as error:
            self.on_error.notify(error)

    async def load_list(self) -> tuple[tuple[TopUp, ...], datetime] | None:
        """Returns the cached list, newest first, and when the service reported it; None if there is none.

        The top-ups may have changed since, so none may be paid by it.
        """
        contents: list[object] = []
        as_of = None
        try:
            with storage_failure_logged("the cached top-ups could not be loaded"):
                head = await self._state.entry(Kind.TOPUP_LIST, self._owner)
                entries = await self._state.entries(Kind.TOPUP, self._owner)
                contents = [json.loads(entry.content) for entry in entries]
                as_of = head and head.moment
        except (ValueError, RecursionError):
            return None
        records = await read_records(contents, TopUp)
        topups = sorted(records.items, key=lambda topup: topup.created_at, reverse=True)
        return (tuple(topups), as_of) if as_of is not None and topups else None

    async def load(self, topup_id: str) -> TopUp | None:
        """Returns a cached top-up; None if it is not cached, or can't be loaded."""
        entry = None
        with storage_failure_logged("a cached top-up could not be loaded"):
            entry = await self._state.entry(Kind.TOPUP, self._owner, topup_id)
        return entry and parse(TopUp, entry.content)

    async def save_first_page(self, topups: Iterable[TopUp]) -> None:
        """Caches the first page of the list.

        What is cached stays only if it continues that page, or is open: somebody may have paid it.
        """
        page = tuple(topups)
        ids = frozenset(topup.id for topup in page)
        continues = not self._first_page.isdisjoint(ids)
        self._first_page = ids
        as_of = self._clock.now().isoformat()
        await self.save(page, replace_all=not continues)
        await self._put(Kind.TOPUP_LIST, [Entry("", at=as_of)])

    async def save(self, topups: Iterable[TopUp], *, replace_all: bool = False) -> None:
        """Caches a further page, or new states of single top-ups."""
        entries = [
            Entry(
                topup.id,
                json.dumps(topup.model_dump(mode="json", by_alias=True)),
                topup.created_at.isoformat(),
            )
            for topup in topups
        ]
        await self._put(Kind.TOPUP, entries, replace_all=replace_all)

    async def _put(self, kind: Kind, entries: list[Entry], *, replace_all: bool = False) -> None:
        with storage_failure_logged("top-ups could not be cached"):
            if replace_all:
                stay = await self.open_ids() - {entry.key for entry in entries}
                cached = await self._state.entries(kind, self._owner)
                entries = [*entries, *(entry for entry in cached if entry.key in stay)]
            await self._state.put(kind, self._owner, entries, replace_all=replace_all)
            await self._state.drop_oldest(kind, self._owner, MAX_LISTED)

    async def load_ahead(self) -> None:
        """Loads the last snapshots before anybody listens; what fails is reported when they are needed."""
        with suppress(StorageError):
            async with self._loading:
                await self._load()

    async def _last_snapshots(self) -> dict[str, TopUpSnapshot]:
        async with self._loading:
            try:
                return await self._load()
            except StorageError as error:
                self.on_error.notify(error)
                self._last = {}
                return self._last

    async def _load(self) -> dict[str, TopUpSnapshot]:
        if self._last is None:
            entries = await self._state.last_entries(Kind.SNAPSHOT, self._owner)
            self._last_number = max((entry.number for entry in entries), default=0)
            self._last = await asyncio.to_thread(lambda: dict(_snapshots(entries)))
        return self._last


def _snapshots(entries: Iterable[Entry]) -> Iterable[tuple[str, TopUpSnapshot]]:
    for entry in entries:
        snapshot = _parse_snapshot(entry.content)
        if snapshot is not None:
            yield entry.key, snapshot


# By hand, as the first rows wait for it: pydantic would first import what it has for such classes.
def snapshot_json(snapshot: TopUpSnapshot) -> str:
    """Returns the JSON of a snapshot, for `Kind.SNAPSHOT`."""
    return json.dumps({**snapshot._asdict(), "at": snapshot.at.isoformat()})


def _parse_snapshot(content: str | bytes) -> TopUpSnapshot | None:
    if len(content) > MAX_CHARACTERS:
        return None
    try:
        found = json.loads(content)
        known = {name: found[name] for name in TopUpSnapshot._fields if name in found}
        snapshot = TopUpSnapshot(**{**known, "at": parse_instant(found["at"])})
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return snapshot if tuple(map(type, snapshot)) == _TYPES else None


class TopUpChoices:
    """The choices of one account; all but pictures raise `StorageError` if they can't be loaded or saved."""

    def __init__(self, *, state: State, account: str, service: str) -> None:
        self._state = state
        self._owner = key_of(account, service)
        self._pictures: dict[tuple[str, str], str] = {}

    async def hidden(self) -> frozenset[str]:
        return frozenset(await self._state.keys(Kind.HIDDEN_TOPUP, self._owner))

    async def hide(self, topup_id: str) -> None:
        await self._state.put(Kind.HIDDEN_TOPUP, self._owner, [Entry(topup_id)])

    async def unhide(self, topup_id: str) -> None:
        await self._state.delete(Kind.HIDDEN_TOPUP, self._owner, topup_id)

    def picture(self, coin: str, network: str) -> str | None:
        """Returns `link` or `address`, as chosen for a coin on a network.

        Returns:
            Empty by default, and where it can't be loaded; None before `load_picture`.
        """
        return self._pictures.get((coin, network))

    async def load_picture(self, coin: str, network: str) -> None:
        """Loads the choice once; if it can't be loaded, that is logged, and the default holds."""
        if (coin, network) not in self._pictures:
            found = ""
            with storage_failure_logged("the chosen picture could not be loaded"):
                found = await self._text(Kind.QR_CONTENT, "", key_of(coin, network))
            # It may have been chosen meanwhile.
            self._pictures.setdefault((coin, network), found)

    def choose_picture(self, coin: str, network: str, picture: str) -> None:
        """Chooses it until the app ends; `save_picture` saves it."""
        self._pictures[coin, network] = picture

    async def save_picture(self, coin: str, network: str) -> None:
        """Saves what was chosen; if it can't be saved, that is logged."""
        entry = Entry(key_of(coin, network), self._pictures.get((coin, network), ""))
        with storage_failure_logged("the chosen picture could not be saved"):
            await self._state.put(Kind.QR_CONTENT, "", [entry])

    async def typed_txid(self, topup_id: str) -> str:
        """Returns the transaction ID that was typed and not reported; empty if none was."""
        return await self._text(Kind.TYPED_TXID, self._owner, topup_id)

    async def save_typed_txid(self, topup_id: str, txid: str) -> None:
        """Saves each change of the text; an empty one deletes it."""
        if txid:
            await self._state.put(Kind.TYPED_TXID, self._owner, [Entry(topup_id, txid)])
        else:
            await self._state.delete(Kind.TYPED_TXID, self._owner, topup_id)

    async def references(self) -> dict[str, str]:
        """Returns the own references of all top-ups by their IDs."""
        entries = await self._state.entries(Kind.REFERENCE, self._owner)
        return {entry.key: entry.content for entry in entries if isinstance(entry.content, str)}

    async def save_reference(self, topup_id: str, reference: str) -> None:
        """Saves the account holder's own words about a top-up; empty ones delete them."""
        if reference:
            await self._state.put(Kind.REFERENCE, self._owner, [Entry(topup_id, reference)])
        else:
            await self._state.delete(Kind.REFERENCE, self._owner, topup_id)

    async def _text(self, kind: Kind, owner: str, key: str) -> str:
        found = await self._state.entry(kind, owner, key)
        return found.content if found is not None and isinstance(found.content, str) else ""
