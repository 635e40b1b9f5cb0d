"""The heads of HTTP messages, strictly read: one wrong byte, and the request is refused."""

import base64
import binascii
import re
from dataclasses import dataclass

HEAD_END = b"\r\n\r\n"
_FIELDS_MAX = 100
_REQUEST = re.compile(r"(?P<method>[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}) (?P<target>[\x21-\x7e]+) HTTP/1\.[01]")
_STATUS = re.compile(r"HTTP/1\.[01] (?P<status>[1-5][0-9]{2})(?: .*)?", re.DOTALL)
_FIELD = re.compile(r"(?P<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?P<value>[^\r\n\0]*?)[ \t]*")
_AUTHORITY = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(?P<port>[0-9]{1,5})")
_URL = re.compile(
    r"http://(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?(?P<path>[/?][^#]*)?",
    re.IGNORECASE,
)
_OF_ONE_HOP = {
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "upgrade",
}


class MalformedError(Exception):
    """This is no HTTP; the message describes the problem."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first line and the fields of a message, unchanged."""

    first_line: str
    fields: tuple[tuple[str, str], ...]

    def values(self, name: str) -> list[str]:
        return [value for field, value in self.fields if field.lower() == name]

    def for_next_hop(self, first_line: str, **changed: str) -> bytes:
        """Returns the head to forward: without the hop-by-hop fields, those in `changed` replaced."""
        named = {name.strip().lower() for value in self.values("connection") for name in value.split(",")}
        gone = _OF_ONE_HOP | named | set(changed)
        kept = [(name, value) for name, value in self.fields if name.lower() not in gone]
        lines = [first_line, *(f"{name}: {value}" for name, value in [*changed.items(), *kept])]
        return ("\r\n".join([*lines, "connection: close"]) + "\r\n\r\n").encode("latin-1")


@dataclass(frozen=True, slots=True)
class Request:
    """The request of a client: a tunnel (`path` empty) or a page of a host."""

    method: str
    host: str
    port: int
    path: str
    head: Head

    @property
    def authority(self) -> str:
        """The target as in a Host field."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == 80 else f"{host}:{self.port}"


def read_head(content: bytes) -> Head:
    """Reads a head that ends with its empty line.

    Raises:
        MalformedError: It is not one.
    """
    first_line, *lines = content.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    if len(lines) > _FIELDS_MAX:
        raise MalformedError("There are too many header fields.")
    fields = []
    for line in lines:
        match = _FIELD.fullmatch(line)
        if match is None:
            raise MalformedError("A header field is malformed.")
        fields.append((match["name"], match["value"]))
    return Head(first_line, tuple(fields))


def read_request(head: Head) -> Request:
    """Parses a request's target.

    Raises:
        MalformedError: It is no request to a proxy.
    """
    match = _REQUEST.fullmatch(head.first_line)
    if match is None:
        raise MalformedError("The request line is malformed.")
    if len(head.values("content-length")) > 1 or (
        head.values("content-length") and head.values("transfer-encoding")
    ):
        raise MalformedError("The length of the body is told twice.")
    method, target = match["method"], match["target"]
    if method == "CONNECT":
        target_match = _AUTHORITY.fullmatch(target)
        if target_match is None:
            raise MalformedError("CONNECT needs a host and a port.")
        return Request(method, target_match["host"].strip("[]"), _port(target_match["port"]), "", head)
    target_match = _URL.fullmatch(target)
    if target_match is None:
        raise MalformedError("This is a proxy: ask for a whole http:// address, or use CONNECT.")
    path = target_match["path"] or "/"
    path = path if path.startswith("/") else f"/{path}"
    return Request(method, target_match["host"].strip("[]"), _port(target_match["port"] or "80"), path, head)


def read_status(head: Head) -> int:
    """Reads the status of a response.

    Raises:
        MalformedError: It has none.
    """
    match = _STATUS.fullmatch(head.first_line)
    if match is None:
        raise MalformedError("The answer is no HTTP.")
    return int(match["status"])


def read_login(head: Head) -> tuple[str, str] | None:
    """Reads username and password of Basic authentication in UTF-8 (RFC 7617); None when not readable."""
    values = head.values("proxy-authorization")
    if len(values) != 1:
        return None
    scheme, _, packed = values[0].partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        plain = base64.b64decode(packed.strip(), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    username, colon, password = plain.partition(":")
    return (username, password) if colon else None


def _port(text: str) -> int:
    port = int(text)
    if not 1 <= port <= 65535:
        raise MalformedError("There is no such port.")
    return port
