"""Imports the libraries that the services need, without what nothing reads while the app runs.

At each start, Python compiles what some of their classes are made of: 600 fields that pydantic declares for
type checkers, and three to eight methods for each of some 80 dataclasses. Together that takes almost a
third of the time until the first paint of an empty window. What is in their place here behaves alike.
"""

from __future__ import annotations

import dataclasses
import sys
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Final

from app.late_modules import import_late
from app.light_dataclasses import light_dataclass

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
