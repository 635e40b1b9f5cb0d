"""A desktop's tray on a private bus: what its icon and menu show, and a choice from the menu."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any, Self

from jeepney import (
    DBusAddress,
    HeaderFields,
    MessageType,
    Properties,
    new_error,
    new_method_call,
    new_method_return,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection

from support.waiting import wait_until

_WATCHER = "org.kde.StatusNotifierWatcher"
_PROPERTIES = {
    "IsStatusNotifierHostRegistered": ("b", True),
    "ProtocolVersion": ("i", 0),
}


class StatusTray:
    """The watcher that icons register with (StatusNotifierItem), in a thread from `with` to its end.

    Attributes:
        items: The bus names of the icons.
    """

    def __init__(self, address: str) -> None:
        self.items: list[str] = []
        self._address = address
        self._serving = open_dbus_connection(address)
        Proxy(message_bus, self._serving).RequestName(_WATCHER)
        self._asking = open_dbus_connection(address)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()
        self._serving.close()
        self._asking.close()

    def menu(self) -> dict[str, int]:
        """Returns what can be chosen from the last icon's menu, with its numbers, once there is an icon."""
        wait_until(lambda: self.items)
        answer = self._ask("GetLayout", "iias", (0, -1, []))
        if answer is None:
            return {}
        _revision, (_number, _properties, entries) = answer
        return {
            properties["label"][1].replace("_", ""): number
            for _signature, (number, properties, _children) in entries
            if "label" in properties and properties.get("enabled", ("b", True))[1]
        }

    def choose(self, text: str) -> None:
        """Clicks an entry of the menu."""
        self._ask("Event", "isvu", (self.menu()[text], "clicked", ("s", ""), 0))

    def _ask(self, member: str, signature: str, values: tuple[Any, ...]) -> Any:
        """Asks the menu of the last icon; returns None if its program has ended."""
        item = DBusAddress("/StatusNotifierItem", self.items[-1], "org.kde.StatusNotifierItem")
        path = self._body(Properties(item).get("Menu"))
        if path is None:
            return None
        menu = DBusAddress(path[0][1], self.items[-1], "com.canonical.dbusmenu")
        return self._body(new_method_call(menu, member, signature, values))

    def _body(self, message: Any) -> Any:
        reply = self._asking.send_and_get_reply(message, timeout=20)
        return None if reply.header.message_type is MessageType.error else reply.body

    def _serve(self) -> None:
        while not self._ends.is_set():
            with suppress(TimeoutError):
                message = self._serving.receive(timeout=0.02)
                if message.header.message_type is MessageType.method_call:
                    self._serving.send(self._answer(message))

    def _answer(self, message: Any) -> Any:
        match message.header.fields.get(HeaderFields.member):
            case "RegisterStatusNotifierItem":
                self.items.append(message.header.fields[HeaderFields.sender])
                return new_method_return(message)
            case "Get":
                _interface, name = message.body
                return new_method_return(message, "v", (_PROPERTIES[name],))
            case "GetAll":
                return new_method_return(message, "a{sv}", (_PROPERTIES,))
            case _:
                return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")
