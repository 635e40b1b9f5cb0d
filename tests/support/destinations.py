"""The destinations of a program, from its system calls: nothing in Python, Qt or a child is overlooked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_CALLS = "connect,sendto,sendmsg,sendmmsg"
_ADDRESS = re.compile(
    r"sa_family=AF_(?P<family>\w+)"
    r"(?:, sin6?_port=htons\((?P<port>\d+)\).*?(?:inet_addr\(|inet_pton\(AF_INET6, )\"(?P<host>[^\"]+)\""
    r"|, sun_path=(?P<path>@?\"[^\"]*\"))?"
)


def tracing(trace: Path) -> tuple[str, ...]:
    """Returns what is put before a command to write its destinations, and its children's, to a file."""
    options = ("-f", "--seccomp-bpf", "-qq", "-s", "0", "-e", f"trace={_CALLS}", "-e", "signal=none")
    return ("strace", *options, "-o", str(trace))


def destinations(trace: Path) -> set[str]:
    """Returns them as `127.0.0.1:443`, `UNIX "/run/user/1000/bus"` or a family such as `NETLINK`."""
    found = set()
    for address in _ADDRESS.finditer(trace.read_text(encoding="utf-8", errors="replace")):
        family, port, host, path = address["family"], address["port"], address["host"], address["path"]
        found.add(f"{host}:{port}" if host else f"{family} {path or ''}".strip())
    return found
