"""Lists the files that this app stores, by kind, with their size."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, get_args

from app.models.app_files import AppFiles, FileKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.storage.paths import AppPaths

_ORDER: tuple[FileKind, ...] = get_args(FileKind)


async def list_app_files(places: AppPaths) -> tuple[AppFiles, ...]:
    """Returns what there is; what can't be read counts as empty."""
    return await asyncio.to_thread(_list, places)


def _list(places: AppPaths) -> tuple[AppFiles, ...]:
    names: defaultdict[FileKind, list[str]] = defaultdict(list)
    sizes: defaultdict[FileKind, int] = defaultdict(int)
    for folder in (places.data, places.logs):
        for path in _entries(folder):
            kind = _kind(path, places)
            names[kind].append(f"{path.name}/" if path.is_dir() else path.name)
            sizes[kind] += sum(map(_size, path.rglob("*"))) if path.is_dir() else _size(path)
    return tuple(AppFiles(kind, tuple(names[kind]), sizes[kind]) for kind in _ORDER if kind in names)


def _kind(path: Path, places: AppPaths) -> FileKind:
    if ".corrupt-" in path.name:
        return "damaged"
    if path.parent == places.logs:
        return "log"
    kinds: tuple[tuple[Path, FileKind], ...] = (
        (places.settings, "settings"),
        (places.outbox, "outbox"),
        (places.state, "state"),
        (places.demo, "demo"),
    )
    # A database has its journals beside it.
    return next((kind for known, kind in kinds if path.name.startswith(known.name)), "other")


def _entries(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(folder.iterdir())
    except OSError:
        return


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0
