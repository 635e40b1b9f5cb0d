"""Modules that are imported when something of theirs is used, not when a library imports them."""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from types import ModuleType

_importing = threading.RLock()


def import_late(*names: str) -> None:
    """Lets later `import` statements of these modules wait until one of their attributes is used.

    For libraries that import more than they use here; `from module import name` does not wait.
    """
    for name in names:
        if name not in sys.modules:
            sys.modules[name] = late = _LateModule(name)
            parent, _dot, child = name.rpartition(".")
            if parent:
                setattr(import_module(parent), child, late)


class _LateModule(ModuleType):
    """Stands for a module until one of its attributes is used; has them all from then on."""

    def __getattr__(self, name: str) -> object:
        with _importing:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
            found = import_module(self.__name__)
        vars(self).update(vars(found))
        return getattr(found, name)
