"""Validates service addresses, proxy addresses and API keys as they are entered."""

from __future__ import annotations

import ipaddress
import re
from typing import Final

from app.errors import InvalidInputError

_SERVICE: Final = "serviceAddress"
_PROXY: Final = "proxy"
_MAX_ADDRESS_LENGTH: Final = 2048
# Compiled when an address is checked: a saved account needs none of them at its start.
_ADDRESS: Final = (
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://"
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(?:/[A-Za-z0-9._~-]+)*)/?"
)
_DNS_NAME: Final = r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?"
_KEY: Final = r"[\x21-\x7e]{1,512}"
_DEFAULT_PORTS = {"http": 80, "https": 443}


def clean_base_url(text: str) -> str:
    """Returns a normalized service address: without `/v1`, without a trailing slash.

    Plain http is for this computer's own addresses alone: a key must not travel in the clear.

    Raises:
        InvalidInputError: On `serviceAddress`: `missing`, `too_long`, `malformed`, `not_https`,
            `has_credentials` or `has_query` (a query or a fragment).
    """
    if text.strip() and "://" not in text:
        raise InvalidInputError(_SERVICE, "not_https")
    match = _read(text, _SERVICE)
    scheme = match["scheme"].lower()
    host = _clean_host(match["host"].lower(), _SERVICE)
    if scheme != "https" and not (scheme == "http" and is_loopback(host)):
        raise InvalidInputError(_SERVICE, "not_https")
    return f"{scheme}://{host}{_clean_port(match['port'], scheme, _SERVICE)}{_clean_path(match['path'])}"


def clean_proxy(text: str) -> str:
    """Returns a normalized proxy address; empty for none.

    Raises:
        InvalidInputError: On `proxy`: `too_long`, `malformed`, `not_http` (such as SOCKS),
            `has_credentials`, `has_query` (a query or a fragment) or `has_path`.
    """
    if not text.strip():
        return ""
    match = _read(text, _PROXY)
    scheme = match["scheme"].lower()
    if scheme not in _DEFAULT_PORTS:
        raise InvalidInputError(_PROXY, "not_http")
    if match["path"]:
        raise InvalidInputError(_PROXY, "has_path")
    host = _clean_host(match["host"].lower(), _PROXY)
    return f"{scheme}://{host}{_clean_port(match['port'], scheme, _PROXY)}"


def clean_api_key(text: str) -> str:
    """Returns an API key without the blanks around it.

    Raises:
        InvalidInputError: On `apiKey`: `missing` or `malformed` (1 to 512 printable ASCII characters).
    """
    text = text.strip()
    if not text:
        raise InvalidInputError("apiKey", "missing")
    if not re.fullmatch(_KEY, text):
        raise InvalidInputError("apiKey", "malformed")
    return text


def is_loopback(host: str) -> bool:
    """Returns whether a host is this computer: `localhost`, 127.0.0.0/8 or ::1."""
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return address in ipaddress.ip_network("127.0.0.0/8") or address == ipaddress.IPv6Address("::1")


def _read(text: str, field: str) -> re.Match[str]:
    text = text.strip()
    if not text:
        raise InvalidInputError(field, "missing")
    if len(text) > _MAX_ADDRESS_LENGTH:
        raise InvalidInputError(field, "too_long")
    if "?" in text or "#" in text:
        raise InvalidInputError(field, "has_query")
    if "@" in text:
        raise InvalidInputError(field, "has_credentials")
    match = re.fullmatch(_ADDRESS, text)
    if match is None:
        raise InvalidInputError(field, "malformed")
    return match


def _clean_host(host: str, field: str) -> str:
    try:
        if host.startswith("["):
            return f"[{ipaddress.IPv6Address(host[1:-1])}]"
        if host.rpartition(".")[2].isdigit():
            return str(ipaddress.IPv4Address(host))
    except ValueError as error:
        raise InvalidInputError(field, "malformed") from error
    if len(host) > 253 or not re.fullmatch(_DNS_NAME, host):
        raise InvalidInputError(field, "malformed")
    return host


def _clean_port(port: str | None, scheme: str, field: str) -> str:
    if port is None or int(port) == _DEFAULT_PORTS[scheme]:
        return ""
    if not 1 <= int(port) <= 65535:
        raise InvalidInputError(field, "malformed")
    return f":{int(port)}"


def _clean_path(path: str) -> str:
    parts = [part for part in path.split("/") if part]
    if any(part in {".", ".."} for part in parts):
        raise InvalidInputError(_SERVICE, "malformed")
    if parts and parts[-1] == "v1":
        parts.pop()
    return "".join(f"/{part}" for part in parts)
