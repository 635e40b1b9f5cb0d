"""A private method of a widget is its own: none replaces one of a base in another module by accident."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from typing import TYPE_CHECKING

import app
import ui

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGES = (app, ui)
OURS = tuple(f"{package.__name__}." for package in PACKAGES)


def classes() -> Iterator[type]:
    for package in PACKAGES:
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                found = vars(importlib.import_module(module.name)).values()
                yield from (one for one in found if inspect.isclass(one) and one.__module__ == module.name)


def test_no_private_method_is_overridden_from_another_module() -> None:
    overridden = [
        f"{one.__module__}.{one.__qualname__}.{name} overrides {base.__qualname__}.{name}"
        for one in classes()
        for base in one.__mro__[1:]
        if base.__module__.startswith(OURS) and base.__module__ != one.__module__
        for name in vars(one).keys() & vars(base).keys()
        if name.startswith("_") and not name.startswith("__") and inspect.isfunction(vars(base)[name])
    ]
    assert overridden == []
