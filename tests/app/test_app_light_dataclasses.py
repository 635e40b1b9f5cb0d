"""Dataclasses that share their methods: each behaves as the usual one."""

import copy
import dataclasses
import math
import operator
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, InitVar, dataclass, field
from typing import Any, ClassVar

import pytest

from app.light_dataclasses import light_dataclass

Make = Callable[..., Any]


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


def _own_equality(make: Make) -> Any:
    @make(frozen=True)
    class Point:  # noqa: PLW1641 (what is made of it)
        x: int
        y: int = 2

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self)) and other.x == self.x

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


def _unwritten(make: Make) -> Any:
    @make(repr=False)
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


def _derived_without_fields(make: Make) -> Any:
    @make(frozen=True)
    class Place:
        x: int
        y: int = 2

    class Point(Place):
        """Has attributes of its own."""

    return Point


def _named(make: Make) -> Any:
    @make(kw_only=True, slots=True)
    class Point:
        x: int = 1
        y: int = 2

    return Point


def _completed(make: Make) -> Any:
    @make
    class Point:
        kind: ClassVar[str] = "point"
        x: int
        y: int = 2
        far: bool = field(default=False, init=False)

        def __post_init__(self) -> None:
            self.far = self.x + self.y > 10

    return Point


def _scaled(make: Make) -> Any:
    @make
    class Point:
        x: int
        y: int = 2
        scale: InitVar[int] = 1  # type: ignore[assignment]

        def __post_init__(self, scale: int) -> None:
            self.x *= scale

    return Point


def _scaled_by_string(make: Make) -> Any:
    @make
    class Point:
        x: int
        scale: "InitVar[int]"
        y: int = 2

        def __post_init__(self, scale: int) -> None:
            self.x *= scale

    return Point


def _scaled_further(make: Make) -> Any:
    @make
    class Place:
        x: int
        scale: InitVar[int] = 3  # type: ignore[assignment]

        def __post_init__(self, scale: int) -> None:
            self.x *= scale

    @make
    class Point(Place):
        y: int = 2

    return Point


def _checked(make: Make) -> Any:
    @make
    class Point:
        x: int
        y: int = 2

        def __setattr__(self, name: str, value: int) -> None:
            super().__setattr__(name, value + 1)

    return Point


def _extended(make: Make) -> Any:
    @make
    class Place:
        x: int

    @make
    class Point(Place):
        y: int

        def __init__(self, x: int, y: int = 2) -> None:
            super().__init__(x)  # type: ignore[call-arg]
            self.y = y

    return Point


def _extended_after(make: Make) -> Any:
    @make
    class Place:
        x: int

    @make
    class Point(Place):
        y: int = 2

        def __post_init__(self) -> None:
            self.x += 1
            if self.x < 5:
                super().__init__(self.x + 5)  # type: ignore[call-arg]

    return Point


def _filled(make: Make) -> Any:
    @make(frozen=True)
    class Point:
        x: int
        y: int = 2

        def __init__(self, *, x: int = 7) -> None:
            object.__setattr__(self, "x", x)

    return Point


_KINDS = (
    _plain,
    _frozen,
    _slotted,
    _own,
    _own_equality,
    _unhashable,
    _identical,
    _silent,
    _unwritten,
    _ordered,
    _derived,
    _derived_without_fields,
    _named,
    _completed,
    _scaled,
    _scaled_by_string,
    _scaled_further,
    _checked,
    _extended,
    _extended_after,
    _filled,
)


def _outcome(do: Callable[[], object]) -> object:
    try:
        return do()
    except (TypeError, AttributeError) as error:
        return type(error)


def _set(value: Any) -> int:
    value.x = 5
    return int(value.x)


def _can_have_more(value: Any) -> bool:
    try:
        value.other = 5
    except (TypeError, AttributeError):  # with slots, the usual one raises the former by mistake
        return False
    return True


def _delete(value: Any) -> bool:
    del value.x
    return hasattr(value, "x")


def _values(made: Any) -> list[object]:
    return [getattr(made, one.name) for one in dataclasses.fields(made)]


@pytest.mark.parametrize("kind", _KINDS)
def test_a_light_dataclass_behaves_as_the_usual_one(kind: Callable[[Make], Any]) -> None:
    usual, light = kind(dataclass), kind(light_dataclass)
    for do in (
        lambda made: made(1) == made(1),
        lambda made: made(1) == made(1, 3),
        lambda made: made(1) == made(2),
        lambda made: made(1, 2, "a note") == made(1, 2),
        lambda made: made(1) == 1,
        lambda made: made(1) != made(1),
        lambda made: made(math.nan) == made(math.nan),
        lambda made: operator.eq(*[made(math.nan)] * 2),
        lambda made: hash(made(1)) == hash(made(1)),
        lambda made: hash(made(1)) == hash(made(2)),
        lambda made: len({made(1), made(1)}),
        lambda made: _values(made(1)),
        lambda made: _values(made(1, 3)),
        lambda made: _values(made(x=1)),
        lambda made: _values(made(y=3, x=1)),
        lambda made: _values(made(1, 3, 4, 5)),
        lambda made: _values(made(1, x=1)),
        lambda made: _values(made(1, z=1)),
        lambda made: _values(made(1, far=True)),
        lambda made: _values(made(6, 6)),
        lambda made: _values(copy.copy(made(1))),
        lambda made: _values(copy.deepcopy(made(1))),
        lambda made: _set(made(1)),
        lambda made: _can_have_more(made(1)),
        lambda made: _delete(made(1)),
        lambda made: made(1) < made(2),
        lambda made: _values(made()),
        lambda made: [one.name for one in dataclasses.fields(made)],
        lambda made: dataclasses.asdict(made(1)),
        lambda made: dataclasses.replace(made(1), y=9).y,
        lambda made: hasattr(made, "__replace__"),
        lambda made: vars(made(1)),
        lambda made: made.__match_args__,
    ):
        assert _outcome(lambda do=do: do(light)) == _outcome(lambda do=do: do(usual)), do  # type: ignore[misc]
    assert _outcome(lambda: _written(light)) == _outcome(lambda: _written(usual))


def _written(made: Any) -> str:
    return "" if made.__repr__ is object.__repr__ else repr(made(1))


def test_a_value_that_contains_itself_can_be_written() -> None:
    @light_dataclass
    class Node:
        next: object = None

    node = Node()
    node.next = node
    assert repr(node).endswith("Node(next=...)")


Slotted = _slotted(light_dataclass)
Slotted.__qualname__ = "Slotted"


def test_a_frozen_one_with_slots_can_be_pickled_and_is_frozen_afterwards() -> None:
    found = pickle.loads(pickle.dumps(Slotted(1, 3)))
    assert found == Slotted(1, 3)
    with pytest.raises(FrozenInstanceError):
        found.x = 3


def test_each_has_values_of_its_own() -> None:
    made = _frozen(light_dataclass)
    made(1).seen.append(1)
    assert made(1).seen == []
