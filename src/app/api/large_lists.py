"""Parses lists of many thousand records in slices, so that the window stays responsive."""

from __future__ import annotations

import asyncio
import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

from app.api.json_bodies import MAX_PROBLEMS, Records, read_text, refuse_constant
from app.errors import UnexpectedAnswerError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from app.api.calls import Answer

T = TypeVar("T")

_STEP: Final = 500
_BLANKS = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_constant=refuse_constant)


async def read_large_list(answer: Answer, read: Callable[[object], T | None]) -> Records[T]:
    """Returns the records under `data`, letting others run after every 500; `read` gives None for a bad one.

    Raises:
        UnexpectedAnswerError: It is no JSON object, or has no such list.
    """
    items: list[T] = []
    problems: list[str] = []
    unreadable = number = 0
    async for step in _steps(answer):
        for raw in step:
            number += 1
            item = read(raw)
            if item is not None:
                items.append(item)
                continue
            unreadable += 1
            if unreadable <= MAX_PROBLEMS:
                problems.append(f"{number}: not as expected")
    return Records(tuple(items), unreadable, tuple(problems))


async def _steps(answer: Answer) -> AsyncIterator[list[object]]:
    text = read_text(answer)
    records = _data_records(text)
    try:
        while step := list(islice(records, _STEP)):
            yield step
            await asyncio.sleep(0)
    except RecursionError as error:
        raise UnexpectedAnswerError("The answer is nested too deep.", answer.status) from error
    except KeyError as error:
        raise UnexpectedAnswerError("The answer has no list under 'data'.", answer.status) from error
    except ValueError as error:
        raise UnexpectedAnswerError("The answer is not valid JSON.", answer.status) from error


def _data_records(text: str) -> Iterator[object]:
    """Walks through a JSON object and yields what the list under `data` holds.

    Raises:
        ValueError: It is no valid JSON object.
        KeyError: It has no `data`, or no list there.
    """
    walk = _Walk(text)
    found = False
    for _ in walk.members("{", "}"):
        name = walk.name()
        if name != "data":
            walk.value()
        elif walk.at("["):
            found = True
            for _ in walk.members("[", "]"):
                yield walk.value()
        else:
            raise KeyError(name)
    walk.expect_end()
    if not found:
        raise KeyError("data")


class _Walk:
    """A position in a JSON text that advances value by value."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._skip_blanks()

    def at(self, sign: str) -> bool:
        return self._text.startswith(sign, self._at)

    def value(self) -> object:
        value, self._at = _DECODER.raw_decode(self._text, self._at)
        self._skip_blanks()
        return value

    def name(self) -> str:
        if not self.at('"'):
            raise ValueError("a name is missing")
        name = str(self.value())
        self.expect(":")
        return name

    def members(self, start: str, end: str) -> Iterator[None]:
        """Stops before each member of a list or an object, which the caller then reads."""
        self.expect(start)
        if not self.at(end):
            yield
            while self.at(","):
                self.expect(",")
                yield
        self.expect(end)

    def expect(self, sign: str) -> None:
        if not self.at(sign):
            raise ValueError(f"{sign} is missing")
        self._at += 1
        self._skip_blanks()

    def expect_end(self) -> None:
        if self._at != len(self._text):
            raise ValueError("something follows")

    def _skip_blanks(self) -> None:
        found = _BLANKS.match(self._text, self._at)
        self._at = self._at if found is None else found.end()
