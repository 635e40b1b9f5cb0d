"""Ranks palette items: by match, then recents and favorites."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.models.palette import KINDS
from app.rules.locations.search import Search
from app.rules.search.palette_items import location_item
from app.rules.search.words import INSIDE, search_words, word_rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.palette import PaletteItem
    from app.rules.locations.lists import LocationList

LIMIT: Final = 100
"""The maximum number of items shown."""

_EXACT: Final = -1
_MORE: Final = INSIDE + 1
_SCATTERED: Final = INSIDE + 2
_NEVER: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class PaletteScope:
    """What is searched.

    Attributes:
        items: Everything but cities and ISPs, and of those what was used lately.
        lists: Cities and ISPs.
        recents: The keys of what was used, newest first.
    """

    items: Sequence[PaletteItem]
    lists: Sequence[LocationList]
    recents: Sequence[str] = ()


class PaletteSearch:
    """A search in everything, which goes on among cities and ISPs in slices; drop it for the next text.

    Attributes:
        text: The search text.
        items: The results, best first, at most 100.
        done: Whether nothing better can come.
    """

    def __init__(self, scope: PaletteScope, text: str) -> None:
        self.text = text
        self.items: tuple[PaletteItem, ...] = ()
        self._wanted = search_words(text)
        self.done = not self._wanted
        self._recency = {key: age for age, key in reversed(tuple(enumerate(scope.recents)))}
        self._locations = Search(scope.lists, text)
        self._seen = 0
        self._found = self._keyed(scope.items)

    def first_page(self) -> None:
        """Searches everything but the locations, and those for 8 ms at most."""
        if not self.done:
            self._locations.first_page()
            self._take()
        self._sort()

    def step(self) -> bool:
        """Continues in the locations for 6 ms at most; returns whether there is more to do."""
        if not self.done:
            self._locations.step()
            if self._take():
                self._sort()
        return not self.done

    def _take(self) -> bool:
        """Takes over the hits that came; enough are enough, since the better ones come first."""
        fresh = range(self._seen, min(len(self._locations), LIMIT))
        before = len(self._found)
        for key, one in self._keyed([location_item(self._locations[number]) for number in fresh]).items():
            self._found.setdefault(key, one)
        self._seen += len(fresh)
        self.done = self._locations.done or self._seen >= LIMIT
        return len(self._found) > before

    def _keyed(self, items: Sequence[PaletteItem]) -> dict[str, tuple[int, PaletteItem]]:
        ranked = ((rank_of(item, self._wanted), item) for item in items)
        return {item.key: (rank, item) for rank, item in ranked if rank is not None}

    def _sort(self) -> None:
        found = list(self._found.values())
        if not self._wanted:
            found = [one for one in found if self._stands_without_text(one[1])]
        found.sort(key=self._order)
        self.items = tuple(item for _rank, item in found[:LIMIT])

    def _order(self, one: tuple[int, PaletteItem]) -> tuple[int, int, bool, int, int]:
        rank, item = one
        # The start of any word is as good as another for what was used lately; a whole code comes before all.
        bucket = _EXACT if rank == _EXACT else max(0, rank - 1)
        age = self._recency.get(item.key, _NEVER)
        return bucket, age, not item.favorite, rank, KINDS.index(item.kind)

    def _stands_without_text(self, item: PaletteItem) -> bool:
        return item.favorite or item.key in self._recency or item.kind in {"action", "subscription"}


def rank_of(item: PaletteItem, wanted: str) -> int | None:
    """Returns how well an item matches search words: -1 for a whole code, else from 0; None if not at all."""
    if wanted and wanted in item.codes:
        return _EXACT
    rank = word_rank(item.words, wanted)
    if rank is not None:
        return rank
    if wanted in item.more:
        return _MORE
    words = wanted.split()
    if len(words) > 1 and all(word in item.words or word in item.more for word in words):
        return _SCATTERED
    return None


def recents_of(used: Sequence[str], countries: Sequence[str]) -> tuple[str, ...]:
    """Joins what was used in the palette with the countries looked at last."""
    return tuple(dict.fromkeys((*used, *(f"country/{code}" for code in countries))))
