"""Notes on the desktop, where it takes them: org.freedesktop.Notifications."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Final

_log = logging.getLogger("tollhouse.desktop_notes")

TIME_OUT_SECONDS: Final = 1.0
_SERVICE: Final = "org.freedesktop.Notifications"
_PATH: Final = "/org/freedesktop/Notifications"
_DESKTOPS_CHOICE: Final = -1
"""How long a note stays: as the desktop likes."""


async def show_on_desktop(title: str, text: str) -> bool:
    """Shows a note on the desktop; returns whether it was taken.

    Others may see it: it holds no secret and no amount. A desktop that hangs is given up after a second.

    Args:
        title: What happened, in our words.
        text: More of it, in our words.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        return await asyncio.to_thread(_notify, title, text)
    except Exception:  # noqa: BLE001 (whatever a desktop does, the app goes on; its own note is shown anyway)
        _log.info("the desktop takes no notes")
        return False


def _notify(title: str, text: str) -> bool:
    from jeepney import DBusAddress, MessageType, new_method_call  # noqa: PLC0415 (only when there is a note)
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415 (likewise)

    address = DBusAddress(_PATH, bus_name=_SERVICE, interface=_SERVICE)
    hints = {"desktop-entry": ("s", "tollhouse")}
    actions: list[str] = []
    body = ("Tollhouse", 0, "tollhouse", title, text, actions, hints, _DESKTOPS_CHOICE)
    call = new_method_call(address, "Notify", "susssasa{sv}i", body)
    connection = open_dbus_connection("SESSION", auth_timeout=TIME_OUT_SECONDS)
    try:
        answer = connection.send_and_get_reply(call, timeout=TIME_OUT_SECONDS)
    finally:
        connection.close()
    return bool(answer.header.message_type is MessageType.method_return)
