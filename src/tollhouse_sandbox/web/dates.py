"""The `Date` of responses, by the sandbox's clock."""

from datetime import datetime
from email.utils import format_datetime

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollhouse_sandbox.clock import Clock


def http_date(moment: datetime) -> str:
    """Returns a moment as an HTTP date (RFC 9110, whole seconds)."""
    return format_datetime(moment, usegmt=True)


class Dates:
    """Adds the header that the server leaves out."""

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def dated(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["date"] = http_date(self._clock.now())
            await send(message)

        await self._app(scope, receive, dated)
