"""Maps transport failures to errors that can be shown."""

from __future__ import annotations

import re
import ssl
from typing import Final

import httpx

from app.errors import (
    BadCertificateError,
    ConnectionFailedError,
    TimedOutError,
    UnreachableError,
)

_MAX_DETAIL: Final = 500
_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,253}")

_BEFORE_SENDING = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.InvalidURL,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)


def connection_fault(error: Exception, detail: str, *, sent: bool) -> ConnectionFailedError:
    """Returns the error for a connection that failed.

    Args:
        error: What httpx, or the system under it, raised.
        detail: Its words, without secrets; cut at 500 characters.
        sent: Whether any byte of the request had been sent.
    """
    detail = detail[:_MAX_DETAIL]
    if _is_about_certificate(error):
        return BadCertificateError(detail, may_have_arrived=False)
    arrived = sent and not isinstance(error, _BEFORE_SENDING)
    if isinstance(error, httpx.TimeoutException):
        return TimedOutError(detail, may_have_arrived=arrived)
    return UnreachableError(detail, may_have_arrived=arrived)


def redirect_detail(response: httpx.Response) -> str:
    """Returns the error for a redirect, or for a response without a usable body.

    Following it would send the key and the body to another host, so redirects are refused.
    """
    if not response.has_redirect_location:
        return f"The answer has the status {response.status_code}, which this interface never has."
    try:
        host = response.request.url.join(response.headers["Location"]).host
    except (httpx.InvalidURL, ValueError):
        host = ""
    place = host if _HOST.fullmatch(host) else "an unreadable address"
    return f"The answer points to {place}; it was not followed."


def _is_about_certificate(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False
