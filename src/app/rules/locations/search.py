"""Searches cities and ISPs in slices: the best matches first, the window stays responsive."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate, compress, count, repeat
from operator import attrgetter, contains, sub
from time import perf_counter
from typing import TYPE_CHECKING, Final

from app.models.value import sanitize_text
from app.rules.words import fold, name_words, search_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from app.rules.locations.lists import Column, LocationList

PAGE: Final = 200
"""The number of hits that are found before any is shown."""

_FIRST_SECONDS: Final = 0.0015
_STEP_SECONDS: Final = 0.002
_GROUP: Final = 32
"""In how many lists it looks between two looks at the clock: about half a millisecond."""
# A search in many lists takes no Python step for a list without hits.
_STARTS = attrgetter("columns.names.starts")
_KIND = attrgetter("kind")
_CODES = attrgetter("columns.folded_codes.text")
_WORDS = attrgetter("columns.words.text")
_NOWHERE: Final = b"\xff"
"""In no text: UTF-8 has no such byte."""
_NUMBER = re.compile(r"(?:as[ ]?)?([0-9]{1,10})")


@dataclass(frozen=True, slots=True)
class Hit:
    locations: LocationList
    row: int


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The query in the form of each column; `number` is empty if it is no AS number."""

    words: bytes
    code: bytes
    number: bytes

    @classmethod
    def of(cls, text: str) -> _Wanted:
        text = sanitize_text(text)
        code = " ".join(fold(text).split())
        number = _NUMBER.fullmatch(code)
        return cls(search_words(text).encode(), code.encode(), number[1].encode() if number else b"")


class Search:
    """A search for one text in some lists; hits are only ever appended, the better ones first.

    First come the rows whose id or AS number is the text, then the names that begin with it, then those of
    which a later word does, then those that hold it inside, then the rows that hold it in their id, in their
    state or as their AS number, and last those that hold its words somewhere. Without a text all rows are
    hits, at once.
    """

    def __init__(
        self,
        lists: Sequence[LocationList],
        text: str,
        *,
        seconds: Callable[[], float] = perf_counter,
        starts: array[int] | None = None,
    ) -> None:
        """The order of `lists` is that of equally good hits.

        Args:
            seconds: A clock.
            starts: Where each list begins among all rows, and where the last one ends, if that is known.
        """
        self.text = text
        self._seconds = seconds
        self._lists = tuple(lists)
        self._starts = _starts(self._lists) if starts is None else starts
        self._hits = array("I")
        self._takes_all = not text.strip()
        self.done = self._takes_all
        self._work = _all_hits(self._lists, self._starts, _Wanted.of(text))

    def another(self, text: str) -> Search:
        """Returns a search for another text in the same lists."""
        return Search(self._lists, text, seconds=self._seconds, starts=self._starts)

    @property
    def rows(self) -> int:
        """How many rows all lists have."""
        return self._starts[-1]

    def __len__(self) -> int:
        if self._takes_all:
            return self.rows
        return len(self._hits)

    def __getitem__(self, number: int) -> Hit:
        position = range(len(self))[number] if self._takes_all else self._hits[number]
        at = bisect_right(self._starts, position) - 1
        return Hit(self._lists[at], position - self._starts[at])

    def first_page(self) -> None:
        """Searches for the first 200 hits, for 1.5 ms at most."""
        self._run(_FIRST_SECONDS, PAGE)

    def step(self) -> bool:
        """Continues for 2 ms at most; returns whether there is more to do."""
        self._run(_STEP_SECONDS)
        return not self.done

    def _run(self, seconds: float, most: int | None = None) -> None:
        if self.done:
            return
        hits, now = self._hits, self._seconds
        end = now() + seconds
        for position in self._work:
            if position is not None:
                hits.append(position)
                if most is not None and len(hits) >= most:
                    return
            if now() >= end:
                return
        self.done = True


def _starts(lists: Iterable[LocationList]) -> array[int]:
    rows = map(sub, map(len, map(_STARTS, lists)), repeat(1))
    return array("Q", accumulate(rows, initial=0))


def _all_hits(lists: Sequence[LocationList], bases: Sequence[int], wanted: _Wanted) -> Iterator[int | None]:
    """Yields hits as numbers over all lists, and None now and then when there was none for a while."""
    exact: set[int] = set()
    codes = {"cities": _line(wanted.code), "asns": _line(wanted.number)}
    for at in _holding(lists, _CODES, map(codes.__getitem__, map(_KIND, lists))):
        if at is None:
            yield None
            continue
        column = lists[at].columns.folded_codes
        found = [bases[at] + row for row in _rows_with(column, codes[lists[at].kind])]
        exact.update(found)
        yield from found
        yield None
    words = wanted.words
    for find, numbers in (
        (_name_starts, _holding(lists, _WORDS, repeat(b"\n" + words))),
        (_word_starts, _holding(lists, _WORDS, repeat(b" " + words))),
        (_insides, _holding(lists, _WORDS, repeat(words))),
        *((find, range(len(lists))) for find in (_codes, _states, _numbers, _scattered)),
    ):
        for at in numbers:
            if at is None:
                yield None
                continue
            for row in find(lists[at], wanted):
                yield None if row is None or bases[at] + row in exact else bases[at] + row
            yield None


def _holding(
    lists: Sequence[LocationList], text: attrgetter[bytes], wanted: Iterator[bytes]
) -> Iterator[int | None]:
    """Yields the numbers of lists of which a joined text holds what is wanted in it, and None now and then.

    Args:
        wanted: For each of the lists.
    """
    for first in range(0, len(lists), _GROUP):
        if first:
            yield None
        group = lists[first : first + _GROUP]
        yield from compress(count(first), map(contains, map(text, group), wanted))


def _line(code: bytes) -> bytes:
    return b"\n" + code + b"\n" if code else _NOWHERE


def _name_starts(locations: LocationList, wanted: _Wanted) -> Iterable[int]:
    return _rows_with(locations.columns.words, b"\n" + wanted.words) if wanted.words else ()


def _word_starts(locations: LocationList, wanted: _Wanted) -> Iterator[int | None]:
    if not wanted.words:
        return
    words = locations.columns.words
    for row in _rows_with(words, b" " + wanted.words):
        yield None if words.cell(row).startswith(wanted.words) else row


def _insides(locations: LocationList, wanted: _Wanted) -> Iterator[int | None]:
    if not wanted.words:
        return
    words, after_space = locations.columns.words, b" " + wanted.words
    for row in _rows_with(words, wanted.words):
        cell = words.cell(row)
        yield None if cell.startswith(wanted.words) or after_space in cell else row


def _codes(locations: LocationList, wanted: _Wanted) -> Iterator[int | None]:
    if locations.kind == "cities" and wanted.code:
        for row in _rows_with(locations.columns.folded_codes, wanted.code):
            yield None if _in_name(locations, row, wanted) else row


def _states(locations: LocationList, wanted: _Wanted) -> Iterator[int | None]:
    numbers = locations.columns.state_numbers
    if numbers is None or not wanted.words:
        return
    text = wanted.words.decode()
    states = {number for number, state in enumerate(locations.columns.states) if text in name_words(state)}
    if not states:
        return
    for row, number in enumerate(numbers):
        if number in states:
            taken = _in_name(locations, row, wanted) or wanted.code in locations.columns.folded_codes.cell(
                row
            )
            yield None if taken else row
        elif row % 1_000 == 0:
            yield None


def _numbers(locations: LocationList, wanted: _Wanted) -> Iterator[int | None]:
    if locations.kind == "asns" and wanted.number:
        for row in _rows_with(locations.columns.codes, b"\n" + wanted.number):
            yield None if _in_name(locations, row, wanted) else row


def _scattered(locations: LocationList, wanted: _Wanted) -> Iterator[int | None]:
    """Rows that hold every word of several, one of them in the name: 'springfield illinois'."""
    parts = wanted.words.split()
    if len(parts) < 2:
        return
    columns = locations.columns
    for number, part in enumerate(parts):
        for row in _rows_with(columns.words, part):
            name, code = columns.words.cell(row), columns.folded_codes.cell(row)
            state = name_words(locations.state(row)).encode()
            was_here = any(earlier in name for earlier in parts[:number])
            is_found = wanted.words in name or wanted.words in state or wanted.code in code
            holds_all = all(any(part in text for text in (name, state, code)) for part in parts)
            yield row if holds_all and not is_found and not was_here else None


def _rows_with(column: Column, wanted: bytes) -> Iterator[int]:
    """Yields the rows of a column that hold a text, each once."""
    text, starts = column.text, column.starts
    position = text.find(wanted)
    while position >= 0:
        row = column.row_at(position + 1)
        yield row
        position = text.find(wanted, starts[row + 1] - 1)


def _in_name(locations: LocationList, row: int, wanted: _Wanted) -> bool:
    return bool(wanted.words) and wanted.words in locations.columns.words.cell(row)
