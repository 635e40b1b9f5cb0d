"""Imports the libraries that the services need, without what nothing reads while the app runs.

At each start, Python compiles what some of their classes are made of: 600 fields that pydantic declares for
type checkers, and three to six methods for each of some 80 dataclasses. Together that takes a fifth as
long as the first paint of an empty window. What is in their place here behaves alike.
"""

from __future__ import annotations

import dataclasses
import sys
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from operator import eq
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, Final

from app.late_modules import import_late

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIBRARIES: Final = (
    "pydantic.main",
    "pydantic.types",
    "httpx",
    # httpx imports these with the first transport, and the first request.
    "httpcore",
    "anyio._backends._asyncio",
    "httpcore._backends.anyio",
)
_UNUSED: Final = ("certifi", "idna", "mimetypes", "pickle")
"""What httpx and `logging` import for other certificates, addresses, bodies and handlers than ours."""
_PLUGINS: Final = "pydantic.plugin._loader"
_usual_dataclass: Final = dataclasses.dataclass


def import_libraries() -> None:
    """Imports pydantic and httpx, and what they import later on."""
    import_late(*_UNUSED)
    # First: what it has in common with `typing` may come from there.
    extensions = import_module("typing_extensions")
    typing = import_module("typing") if sys.version_info >= (3, 12) else extensions
    with _replaced(typing, "TypedDict", _Undeclared):
        import_module("pydantic_core")
    with _replaced(dataclasses, "dataclass", light_dataclass):
        for name in _LIBRARIES:
            import_module(name)
    # The plugins that it looks for, with the first validator, are off (see `app.models`); `from … import`
    # asks for the path, too.
    import_late(_PLUGINS)
    for name, value in (("get_plugins", tuple), ("__path__", ())):
        vars(sys.modules[_PLUGINS]).setdefault(name, value)


@contextmanager
def _replaced(module: object, name: str, other: object) -> Iterator[None]:
    usual = getattr(module, name)
    setattr(module, name, other)
    try:
        yield
    finally:
        setattr(module, name, usual)


class _Undeclared(dict[str, object]):
    """Takes the options of a `TypedDict`, and declares nothing."""

    def __init_subclass__(cls, **options: object) -> None:
        """`options`, such as `total`, say nothing where no field is declared."""


def light_dataclass(cls: type | None = None, /, **options: bool) -> Any:  # noqa: ANN401 (as the usual one)
    """Makes a dataclass whose `__repr__`, `__eq__` and `__hash__` are those of all others.

    Args:
        options: As of `dataclasses.dataclass`.
    """
    return partial(_make, options) if cls is None else _make(options, cls)


def _make(options: dict[str, bool], cls: type) -> type:
    own = vars(cls)
    if options.get("order") or options.get("unsafe_hash") or "__eq__" in own:
        return _usual_dataclass(cls, **options)
    methods: dict[str, object] = {}
    if options.get("repr", True):
        methods["__repr__"] = _repr
    if options.get("eq", True):
        methods |= {"__eq__": _is_equal, "__hash__": _hash if options.get("frozen") else None}
    for name, method in methods.items():
        if name not in own:
            setattr(cls, name, method)
    return _usual_dataclass(cls, **{**options, "repr": False, "eq": False})


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
