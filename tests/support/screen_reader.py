"""A display on a private desktop, and a screen reader's view of it: what stands there, by role and name.

It speaks AT-SPI over the bus of assistive technology, as Orca does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from jeepney import DBusAddress, MatchRule, MessageType, Properties, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection

from support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from support.private_desktop import PrivateDesktop

_LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
_NEEDED = {"at-spi2-core": _LAUNCHER, "xdotool": "xdotool", "xvfb": "Xvfb"}
MISSING = [package for package, program in _NEEDED.items() if shutil.which(program) is None]
WHY_NOT = f"Debian packages that are not installed: {', '.join(MISSING)}"

_INTERFACE = "org.a11y.atspi."
_REGISTRY = DBusAddress("/org/a11y/atspi/registry", f"{_INTERFACE}Registry", f"{_INTERFACE}Registry")
_SHOWING = 1 << 25
_ON_SCREEN = 0


class Part(NamedTuple):
    """Something that the tree of accessible objects contains."""

    bus_name: str
    path: str
    role: str
    name: str


class ScreenReader:
    """Reads what the programs of a desktop show, through `with ScreenReader.on(desktop)`."""

    def __init__(self, address: str, env: Mapping[str, str]) -> None:
        self._connection = open_dbus_connection(address)
        self._env = env

    @classmethod
    @contextmanager
    def on(cls, desktop: PrivateDesktop) -> Iterator[ScreenReader]:
        """Gives a desktop a display and the bus of assistive technology."""
        desktop.env |= {
            "DISPLAY": _start_display(desktop),
            "LC_ALL": "C.UTF-8",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "QT_QPA_PLATFORM": "xcb",
        }
        launcher = desktop.run([_LAUNCHER, "--launch-immediately"])
        desktop.wait_for("org.a11y.Bus")
        with open_dbus_connection(desktop.env["DBUS_SESSION_BUS_ADDRESS"]) as connection:
            bus = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
            address = connection.send_and_get_reply(new_method_call(bus, "GetAddress")).body[0]
        reader = cls(address, desktop.env)
        try:
            yield reader
        finally:
            reader._connection.close()
            # Its own bus ends with it, unless it is killed.
            launcher.terminate()
            launcher.wait()

    @contextmanager
    def announcements(self) -> Iterator[Callable[[], str]]:
        """Listens; yields a function that waits for the next announcement, and returns its text."""
        rule = MatchRule(type="signal", interface=f"{_INTERFACE}Event.Object", member="Announcement")
        message = new_method_call(_REGISTRY, "RegisterEvent", "s", ("object:",))
        self._connection.send_and_get_reply(message, timeout=20)
        with self._connection.filter(rule) as messages:
            Proxy(message_bus, self._connection).AddMatch(rule)
            yield lambda: str(self._connection.recv_until_filtered(messages, timeout=20).body[3][1])

    def parts(self) -> list[Part]:
        """Returns everything there is at the moment, from the outside to the inside."""
        return list(self._below("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"))

    def find(self, role: str, name: str) -> Part:
        """Returns the one of this role and name, once it is there."""
        found: list[Part] = []

        def look() -> bool:
            found[:] = [
                part
                for part in self.parts()
                if (part.role, part.name) == (role, name) and self.is_shown(part)
            ]
            return bool(found)

        wait_until(look)
        return found[0]

    def press(self, role: str, name: str) -> None:
        """Does what a press of it does, once it is there."""
        part = self.find(role, name)
        actions = [action for action, *_texts in self._call(part, "Action", "GetActions")]
        self._call(part, "Action", "DoAction", "i", actions.index("Press"))

    def click(self, role: str, name: str) -> None:
        """Clicks into the middle of it with the mouse, once it is there."""
        x, y, width, height = self._call(self.find(role, name), "Component", "GetExtents", "u", _ON_SCREEN)
        place = [str(x + width // 2), str(y + height // 2)]
        subprocess.run(["xdotool", "mousemove", *place, "click", "1"], check=True, env=self._env)

    def write(self, name: str, text: str) -> None:
        """Puts a text into the field of this name."""
        self._call(self.find("text", name), "EditableText", "SetTextContents", "s", text)

    def is_shown(self, part: Part) -> bool:
        """Returns whether it is on the screen, or would be after scrolling."""
        states = self._call(part, "Accessible", "GetState")
        return states is not None and bool(states[0] & _SHOWING)

    def _below(self, bus_name: str, path: str) -> Iterator[Part]:
        whole = Part(bus_name, path, "", "")
        for child_bus, child_path in self._call(whole, "Accessible", "GetChildren") or ():
            child = Part(child_bus, child_path, "", "")
            role = self._call(child, "Accessible", "GetRoleName")
            name = self._name(child)
            yield Part(child_bus, child_path, role or "", name)
            yield from self._below(child_bus, child_path)

    def _name(self, part: Part) -> str:
        address = DBusAddress(part.path, part.bus_name, f"{_INTERFACE}Accessible")
        reply = self._connection.send_and_get_reply(Properties(address).get("Name"), timeout=20)
        return str(reply.body[0][1]) if isinstance(reply.body[0], tuple) else ""

    def _call(self, part: Part, interface: str, member: str, signature: str = "", *values: Any) -> Any:
        """Returns the answer; None where the part is gone by now."""
        address = DBusAddress(part.path, part.bus_name, _INTERFACE + interface)
        message = new_method_call(address, member, signature, values)
        reply = self._connection.send_and_get_reply(message, timeout=20)
        return None if reply.header.message_type is MessageType.error else reply.body[0]


def _start_display(desktop: PrivateDesktop) -> str:
    reading, writing = os.pipe()
    desktop.run(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[writing],
    )
    os.close(writing)
    with os.fdopen(reading) as number:
        return f":{number.readline().strip()}"
