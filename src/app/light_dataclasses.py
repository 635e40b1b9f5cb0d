"""Dataclasses that share their methods, so that Python compiles none for each of them.

They are for libraries that make many and use few: a call takes longer than with methods of its own.
"""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import MISSING, FrozenInstanceError
from functools import cache, partial
from operator import eq
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_usual_dataclass: Final = dataclasses.dataclass
_SHARED: Final = dict.fromkeys(("init", "repr", "eq", "frozen"), False)


def light_dataclass(cls: type | None = None, /, **options: bool) -> Any:  # noqa: ANN401 (as the usual one)
    """Makes a dataclass with the methods of all others, or the usual one if it needs more than they do.

    Args:
        options: As of `dataclasses.dataclass`.
    """
    return partial(_make, options) if cls is None else _make(options, cls)


def _make(options: dict[str, bool], cls: type) -> type:
    own = vars(cls)
    if options.get("order") or options.get("unsafe_hash") or "__eq__" in own:
        return _usual_dataclass(cls, **options)
    is_frozen = options.get("frozen")
    methods: dict[str, object] = {}
    if options.get("init", True):
        methods["__init__"] = _init_of(cls, object.__setattr__ if is_frozen else setattr)
    if options.get("repr", True):
        methods["__repr__"] = _repr
    if options.get("eq", True):
        methods |= {"__eq__": _is_equal, "__hash__": _hash if is_frozen else None}
    if is_frozen:
        methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if is_frozen and options.get("slots"):
        methods |= {"__getstate__": _state, "__setstate__": _set_state}
    for name, method in methods.items():
        if name not in own:
            setattr(cls, name, method)
    return _usual_dataclass(cls, **options | _SHARED)


def _init_of(cls: type, put: Callable[[Any, str, object], None]) -> Callable[..., None]:
    """Returns the `__init__` of a class, which a derived one may call for the fields of this one.

    Args:
        put: Sets a field.
    """
    # As the usual one: what only a derived class has is not called.
    is_completed = hasattr(cls, "__post_init__")

    def init(self: Any, /, *values: object, **named: object) -> None:  # noqa: ANN401 (any dataclass)
        found, init_vars = _values(cls, values, named), _parameters(cls).init_vars
        for name, value in found.items():
            if name not in init_vars:
                put(self, name, value)
        if is_completed:
            self.__post_init__(*(found[name] for name in init_vars))

    return init


def _values(cls: type, values: tuple[object, ...], named: dict[str, object]) -> dict[str, object]:
    """Returns the value of each parameter by its name, as given or by default."""
    names, fields, _init_vars = _parameters(cls)
    given = dict(zip(names, values, strict=False))
    if len(values) > len(names) or not named.keys().isdisjoint(given):
        raise TypeError(f"{cls.__qualname__} takes once each: {', '.join(names)}")
    given |= named
    found: dict[str, object] = {}
    for field in fields:
        if field.init and field.name in given:
            found[field.name] = given.pop(field.name)
        elif field.default is not MISSING:
            found[field.name] = field.default
        elif field.default_factory is not MISSING:
            found[field.name] = field.default_factory()
        elif field.init:
            raise TypeError(f"{cls.__qualname__} needs {field.name}")
    if given:
        raise TypeError(f"{cls.__qualname__} does not take: {', '.join(given)}")
    return found


class _Parameters(NamedTuple):
    """What an `__init__` takes.

    Attributes:
        names: What it takes by position.
        fields: All fields and `InitVar`s, in their order.
        init_vars: The names of those that `__post_init__` gets.
    """

    names: tuple[str, ...]
    fields: tuple[dataclasses.Field[Any], ...]
    init_vars: tuple[str, ...]


@cache
def _parameters(cls: Any) -> _Parameters:  # noqa: ANN401 (any dataclass)
    kept = dataclasses.fields(cls)
    # Beside the fields it has the `InitVar`s, and each `ClassVar`.
    declared = cls.__dataclass_fields__.values()
    init_vars = tuple(field for field in declared if field not in kept and "InitVar" in str(field.type))
    fields = tuple(field for field in declared if field in kept or field in init_vars)
    names = tuple(field.name for field in fields if field.init and not field.kw_only)
    return _Parameters(names, fields, tuple(field.name for field in init_vars))


def _refuse_to_set(self: object, name: str, value: object) -> None:
    _refuse_change(self, name)
    object.__setattr__(self, name, value)


def _refuse_to_delete(self: object, name: str) -> None:
    _refuse_change(self, name)
    object.__delattr__(self, name)


def _refuse_change(value: Any, name: str) -> None:  # noqa: ANN401 (any dataclass)
    # A derived class that is no dataclass itself may have attributes of its own.
    if "__dataclass_fields__" in vars(type(value)) or name in value.__dataclass_fields__:
        raise FrozenInstanceError(f"cannot change field {name!r}")


def _state(self: Any) -> list[object]:  # noqa: ANN401 (any dataclass)
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _set_state(self: Any, state: list[object]) -> None:  # noqa: ANN401 (any dataclass)
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


@recursive_repr()
def _repr(self: Any) -> str:  # noqa: ANN401 (any dataclass)
    parts = (
        f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr
    )
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _is_equal(self: Any, other: object) -> object:  # noqa: ANN401 (any dataclass)
    if type(other) is not type(self):
        return NotImplemented
    ours, theirs = _compared(self), _compared(other)
    if sys.version_info < (3, 13):
        return ours == theirs
    # Unlike tuples, it compares a value with itself, too: a NaN makes unequal.
    return self is other or all(map(eq, ours, theirs))


def _hash(self: Any) -> int:  # noqa: ANN401 (any dataclass)
    fields = dataclasses.fields(self)
    hashed = (field.name for field in fields if (field.compare if field.hash is None else field.hash))
    return hash(tuple(getattr(self, name) for name in hashed))


def _compared(value: Any) -> tuple[object, ...]:  # noqa: ANN401 (any dataclass)
    return tuple(getattr(value, field.name) for field in dataclasses.fields(value) if field.compare)
