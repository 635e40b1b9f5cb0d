"""Desktop notifications through org.freedesktop.Notifications, and clicks on them."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from app.i18n.texts import _
from app.untrusted_text import sanitized

if TYPE_CHECKING:
    from collections.abc import Callable

_log = logging.getLogger("tollhouse.desktop_notifications")

TIME_OUT_SECONDS: Final = 1.0
"""The time-out of one call to the notification server."""

_SERVICE: Final = "org.freedesktop.Notifications"
_PATH: Final = "/org/freedesktop/Notifications"
_DESKTOPS_CHOICE: Final = -1
"""The server's own expiry time."""

_DEFAULT: Final = "default"
"""The action of a click on the notification itself (Desktop Notifications Specification)."""

_SHOW: Final = "show"


class DesktopNotification(NamedTuple):
    """Contains no secret and no amount of money: others may see it too.

    Attributes:
        key: Its topic; a later notification of the same topic replaces the earlier one.
        text: Untrusted text; escaped here.
    """

    key: str
    title: str
    text: str


class DesktopNotifications:
    """Sends notifications to the desktop one after the other, and receives clicks on them.

    It owns no task: the caller starts `run`. Where the desktop has no notifications, or does not respond,
    and on macOS and Windows, the app's own list is the only one.

    Args:
        on_click: Called with the key of a clicked notification, and the desktop's permission to come
            forward (an activation token), empty if it gave none.
    """

    def __init__(self, on_click: Callable[[str, str], None]) -> None:
        self._on_click = on_click
        self._inbox: asyncio.Queue[Any] = asyncio.Queue()
        self._bus: _Bus | None = None

    def send(self, notification: DesktopNotification) -> None:
        self._inbox.put_nowait(notification)

    async def run(self) -> None:
        """Sends notifications and receives clicks until it is cancelled."""
        if not sys.platform.startswith("linux"):
            return
        try:
            while True:
                item = await self._inbox.get()
                if isinstance(item, DesktopNotification):
                    await self._show(item)
                elif self._bus is not None:
                    self._bus.on_message(item)
        finally:
            await self._disconnect()

    async def _show(self, notification: DesktopNotification) -> None:
        try:
            async with asyncio.timeout(TIME_OUT_SECONDS):
                if self._bus is None or self._bus.has_ended:
                    await self._disconnect()
                    self._bus = _Bus(self._on_click)
                    await self._bus.connect(self._inbox)
                await self._bus.notify(notification)
        except Exception as error:  # whatever a desktop does, the app goes on
            _log.info("the desktop shows no notification: %s", type(error).__name__)
            await self._disconnect()
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                # jeepney raises a KeyError instead where a response is lost at the same moment.
                raise asyncio.CancelledError from error

    async def _disconnect(self) -> None:
        if self._bus is not None:
            bus, self._bus = self._bus, None
            await bus.close()


class _Bus:
    """A connection to the session bus, and the capabilities of its notification server."""

    def __init__(self, on_click: Callable[[str, str], None]) -> None:
        self._on_click = on_click
        self._router: Any = None
        self._ends = AsyncExitStack()
        self._server = ""
        self._capabilities: frozenset[str] = frozenset()
        self._ids: dict[str, int] = {}
        self._token = (0, "")

    async def connect(self, inbox: asyncio.Queue[Any]) -> None:
        """Lets signals go into the inbox; raises if there is no bus, or it does not respond."""
        from jeepney import MatchRule  # noqa: PLC0415 (only when there is a notification)
        from jeepney.bus_messages import message_bus  # noqa: PLC0415 (likewise)
        from jeepney.io.asyncio import DBusRouter, Proxy, open_dbus_connection  # noqa: PLC0415 (likewise)

        connection = await open_dbus_connection("SESSION")
        self._ends.push_async_callback(connection.close)
        self._router = await self._ends.enter_async_context(DBusRouter(connection))
        rule = MatchRule(type="signal", interface=_SERVICE, path=_PATH)
        self._ends.enter_context(self._router.filter(rule, queue=inbox))
        await Proxy(message_bus, self._router).AddMatch(rule)

    @property
    def has_ended(self) -> bool:
        return bool(self._router._rcv_task.done())  # noqa: SLF001 (jeepney exposes it nowhere else)

    async def notify(self, notification: DesktopNotification) -> None:
        """Replaces an earlier one of the same topic; raises if the server is missing, or refuses."""
        await self._request_capabilities()
        text = sanitized(notification.text)
        if "body-markup" in self._capabilities:
            from html import escape  # noqa: PLC0415 (after the first rows)

            text = escape(text, quote=False)
        actions = [_DEFAULT, _("Show"), _SHOW, _("Show")] if "actions" in self._capabilities else []
        hints = {"desktop-entry": ("s", "tollhouse")}
        replaced = self._ids.get(notification.key, 0)
        body = (
            "Tollhouse",
            replaced,
            "tollhouse",
            notification.title,
            text,
            actions,
            hints,
            _DESKTOPS_CHOICE,
        )
        reply = await self._call("Notify", "susssasa{sv}i", body)
        self._ids[notification.key] = reply.body[0]

    def on_message(self, message: Any) -> None:  # noqa: ANN401 (jeepney has no types)
        """Processes a signal; those of other senders than the notification server are ignored."""
        from jeepney import HeaderFields  # noqa: PLC0415 (only when there is a notification)

        fields = message.header.fields
        if fields.get(HeaderFields.sender) != self._server:
            return
        match fields.get(HeaderFields.member), message.body:
            case "ActivationToken", (int() as notification_id, str() as token):
                self._token = (notification_id, token)
            case "ActionInvoked", (int() as notification_id, str() as action):
                self._on_action(notification_id, action)
            case "NotificationClosed", (int() as notification_id, int()):
                self._ids = {key: known for key, known in self._ids.items() if known != notification_id}

    async def close(self) -> None:
        with suppress(Exception):
            await self._ends.aclose()

    def _on_action(self, notification_id: int, action: str) -> None:
        key = next((key for key, known in self._ids.items() if known == notification_id), None)
        if key is not None and action in {_DEFAULT, _SHOW}:
            token = self._token[1] if self._token[0] == notification_id else ""
            self._on_click(key, token)

    async def _request_capabilities(self) -> None:
        """Requests the server's capabilities; a restarted server has forgotten its notification IDs."""
        from jeepney import HeaderFields  # noqa: PLC0415 (only when there is a notification)

        reply = await self._call("GetCapabilities")
        server = reply.header.fields.get(HeaderFields.sender, "")
        if server != self._server:
            self._ids = {}
        self._server, self._capabilities = server, frozenset(reply.body[0])

    async def _call(self, member: str, signature: str | None = None, body: tuple[Any, ...] = ()) -> Any:  # noqa: ANN401 (jeepney has no types)
        from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 (only when there is a notification)
        from jeepney.wrappers import unwrap_msg  # noqa: PLC0415 (likewise)

        address = DBusAddress(_PATH, bus_name=_SERVICE, interface=_SERVICE)
        reply = await self._router.send_and_get_reply(new_method_call(address, member, signature, body))
        unwrap_msg(reply)
        return reply
