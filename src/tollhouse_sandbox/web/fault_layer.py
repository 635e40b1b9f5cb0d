"""Carries out scripted faults between the server and the app."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from email.utils import parsedate_to_datetime

from starlette.types import ASGIApp, Receive, Scope, Send

from tollhouse_sandbox.account.idempotency import StoredAnswer, keep_answer
from tollhouse_sandbox.errors import ApiError
from tollhouse_sandbox.faults import Fault
from tollhouse_sandbox.web.answers import error_body, http_date
from tollhouse_sandbox.web.messages import CapturedAnswer, capture, header, send_answer
from tollhouse_sandbox.web.mutations import mutate_body
from tollhouse_sandbox.web.protocol import EXTENSION, Connection
from tollhouse_sandbox.world import World


class FaultLayer:
    """Applies the faults that strike a request, in the order of the script."""

    def __init__(self, app: ASGIApp, world: World) -> None:
        self._app = app
        self._world = world

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        faults = self._world.faults.strike(scope["method"], scope["path"])
        if not faults:
            await self._app(scope, receive, send)
            return
        for fault in faults:
            if fault.kind == "delay":
                await asyncio.sleep(max(0.0, fault.seconds))
        kinds = {fault.kind for fault in faults}
        if "reset_before" in kinds:
            await _reset(scope, receive)
            return
        answer = await self._answer(faults, scope, receive)
        if "reset_after" in kinds:
            await _reset(scope, receive)
            return
        for fault in faults:
            _edit(answer, fault)
        await _deliver(answer, faults, scope, receive, send)

    async def _answer(self, faults: Sequence[Fault], scope: Scope, receive: Receive) -> CapturedAnswer:
        """Responds instead of the app, or passes the request to it."""
        for fault in faults:
            if fault.kind == "status":
                return _canned(self._world, fault)
            if fault.kind == "stored_error":
                answer = _canned(self._world, fault)
                await self._store(answer, scope, receive)
                return answer
        return await capture(self._app, scope, receive)

    async def _store(self, answer: CapturedAnswer, scope: Scope, receive: Receive) -> None:
        """Saves an error for the request's Idempotency-Key, so that a repeat gets it again."""
        key = header(scope, b"idempotency-key")
        body = (await receive()).get("body", b"")
        if key is not None:
            stored = StoredAnswer(answer.status, answer.body)
            now = self._world.clock.now()
            keep_answer(self._world.connection, key.decode("latin-1"), body, stored, now)


def _canned(world: World, fault: Fault) -> CapturedAnswer:
    answer = CapturedAnswer(headers=[(b"date", http_date(world.clock.now()).encode())])
    _replace(answer, fault, fault.status or 503)
    return answer


def _replace(answer: CapturedAnswer, fault: Fault, status: int) -> None:
    """Replaces the response's status and body by the fault's."""
    answer.status = status
    if fault.body is not None:
        answer.body = fault.body.encode("utf-8", "replace")
    else:
        answer.body = error_body(ApiError(status, "scripted_fault", "A scripted fault."))
    answer.set_header("content-type", fault.content_type)
    for name, value in fault.headers.items():
        answer.set_header(name, value)


def _edit(answer: CapturedAnswer, fault: Fault) -> None:
    match fault.kind:
        case "status_after":
            _replace(answer, fault, fault.status or 503)
        case "raw_body":
            _replace(answer, fault, fault.status or answer.status)
        case "headers":
            for name, value in fault.headers.items():
                answer.set_header(name, value)
        case "mutate":
            answer.body = mutate_body(answer.body, fault)
        case "clock_shift":
            dates = [value for name, value in answer.headers if name == b"date"]
            if dates:
                shown = parsedate_to_datetime(dates[0].decode())
                answer.set_header("date", http_date(shown + timedelta(seconds=fault.seconds)))
        case _:
            pass


async def _deliver(
    answer: CapturedAnswer, faults: Sequence[Fault], scope: Scope, receive: Receive, send: Send
) -> None:
    """Sends an answer: at once, in drips, or cut off."""
    claimed = any(
        fault.kind == "headers" and "content-length" in map(str.lower, fault.headers) for fault in faults
    )
    if not claimed and answer.status != 204:
        answer.set_header("content-length", str(len(answer.body)))
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    cut = next((fault for fault in faults if fault.kind == "truncate"), None)
    drip = next((fault for fault in faults if fault.kind == "drip"), None)
    body = answer.body[: cut.bytes] if cut else answer.body
    if cut is None and drip is None:
        await send_answer(send, answer.status, answer.headers, body)
        return
    await send(start)
    step = drip.chunk if drip else max(1, len(body))
    for position in range(0, len(body), step):
        await send(
            {"type": "http.response.body", "body": body[position : position + step], "more_body": True}
        )
        await asyncio.sleep(max(0.0, drip.seconds) if drip else 0)
    if cut is None:
        await send({"type": "http.response.body", "body": b""})
        return
    _connection(scope).end()
    await _until_gone(receive)


async def _reset(scope: Scope, receive: Receive) -> None:
    _connection(scope).reset()
    await _until_gone(receive)


def _connection(scope: Scope) -> Connection:
    """Returns the connection to break.

    Raises:
        ConnectionResetError: The app is run in process, where there is none.
    """
    connection = scope.get("extensions", {}).get(EXTENSION)
    if not isinstance(connection, Connection):
        raise ConnectionResetError("A scripted fault broke the connection.")
    return connection


async def _until_gone(receive: Receive) -> None:
    """Waits until the server knows that the connection is gone, else it would answer 500."""
    while (await receive())["type"] != "http.disconnect":
        pass
