"""A real notification server on a private bus: remembers what it was asked to show, and can be clicked."""

from __future__ import annotations

import itertools
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from jeepney import (
    DBusAddress,
    HeaderFields,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


@dataclass(frozen=True, slots=True)
class Shown:
    """A note as it came over the bus."""

    number: int
    replaced: int
    title: str
    body: str
    actions: tuple[str, ...]
    hints: dict[str, Any]


class NotificationServer:
    """Owns the name from `with` to its end, in a thread of its own.

    Attributes:
        shown: The notes, oldest first.
        calls: How often it was called.
        hangs: Whether it takes calls and never answers.
    """

    def __init__(
        self, address: str, capabilities: tuple[str, ...] = ("body", "actions", "body-markup")
    ) -> None:
        self.shown: list[Shown] = []
        self.calls = 0
        self.hangs = False
        self._capabilities = list(capabilities)
        self._numbers = itertools.count(1)
        self._connection = open_dbus_connection(address)
        Proxy(message_bus, self._connection).RequestName(NAME)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()
        self._connection.close()

    def click(self, number: int, action: str = "default", token: str = "") -> None:
        """A person clicks a note; the desktop then closes it."""
        if token:
            self._emit("ActivationToken", "us", (number, token))
        self._emit("ActionInvoked", "us", (number, action))
        self.close(number)

    def close(self, number: int) -> None:
        self._emit("NotificationClosed", "uu", (number, 2))

    def _emit(self, member: str, signature: str, body: tuple[Any, ...]) -> None:
        emitter = DBusAddress(PATH, interface=NAME)
        self._connection.send(new_signal(emitter, member, signature, body))

    def _serve(self) -> None:
        while not self._ends.is_set():
            with suppress(TimeoutError):
                message = self._connection.receive(timeout=0.02)
                if message.header.message_type is MessageType.method_call:
                    self.calls += 1
                    if not self.hangs:
                        self._connection.send(self._answer(message))

    def _answer(self, message: Any) -> Any:
        match message.header.fields.get(HeaderFields.member):
            case "GetCapabilities":
                return new_method_return(message, "as", (self._capabilities,))
            case "Notify":
                _app, replaced, _icon, title, body, actions, hints, _stays = message.body
                number = replaced or next(self._numbers)
                self.shown.append(Shown(number, replaced, title, body, tuple(actions), hints))
                return new_method_return(message, "u", (number,))
            case _:
                return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
