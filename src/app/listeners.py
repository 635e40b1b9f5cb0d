"""The listeners of an event, in the order in which they were added."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Listeners(list[Callable[P, object]], Generic[P]):
    """Callables that are called for each event; meanwhile they may be added and removed."""

    def notify(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for listener in tuple(self):
            listener(*args, **kwargs)
