"""JSON of requests and responses, and records: an invalid one is skipped and counted.

Lists are parsed in slices, so that the window stays responsive. A response of another shape is an
`UnexpectedResponseError`.
"""

from __future__ import annotations

import asyncio
import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from app.errors import UnexpectedResponseError
from app.models.value import INT64_MAX

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence

    from app.api.calls import Response

_BLANKS: Final = b" \t\r\n"
T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
MAX_PROBLEMS: Final = 20
"""How many bad records are described; all of them are counted."""
_STEP: Final = 100


def write_json(content: object) -> bytes:
    """Returns the canonical bytes of a body: ASCII, no blanks."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")


def read_text(response: Response) -> str:
    """Returns the text of a response that looks like a JSON object."""
    start = response.body.lstrip(_BLANKS)[:1]
    if not start:
        raise UnexpectedResponseError("The response is empty.", response.status)
    if start == b"<":
        raise UnexpectedResponseError("The response is a web page instead of JSON.", response.status)
    try:
        text = response.body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnexpectedResponseError("The response is not UTF-8 text.", response.status) from error
    if text.startswith("\ufeff"):
        raise UnexpectedResponseError("The response begins with a byte order mark.", response.status)
    return text


def read_object(response: Response) -> dict[str, object]:
    """Returns the JSON object of a response; NaN, endless nesting and endless numbers are none."""
    text = read_text(response)
    try:
        content: object = json.loads(text, parse_constant=refuse_constant)
    except RecursionError as error:
        raise UnexpectedResponseError("The response is nested too deep.", response.status) from error
    except ValueError as error:
        raise UnexpectedResponseError("The response is not valid JSON.", response.status) from error
    if not isinstance(content, dict):
        raise UnexpectedResponseError("The response is JSON, but not an object.", response.status)
    return content


def refuse_constant(name: str) -> NoReturn:
    """Refuses NaN and the infinities, which Python's parser takes for numbers."""
    raise ValueError(f"{name} is not JSON")


class Records(NamedTuple, Generic[T]):
    """What could be read of a list; `problems` describes the first of the bad records, for Details."""

    items: tuple[T, ...]
    unreadable: int = 0
    problems: tuple[str, ...] = ()


def read_record(content: object, model: type[M], status: int = 200) -> M:
    """Returns one record; the detail of an error names the fields at fault."""
    try:
        return model.model_validate(content)
    except (ValidationError, RecursionError) as error:
        raise UnexpectedResponseError(
            f"The response's fields are not as expected: {_problem(error)}.", status
        ) from error


async def read_records(content: Sequence[object], model: type[M]) -> Records[M]:
    """Returns the good records of a list, letting others run after every 100."""
    items: list[M] = []
    problems: list[str] = []
    for number, raw in enumerate(content, start=1):
        if number % _STEP == 1:
            await asyncio.sleep(0)
        try:
            items.append(model.model_validate(raw))
        except (ValidationError, RecursionError) as error:
            if len(problems) < MAX_PROBLEMS:
                problems.append(f"{number}: {_problem(error)}")
    return Records(tuple(items), len(content) - len(items), tuple(problems))


def read_data(response: Response) -> tuple[list[object], dict[str, object]]:
    """Returns the list under `data` of a response, and the whole response."""
    content = read_object(response)
    data = content.get("data")
    if not isinstance(data, list):
        raise UnexpectedResponseError("The response has no list under 'data'.", response.status)
    return data, content


def read_count(content: Mapping[str, object], name: str) -> int | None:
    number = content.get(name)
    return number if type(number) is int and 0 <= number <= INT64_MAX else None


def _problem(error: ValidationError | RecursionError) -> str:
    """Names the fields at fault; never their values, which may be secrets."""
    if isinstance(error, RecursionError):
        return "nested too deep"
    locations = (
        details["loc"]
        for details in error.errors(include_url=False, include_context=False, include_input=False)
    )
    names = (str(location[0]) if location else "not an object" for location in locations)
    return ", ".join(dict.fromkeys(names))


_LARGE_STEP: Final = 150
_WHITE_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_constant=refuse_constant)


async def read_large_list(response: Response, read: Callable[[object], T | None]) -> Records[T]:
    """Returns the records under `data`, letting others run after each 150; `read` gives None for bad ones."""
    items: list[T] = []
    problems: list[str] = []
    unreadable = number = 0
    async for step in _steps(response):
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


async def _steps(response: Response) -> AsyncIterator[list[object]]:
    text = read_text(response)
    records = _data_records(text)
    try:
        while step := list(islice(records, _LARGE_STEP)):
            yield step
            await asyncio.sleep(0)
    except RecursionError as error:
        raise UnexpectedResponseError("The response is nested too deep.", response.status) from error
    except KeyError as error:
        raise UnexpectedResponseError("The response has no list under 'data'.", response.status) from error
    except ValueError as error:
        raise UnexpectedResponseError("The response is not valid JSON.", response.status) from error


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

    def at(self, token: str) -> bool:
        return self._text.startswith(token, self._at)

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

    def expect(self, token: str) -> None:
        if not self.at(token):
            raise ValueError(f"{token} is missing")
        self._at += 1
        self._skip_blanks()

    def expect_end(self) -> None:
        if self._at != len(self._text):
            raise ValueError("something follows")

    def _skip_blanks(self) -> None:
        found = _WHITE_SPACE.match(self._text, self._at)
        self._at = self._at if found is None else found.end()
