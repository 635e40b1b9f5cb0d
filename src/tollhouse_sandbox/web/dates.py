"""Gives every answer a `Date` by the sandbox's clock."""

from datetime import datetime
from email.utils import format_datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollhouse_sandbox.clock import Clock


def http_date(moment: datetime) -> str:
    """Write a moment as an HTTP date (RFC 9110, whole seconds)."""
    return format_datetime(moment, usegmt=True)


class Dates:
    """Adds the header that the server leaves out."""

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""

        async def dated(message: Message) -> None:
            if message["type"] == "http.response.start":
                date = (b"date", http_date(self._clock.now()).encode())
                message = {**message, "headers": [*message.get("headers", []), date]}
            await send(message)

        await self._app(scope, receive, dated)
