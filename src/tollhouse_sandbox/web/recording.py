"""Writes every request into the ledger, without secrets."""

import hashlib
import json
import time
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollhouse_sandbox.ledger import write_entry
from tollhouse_sandbox.rules.limits import BODY_BYTES_MAX
from tollhouse_sandbox.world import World

_SHOWN = 500


class Recording:
    """Reads the body (over 1 MiB it is dropped and marked), runs the app, and records how it went."""

    def __init__(self, app: ASGIApp, world: World) -> None:
        self._app = app
        self._world = world

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        started = time.perf_counter()
        body = await _read_body(receive, BODY_BYTES_MAX)
        scope["sandbox.body_too_large"] = body is None
        status: int | None = None

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, _replay(body or b"", receive), watch)
        finally:
            seconds = time.perf_counter() - started
            self._record(scope, body or b"", status, seconds)

    def _record(self, scope: Scope, body: bytes, status: int | None, seconds: float) -> None:
        entry = {
            "method": scope["method"],
            "path": scope["path"],
            "query": scope["query_string"].decode("latin-1"),
            "idempotencyKey": Headers(scope=scope).get("idempotency-key"),
            "bodySha256": hashlib.sha256(body).hexdigest(),
            "body": _shown(body),
            "status": status,
            "durationMs": round(seconds * 1000, 3),
        }
        if self._world.settings.api_key in json.dumps(entry):
            entry |= dict.fromkeys(("path", "query", "idempotencyKey", "body"), "hidden")
        write_entry(self._world.connection, self._world.clock.now(), "request", entry)


def _shown(body: bytes) -> str:
    """Returns the start of a JSON object, passwords hidden; an empty text for any other body."""
    try:
        value: Any = json.loads(body)
        if not isinstance(value, dict):
            return ""
        hidden = {name: "hidden" if "password" in name.lower() else item for name, item in value.items()}
        return json.dumps(hidden)[:_SHOWN]
    except (ValueError, RecursionError):
        return ""


async def _read_body(receive: Receive, limit: int) -> bytes | None:
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


def _replay(body: bytes, receive: Receive) -> Receive:
    """Returns a `receive` that yields an already read body, then what follows."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again
