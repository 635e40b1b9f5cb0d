"""The one HTTP transport: sends a call, reads its response, retries where that is safe.

Bodies are read up to a size cap, and decompressed piece by piece.
"""

from __future__ import annotations

import asyncio
import logging
import re
import zlib
from contextlib import AsyncExitStack
from datetime import timedelta
from random import SystemRandom
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import httpx

from app.api.addresses import clean_api_key, clean_base_url
from app.api.calls import Call, Response
from app.api.connection_status import ConnectionStatus
from app.api.envelope import refusal
from app.api.outcome import (
    connection_fault,
    mark_unknown,
    next_pause,
    outcome_of,
    parse_http_date,
    parse_retry_after,
    redirect_detail,
)
from app.clock import Clock, ServiceClock
from app.errors import (
    AppError,
    InvalidInputError,
    ProxyFailedError,
    TimedOutError,
    TooLargeResponseError,
    UnauthorizedError,
    UnexpectedResponseError,
    UnreachableError,
)
from app.redaction import KNOWN_SECRETS, hide_secrets

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable

_MAX_REFUSAL_BYTES: Final = 64 * 1024
"""The message is at the beginning of a refusal; the rest is neither searched for secrets nor shown."""

_log = logging.getLogger("tollhouse.calls")
_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,128}")


class Pace(NamedTuple):
    """How much time calls take.

    Attributes:
        deadline: The total time of one try, from connecting to the last byte of the response.
        random: Gives numbers from 0 up to 1, from which the pauses between tries are drawn.
    """

    deadline: timedelta = timedelta(seconds=20)
    random: Callable[[], float] = SystemRandom().random


class _Progress:
    """How far a try has come, for when it breaks off.

    Attributes:
        is_at_proxy: Whether it goes through a proxy that has not opened the tunnel to the service yet.
    """

    def __init__(self) -> None:
        self.is_at_proxy = False
        self.may_have_arrived = True
        self.status: int | None = None
        self.retry_after: timedelta | None = None


class Transport:
    """Speaks HTTP with one service address as one account.

    Only an `AppError`, or being cancelled, leaves `request`; no key is in any of them.

    Attributes:
        on_key_checked: Called after each private call that shows whether the current key is accepted:
            True for a status from 200 to 299, False for 401.

    Raises:
        InvalidInputError: On `serviceAddress` or `apiKey`.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None,
        *,
        http: httpx.AsyncClient,
        clock: Clock,
        pace: Pace | None = None,
    ) -> None:
        self.base_url = clean_base_url(base_url)
        self._host = httpx.URL(self.base_url).raw_host.decode()
        self.service_clock = ServiceClock(clock)
        self.connection_status = ConnectionStatus(clock)
        self.on_key_checked: Callable[[bool], None] = lambda _accepted: None
        self._http = http
        self._clock = clock
        self._pace = pace or Pace()
        self.use_key(api_key)

    def use_key(self, api_key: str | None) -> None:
        """Uses another key from the next call on; without one, public calls alone are made.

        The former keys are still hidden in untrusted text; without a key nothing needs to be hidden any more.

        Raises:
            InvalidInputError: On `apiKey`.
        """
        self._api_key = None if api_key is None else clean_api_key(api_key)
        self.connection_status.has_key = self._api_key is not None
        self.connection_status.is_key_refused = False
        if self._api_key is None:
            KNOWN_SECRETS.forget(self)
        else:
            KNOWN_SECRETS.add(self, [self._api_key])

    def hide_passwords(self, passwords: Iterable[str]) -> None:
        KNOWN_SECRETS.add(self, passwords)

    async def request(self, call: Call) -> Response:
        """Returns the response to a call.

        Raises:
            InvalidInputError: There is no key, or the Idempotency-Key is malformed; nothing was sent.
            ConnectionFailedError: There was no response, after all tries.
            ServiceError: The service refused.
            UnexpectedResponseError: The response is a redirect, too large, or broken.
        """
        headers = self._headers(call)
        key = self._api_key
        try:
            with self.connection_status.watched():
                response = await self._try(call, headers)
        except UnauthorizedError as error:
            if error.status == 401:
                self._report_key(call, key, accepted=False)
            raise
        self._report_key(call, key, accepted=True)
        return response

    def _report_key(self, call: Call, key: str | None, *, accepted: bool) -> None:
        """Ignores responses to a key that has been replaced in the meantime."""
        if not call.public and key == self._api_key:
            self.connection_status.is_key_refused = not accepted
            self.on_key_checked(accepted)

    async def _try(self, call: Call, headers: dict[str, str]) -> Response:
        if self._http.is_closed:
            raise UnreachableError("the connections are closed", may_have_arrived=False)
        attempt = 0
        is_unknown = False
        while True:
            attempt += 1
            try:
                response = await self._try_once(call, headers)
            except AppError as error:
                _log.debug("%s %s: %s (try %d)", call.method, call.path, type(error).__name__, attempt)
                self.connection_status.record_failure(error)
                if is_unknown:
                    mark_unknown(error)
                is_unknown = outcome_of(error) == "unknown"
                pause = next_pause(attempt, error, repeatable=call.repeatable, random=self._pace.random)
                if pause is None:
                    raise
                self.connection_status.record_pause(error, pause)
            else:
                _log.debug("%s %s: %d (try %d)", call.method, call.path, response.status, attempt)
                self.connection_status.record_success()
                return response
            await self._clock.sleep(pause)

    def _headers(self, call: Call) -> dict[str, str]:
        headers = {"Accept": "application/json", "Accept-Encoding": ACCEPTED_ENCODINGS}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        if call.idempotency_key is not None:
            if not _IDEMPOTENCY_KEY.fullmatch(call.idempotency_key):
                raise InvalidInputError("Idempotency-Key", "malformed")
            headers["Idempotency-Key"] = call.idempotency_key
        if not call.public:
            if self._api_key is None:
                raise InvalidInputError("apiKey", "missing")
            headers["Authorization"] = f"Bearer {self._api_key}"
        return headers

    async def _try_once(self, call: Call, headers: dict[str, str]) -> Response:
        progress = _Progress()
        try:
            async with asyncio.timeout(self._pace.deadline.total_seconds()):
                return await self._exchange(call, headers, progress)
        except TimeoutError:
            fault: AppError = TimedOutError(
                "no whole answer in time", may_have_arrived=progress.may_have_arrived
            )
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError) as error:
            words = hide_secrets(f"{type(error).__name__}: {error}")
            has_status = progress.status is not None
            fault = connection_fault(error, words, sent=progress.may_have_arrived, has_status=has_status)
        except UnexpectedResponseError as error:
            fault = error
        if progress.is_at_proxy:
            # It alone was connected to: whatever failed, it was not the service.
            fault = ProxyFailedError(fault.detail, may_have_arrived=False)
        if progress.status is not None and progress.status >= 400:
            # The status is known, even though the body is lost.
            fault = refusal(progress.status, "", progress.retry_after)
        # Without its cause: httpx's own words can repeat what the service sent, even the key.
        raise fault from None

    async def _exchange(self, call: Call, headers: dict[str, str], progress: _Progress) -> Response:
        async def watch(event: str, info: dict[str, object]) -> None:
            if event.endswith("connect_tcp.started"):
                progress.may_have_arrived = False
                progress.is_at_proxy = info["host"] != self._host
            elif event == "proxy.start_tls.started":
                progress.is_at_proxy = False
            elif event.endswith("send_request_headers.started"):
                # The request that opens a proxy's tunnel is not yet ours.
                progress.may_have_arrived = getattr(info["request"], "method", None) != b"CONNECT"

        async with self._http.stream(
            call.method,
            self.base_url + call.path,
            params=call.query or None,
            content=call.body,
            headers=headers,
            extensions={"trace": watch},
        ) as response:
            self._note(call, response, progress)
            if response.status_code < 200 or 300 <= response.status_code <= 399:
                raise UnexpectedResponseError(hide_secrets(redirect_detail(response)), response.status_code)
            body = await _whole_body(response, call.max_body_bytes)
        if response.status_code >= 400:
            text = hide_secrets(body[:_MAX_REFUSAL_BYTES].decode("utf-8", "replace"))
            raise refusal(response.status_code, text, progress.retry_after)
        return Response(response.status_code, body)

    def _note(self, call: Call, response: httpx.Response, progress: _Progress) -> None:
        # A response with an `Age` comes from a cache (RFC 9111, 5.1), and public ones may.
        date = None if "Age" in response.headers else parse_http_date(response.headers.get("Date"))
        if date is not None and not call.public:
            self.service_clock.observe(date)
        self.connection_status.record_headers()
        progress.may_have_arrived = True
        progress.status = response.status_code
        progress.retry_after = parse_retry_after(
            response.headers.get("Retry-After"), date or self.service_clock.now()
        )


async def _whole_body(response: httpx.Response, max_bytes: int) -> bytes:
    """Reads the body, and leaves nothing of it to the garbage collector.

    A reading that is given up half-way leaves httpx's generators waiting. They can only end within a
    task, and without a pause once the response is closed; so it is closed before them.
    """
    async with AsyncExitStack() as ends:
        # httpx calls its generator an iterator.
        pieces = cast("AsyncGenerator[bytes, None]", response.aiter_raw())
        ends.push_async_callback(pieces.aclose)
        ends.push_async_callback(response.aclose)
        return await read_body(
            pieces,
            encoding=response.headers.get("Content-Encoding", ""),
            max_bytes=max_bytes,
            status=response.status_code,
        )


ACCEPTED_ENCODINGS: Final = "gzip, deflate"

_GZIP: Final = 16 + zlib.MAX_WBITS
_ZLIB: Final = zlib.MAX_WBITS
_BARE_DEFLATE: Final = -zlib.MAX_WBITS


async def read_body(pieces: AsyncIterator[bytes], *, encoding: str, max_bytes: int, status: int) -> bytes:
    """Returns a body decoded by its `Content-Encoding`, which may be empty.

    Raises:
        TooLargeResponseError: It has more than `max_bytes`.
        UnexpectedResponseError: It is in an encoding that was not requested, or broken.
    """
    match encoding.strip().lower():
        case "" | "identity":
            unpack: _Unpacker | None = None
        case "gzip" | "x-gzip" | "deflate" as known:
            unpack = _Unpacker(gzip=known != "deflate")
        case _:
            raise UnexpectedResponseError(
                "The response is compressed in a way that was not requested.", status
            )
    body = bytearray()
    try:
        async for piece in pieces:
            body += piece if unpack is None else unpack.take(piece, max_bytes + 1 - len(body))
            if len(body) > max_bytes:
                raise TooLargeResponseError(f"The response is larger than {max_bytes:,} bytes.", status)
    except zlib.error as error:
        raise UnexpectedResponseError(
            "The response is compressed, and can't be decompressed.", status
        ) from error
    if unpack is not None and not unpack.complete:
        raise UnexpectedResponseError("The response is compressed, and ends too early.", status)
    return bytes(body)


class _Unpacker:
    """Decompresses gzip or deflate, never more at once than requested."""

    def __init__(self, *, gzip: bool) -> None:
        self._unpacker = zlib.decompressobj(_GZIP) if gzip else None
        self._empty = True

    @property
    def complete(self) -> bool:
        """Whether the compressed data has ended; no data at all is an empty body."""
        return self._empty or (self._unpacker is not None and self._unpacker.eof)

    def take(self, piece: bytes, max_bytes: int) -> bytes:
        if not piece:
            return b""
        if self._unpacker is None:
            # 'deflate' should mean zlib's format, whose first byte ends in 8; some send it bare.
            self._unpacker = zlib.decompressobj(_ZLIB if piece[0] & 0x0F == 8 else _BARE_DEFLATE)
        self._empty = False
        return self._unpacker.decompress(piece, max_bytes)
