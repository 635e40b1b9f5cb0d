"""The libraries as the app imports them: lighter, and alike."""

import dataclasses
import math
import operator
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any

import pytest

from app.libraries import light_dataclass

Make = Callable[..., Any]

_PROGRAM = """
import dataclasses, sys, typing
usual = dataclasses.dataclass, typing.TypedDict
from app.libraries import import_libraries
import_libraries()
assert usual == (dataclasses.dataclass, typing.TypedDict)
import httpx
from app.models.coins import Coin
from pydantic import BaseModel, TypeAdapter, ValidationError
from typing_extensions import TypedDict
class Declared(TypedDict):
    count: int
assert TypeAdapter(Declared).validate_python({"count": "3"}) == {"count": 3}
class Counted(BaseModel):
    count: int = 0
assert Counted.model_validate_json('{"count": 3}').count == 3
try:
    Counted.model_validate({"count": "three"})
except ValidationError as error:
    assert "valid integer" in str(error)
from pydantic.plugin import _loader
assert list(_loader.get_plugins()) == []
assert _loader.PYDANTIC_ENTRY_POINT_GROUP == "pydantic"
print(httpx.URL("https://b\\u00fccher.example/a?b=c").raw_host.decode(), "idna.core" in sys.modules)
"""


def _plain(make: Make) -> Any:
    @make
    class Point:
        x: int
        y: int = 2
        note: str = field(default="", repr=False, compare=False)

    return Point


def _frozen(make: Make) -> Any:
    @make(frozen=True)
    class Point:
        x: int
        y: int = 2
        seen: list[int] = field(default_factory=list, hash=False)

    return Point


def _slotted(make: Make) -> Any:
    @make(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 2

    return Point


def _own(make: Make) -> Any:
    @make(frozen=True)
    class Point:
        x: int
        y: int = 2

        def __repr__(self) -> str:
            return f"at {self.x}"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and other.x == self.x

        def __hash__(self) -> int:
            return 7

    return Point


def _unhashable(make: Make) -> Any:
    @make(frozen=True)
    class Point:
        x: int
        y: int = 2
        __hash__ = None  # type: ignore[assignment]

    return Point


def _identical(make: Make) -> Any:
    @make(eq=False)
    class Point:
        x: int
        y: int = 2

    return Point


def _silent(make: Make) -> Any:
    @make(repr=False, unsafe_hash=True)
    class Point:
        x: int
        y: int = 2

    return Point


def _ordered(make: Make) -> Any:
    @make(order=True)
    class Point:
        x: int
        y: int = 2

    return Point


def _derived(make: Make) -> Any:
    @make(frozen=True)
    class Place:
        x: int

    @make(frozen=True)
    class Point(Place):
        y: int = 2

    return Point


_KINDS = (_plain, _frozen, _slotted, _own, _unhashable, _identical, _silent, _ordered, _derived)


def _outcome(do: Callable[[], object]) -> object:
    try:
        return do()
    except (TypeError, FrozenInstanceError) as error:
        return type(error)


def _set(value: Any) -> None:
    value.x = 5


@pytest.mark.parametrize("kind", _KINDS)
def test_a_light_dataclass_behaves_as_the_usual_one(kind: Callable[[Make], Any]) -> None:
    usual, light = kind(dataclass), kind(light_dataclass)
    for do in (
        lambda made: made(1) == made(1),
        lambda made: made(1) == made(1, 3),
        lambda made: made(1) == made(2),
        lambda made: made(1) == 1,
        lambda made: made(1) != made(1),
        lambda made: made(math.nan) == made(math.nan),
        lambda made: operator.eq(*[made(math.nan)] * 2),
        lambda made: hash(made(1)) == hash(made(1)),
        lambda made: hash(made(1)) == hash(made(2)),
        lambda made: len({made(1), made(1)}),
        lambda made: _set(made(1)),
        lambda made: made(1) < made(2),
        lambda made: made(),
        lambda made: [one.name for one in dataclasses.fields(made)],
        lambda made: dataclasses.asdict(made(1)),
        lambda made: dataclasses.replace(made(1), y=9).y,
        lambda made: hasattr(made, "__replace__"),
        lambda made: hasattr(made(1), "__dict__"),
        lambda made: made.__match_args__,
    ):
        assert _outcome(lambda do=do: do(light)) == _outcome(lambda do=do: do(usual)), do  # type: ignore[misc]
    if kind is not _silent:
        assert repr(light(1)) == repr(usual(1))


def test_a_value_that_contains_itself_can_be_written() -> None:
    @light_dataclass
    class Node:
        next: object = None

    node = Node()
    node.next = node
    assert repr(node).endswith("Node(next=...)")


def test_the_libraries_work_as_they_are_imported_and_others_get_the_usual_dataclasses() -> None:
    reported = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert reported.stdout.split() == ["xn--bcher-kva.example", "True"]
