"""The input of a format: credentials, with or without a sticky session."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from app.rules.subscriptions.sticky import Session, sticky_username

if TYPE_CHECKING:
    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription

_LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
# With a dot after each but the last one: a text can be parted in one way only, which takes no time.
_DNS_NAME = re.compile(rf"(?=.{{1,253}}\Z)(?:{_LABEL}\.)*{_LABEL}\.?")


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a tool needs to use the gateway; `username` is without a session."""

    host: str
    http_port: int
    socks_port: int
    username: str
    password: str = field(repr=False)
    label: str = ""


@dataclass(frozen=True, slots=True)
class Login(Credentials):
    """Credentials as one line of output uses them: the username with its session, empty for none, a label."""

    session_id: str = ""

    @property
    def url_host(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def name(self) -> str:
        """A name that differs from that of the other sessions."""
        return f"{self.label} {self.session_id}".strip()

    def url(self, scheme: str) -> str:
        """Returns `scheme://U:N@host:port`, both parts percent-encoded."""
        port = self.http_port if scheme == "http" else self.socks_port
        return f"{scheme}://{url_part(self.username)}:{url_part(self.password)}@{self.url_host}:{port}"


def credentials_of(subscription: Subscription, sub_user: SubUser | None = None) -> Credentials:
    endpoint = subscription.endpoint
    owner = subscription if sub_user is None else sub_user
    return Credentials(
        host=endpoint.host,
        http_port=endpoint.http_port,
        socks_port=endpoint.socks_port,
        username=owner.username,
        password=owner.password,
        label=owner.label,
    )


def login(credentials: Credentials, session: Session | None) -> Login:
    """Returns what a format writes; without a label the username is the label."""
    username = credentials.username
    return Login(
        host=credentials.host,
        http_port=credentials.http_port,
        socks_port=credentials.socks_port,
        username=username if session is None else sticky_username(username, session),
        password=credentials.password,
        label=credentials.label or username,
        session_id="" if session is None else session.id,
    )


def url_part(text: str) -> str:
    """Percent-encodes all but letters, digits and `_.-~` (RFC 3986)."""
    return quote(text, safe="")


# All users of a subscription have one host, and thousands of them can be looked at for each format.
@lru_cache(maxsize=16)
def is_numeric(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return "%" not in host


@lru_cache(maxsize=16)
def is_host(host: str) -> bool:
    """Returns whether a host is a name or an IP address, and so safe in every format."""
    return is_numeric(host) or _DNS_NAME.fullmatch(host) is not None
