"""Stores a country's cities or ISPs compactly: joined texts with offsets, no object per row."""

from __future__ import annotations

import json
from array import array
from bisect import bisect_right
from dataclasses import KW_ONLY, dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from app.rules.words import name_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from app.models.locations import LocationKind

_END = b"\n"
_VISIBLE_END = "\u240a"
_MAX_WORDS = 200
_FORMAT = 2
"""Higher whenever names get other search words: those of an earlier format are made anew."""


class Column:
    """One text for each row, all joined as UTF-8: a line end, then each text with a line end.

    Attributes:
        starts: Where each row's text starts, and where one more would.

    Raises:
        ValueError: The text is not joined in this way.
    """

    __slots__ = ("starts", "text")

    def __init__(self, text: bytes) -> None:
        if not text.startswith(_END) or not text.endswith(_END):
            raise ValueError("no joined text")
        cells = text[1:].split(_END)
        cells.pop()
        self.text = text
        self.starts = array("I", accumulate((len(cell) + 1 for cell in cells), initial=1))

    @classmethod
    def of(cls, cells: Iterable[str]) -> Column:
        """Joins texts; a line end inside of one becomes its picture."""
        text = "".join(f"{cell.replace(chr(10), _VISIBLE_END)}\n" for cell in cells)
        return cls(_END + text.encode())

    def __len__(self) -> int:
        return len(self.starts) - 1

    def lowered(self) -> Column:
        """Returns the same in lower case (ASCII), the very same if it is so already."""
        text = self.text.lower()
        return self if text == self.text else Column(text)

    def cell(self, row: int) -> bytes:
        return self.text[self.starts[row] : self.starts[row + 1] - 1]

    def row_at(self, position: int) -> int:
        return bisect_right(self.starts, position) - 1


@dataclass(frozen=True, slots=True)
class Columns:
    """What is known of each row.

    Attributes:
        words: The same as search words.
        codes: City ids, or the numbers of autonomous systems.
        states: The names of states, each once.
        state_numbers: Which of them a row is in; None if no row names one.
    """

    names: Column
    words: Column
    codes: Column
    states: tuple[str, ...] = ("",)
    state_numbers: array[int] | None = None
    folded_codes: Column = field(init=False)

    def __post_init__(self) -> None:
        rows = len(self.names)
        numbers = self.state_numbers
        if len(self.words) != rows or len(self.codes) != rows:
            raise ValueError("columns of different lengths")
        if numbers is not None and (len(numbers) != rows or max(numbers, default=0) >= len(self.states)):
            raise ValueError("states do not fit")
        object.__setattr__(self, "folded_codes", self.codes.lowered())


def pack_columns(
    texts: tuple[bytes, bytes, bytes], states: Sequence[str], state_numbers: Iterable[int], unreadable: int
) -> bytes:
    """Returns columns as they are stored: a line of JSON, then the joined texts."""
    head = {
        "format": _FORMAT,
        "sizes": [len(text) for text in texts],
        "states": list(states),
        "rows": list(state_numbers),
        "unreadable": unreadable,
    }
    return b"".join((json.dumps(head).encode(), *texts))


def unpack_columns(content: bytes) -> tuple[Columns, int]:
    """Returns stored columns, and how many records could not be parsed.

    Raises:
        ValueError: They are damaged.
    """
    end = content.index(_END)
    try:
        head = json.loads(content[:end])
        names, words, _codes = head["sizes"]
        cuts = (end, end + names, end + names + words, len(content))
        texts = [Column(content[start:stop]) for start, stop in pairwise(cuts)]
        if head.get("format") != _FORMAT:
            texts[1] = _words_of(texts[0])
        states, rows = tuple(map(str, head["states"])), array("I", head["rows"])
        return Columns(texts[0], texts[1], texts[2], states, rows or None), int(head["unreadable"])
    except (KeyError, TypeError, OverflowError, RecursionError) as error:
        raise ValueError("damaged columns") from error


def _words_of(names: Column) -> Column:
    return Column.of(_words(names.cell(row).decode()) for row in range(len(names)))


def _words(name: str) -> str:
    return name_words(name[:_MAX_WORDS])


class ListKey(NamedTuple):
    """Identifies a list of one service; ISPs have no product (spec 4.17)."""

    kind: LocationKind
    country: str
    product: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LocationList:
    """All cities or all ISPs of one country, as of one response.

    Attributes:
        product: The product for which they were asked; None is any.
        unreadable: How many records could not be parsed.
    """

    kind: LocationKind
    country: str
    columns: Columns
    _: KW_ONLY
    product: str | None = None
    as_of: datetime
    unreadable: int = 0

    @property
    def rows(self) -> int:
        return len(self.columns.names)

    def __len__(self) -> int:
        return self.rows

    @property
    def key(self) -> ListKey:
        return ListKey(self.kind, self.country, self.product)

    def to_bytes(self) -> bytes:
        columns = self.columns
        texts = (columns.names.text, columns.words.text, columns.codes.text)
        return pack_columns(texts, columns.states, columns.state_numbers or (), self.unreadable)

    @classmethod
    def from_bytes(cls, key: ListKey, content: bytes, as_of: datetime) -> LocationList:
        """Returns a stored list.

        Raises:
            ValueError: It is damaged.
        """
        columns, unreadable = unpack_columns(content)
        return cls(key.kind, key.country, columns, product=key.product, as_of=as_of, unreadable=unreadable)

    def name(self, row: int) -> str:
        """Returns the name of a city or an ISP: untrusted text."""
        return self.columns.names.cell(row).decode()

    def code(self, row: int) -> str:
        """Returns a city's ID, or the number of an autonomous system: untrusted text."""
        return self.columns.codes.cell(row).decode()

    def state(self, row: int) -> str:
        """Returns a city's state, empty if there is none: untrusted text."""
        numbers = self.columns.state_numbers
        return "" if numbers is None else self.columns.states[numbers[row]]


class LocationRows:
    """Gathers rows, to be made into columns."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._words: list[str] = []
        self._codes: list[str] = []
        self._states: dict[str, int] = {"": 0}
        self._numbers = array("I")

    def add(self, name: str, code: str, state: str = "") -> None:
        self._names.append(name)
        self._words.append(_words(name))
        self._codes.append(code)
        self._numbers.append(self._states.setdefault(state, len(self._states)))

    def columns(self) -> Columns:
        return Columns(
            Column.of(self._names),
            Column.of(self._words),
            Column.of(self._codes),
            tuple(self._states),
            self._numbers if len(self._states) > 1 else None,
        )
