"""Carries out scripted faults between the server and the app."""

import asyncio
import json
from collections.abc import Sequence
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollhouse_sandbox.account.idempotency import save_response
from tollhouse_sandbox.errors import ApiError
from tollhouse_sandbox.fault_script import Fault
from tollhouse_sandbox.web.dates import http_date
from tollhouse_sandbox.web.protocol import end, reset
from tollhouse_sandbox.world import World


class FaultLayer:
    """Applies the faults that strike a request, in the order of the script."""

    def __init__(self, app: ASGIApp, world: World) -> None:
        self._app = app
        self._world = world

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        faults = self._world.faults.strike(scope["method"], scope["path"])
        if not faults:
            await self._app(scope, receive, send)
            return
        for fault in faults:
            if fault.kind == "delay":
                await asyncio.sleep(max(0.0, fault.seconds))
        kinds = {fault.kind for fault in faults}
        if "reset_before" in kinds:
            await reset(scope, receive)
            return
        response = await self._respond(faults, scope, receive)
        if "reset_after" in kinds:
            await reset(scope, receive)
            return
        for fault in faults:
            _edit(response, fault)
        await _deliver(response, faults, scope, receive, send)

    async def _respond(self, faults: Sequence[Fault], scope: Scope, receive: Receive) -> Response:
        """Responds instead of the app, or passes the request to it."""
        fault = next((fault for fault in faults if fault.kind in {"status", "stored_error"}), None)
        if fault is None:
            return await capture(self._app, scope, receive)
        status = fault.status or 503
        response = Response(status_code=status, headers={"date": http_date(self._world.clock.now())})
        _replace(response, fault, status)
        if fault.kind == "stored_error":
            await self._store(response, scope, receive)
        return response

    async def _store(self, response: Response, scope: Scope, receive: Receive) -> None:
        """Saves an error for the request's Idempotency-Key, so that a repeat gets it again."""
        key = Headers(scope=scope).get("idempotency-key")
        body = (await receive()).get("body", b"")
        if key is not None:
            save_response(self._world.connection, key, body, response, self._world.clock.now())


async def capture(app: ASGIApp, scope: Scope, receive: Receive) -> Response:
    """Runs an app and returns its response instead of sending it."""
    captured = Response()
    body = bytearray()

    async def keep(message: Message) -> None:
        if message["type"] == "http.response.start":
            captured.status_code = message["status"]
            captured.raw_headers = list(message["headers"])
        else:
            body.extend(message.get("body", b""))

    await app(scope, receive, keep)
    captured.body = bytes(body)
    return captured


def _replace(response: Response, fault: Fault, status: int) -> None:
    response.status_code = status
    if fault.body is not None:
        response.body = fault.body.encode("utf-8", "replace")
    else:
        response.body = ApiError(status, "scripted_fault", "A scripted fault.").body
    response.headers["content-type"] = fault.content_type
    _set_headers(response, fault)


def _set_headers(response: Response, fault: Fault) -> None:
    for name, value in fault.headers.items():
        if value is None:
            del response.headers[name]
        else:
            response.headers[name] = value


def _edit(response: Response, fault: Fault) -> None:
    match fault.kind:
        case "status_after":
            _replace(response, fault, fault.status or 503)
        case "raw_body":
            _replace(response, fault, fault.status or response.status_code)
        case "headers":
            _set_headers(response, fault)
        case "mutate":
            response.body = _mutated(bytes(response.body), fault)
        case "clock_shift" if "date" in response.headers:
            shown = parsedate_to_datetime(response.headers["date"])
            response.headers["date"] = http_date(shown + timedelta(seconds=fault.seconds))
        case _:
            pass


def _mutated(body: bytes, fault: Fault) -> bytes:
    """Sets or deletes the field at `fault.path` of a JSON body; other bodies are returned as they are."""
    try:
        document = json.loads(body)
    except ValueError:
        return body
    value = _mutate(document, fault) if fault.path else fault.value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _mutate(document: Any, fault: Fault) -> Any:  # noqa: ANN401 - any JSON value
    """Returns the changed document; a path that does not exist changes nothing."""
    *steps, last = fault.path.split(".")
    target = document
    for step in steps:
        key = _key(target, step)
        target = None if key is None else target[key]
    if isinstance(target, dict) and not fault.delete:
        target[last] = fault.value
        return document
    key = _key(target, last)
    if key is not None and fault.delete:
        del target[key]
    elif key is not None:
        target[key] = fault.value
    return document


def _key(value: object, step: str) -> str | int | None:
    """Returns a step of a path as a key or index that a JSON value has; None if it has no such."""
    match value:
        case dict() if step in value:
            return step
        case list() if step.isdecimal() and int(step) < len(value):
            return int(step)
        case _:
            return None


async def _deliver(
    response: Response, faults: Sequence[Fault], scope: Scope, receive: Receive, send: Send
) -> None:
    """Sends a response: at once, in drips, or cut off."""
    claimed = any(
        fault.kind == "headers" and "content-length" in map(str.lower, fault.headers) for fault in faults
    )
    if not claimed and response.status_code != 204:
        response.headers["content-length"] = str(len(response.body))
    cut = next((fault for fault in faults if fault.kind == "truncate"), None)
    drip = next((fault for fault in faults if fault.kind == "drip"), None)
    if cut is None and drip is None:
        await response(scope, receive, send)
        return
    body = response.body[: cut.bytes] if cut else response.body
    await send(
        {"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers}
    )
    step = drip.chunk if drip else max(1, len(body))
    for position in range(0, len(body), step):
        await send(
            {"type": "http.response.body", "body": body[position : position + step], "more_body": True}
        )
        await asyncio.sleep(max(0.0, drip.seconds) if drip else 0)
    if cut is None:
        await send({"type": "http.response.body", "body": b""})
        return
    await end(scope, receive)
