"""Writes every request into the ledger, without secrets."""

import hashlib
import json
import time
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollhouse_sandbox.ledger import write_entry
from tollhouse_sandbox.rules.limits import BODY_BYTES_MAX
from tollhouse_sandbox.web.messages import header, read_body, replay
from tollhouse_sandbox.world import World

_SHOWN = 500


class Recording:
    """Reads the body (over 1 MiB it is dropped and marked), runs the app, and records how it went."""

    def __init__(self, app: ASGIApp, world: World) -> None:
        self._app = app
        self._world = world

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] != "http":
            return
        started = time.perf_counter()
        body = await read_body(receive, BODY_BYTES_MAX)
        scope["sandbox.body_too_large"] = body is None
        status: int | None = None

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, replay(body or b"", receive), watch)
        finally:
            seconds = time.perf_counter() - started
            self._record(scope, body or b"", status, seconds)

    def _record(self, scope: Scope, body: bytes, status: int | None, seconds: float) -> None:
        key = header(scope, b"idempotency-key")
        entry = {
            "method": scope["method"],
            "path": scope["path"],
            "query": scope["query_string"].decode("latin-1"),
            "idempotencyKey": None if key is None else key.decode("latin-1"),
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
