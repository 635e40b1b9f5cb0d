"""ASGI messages: bodies read at once, answers captured and sent, and their `Date`."""

from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollhouse_sandbox.clock import Clock

Headers = list[tuple[bytes, bytes]]


@dataclass(slots=True)
class CapturedAnswer:
    """An answer before it is sent; faults change it."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""

    def set_header(self, name: str, value: str | None) -> None:
        """Replaces all headers of a name; None removes them."""
        wanted = name.lower().encode("latin-1", "replace")
        self.headers = [item for item in self.headers if item[0].lower() != wanted]
        if value is not None:
            self.headers.append((wanted, value.encode("latin-1", "replace")))


def header(scope: Scope, name: bytes) -> bytes | None:
    """Returns the first header of a name."""
    return next((value for key, value in scope["headers"] if key == name), None)


async def read_body(receive: Receive, limit: int) -> bytes | None:
    """Reads a request's body; None when it is longer than `limit` bytes (it is read, and dropped)."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        part = message.get("body", b"")
        size += len(part)
        if size <= limit:
            parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts) if size <= limit else None


def replay(body: bytes, receive: Receive) -> Receive:
    """Returns a `receive` that yields an already read body, then what follows."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


async def send_answer(send: Send, status: int, headers: Headers, body: bytes) -> None:
    """Sends a whole answer."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def capture(app: ASGIApp, scope: Scope, receive: Receive) -> CapturedAnswer:
    """Runs an app and returns its response instead of sending it."""
    captured = CapturedAnswer()

    async def keep(message: Message) -> None:
        if message["type"] == "http.response.start":
            captured.status = message["status"]
            captured.headers = list(message.get("headers", []))
        elif message["type"] == "http.response.body":
            captured.body += message.get("body", b"")

    await app(scope, receive, keep)
    return captured


def http_date(moment: datetime) -> str:
    """Returns a moment as an HTTP date (RFC 9110, whole seconds)."""
    return format_datetime(moment, usegmt=True)


class Dates:
    """Adds the header that the server leaves out."""

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""

        async def dated(message: Message) -> None:
            if message["type"] == "http.response.start":
                date = (b"date", http_date(self._clock.now()).encode())
                message = {**message, "headers": [*message.get("headers", []), date]}
            await send(message)

        await self._app(scope, receive, dated)
