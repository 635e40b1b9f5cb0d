"""Renders credentials as data: plain lines, JSON, CSV, .env."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from app.rules.csv_files import csv_row
from app.rules.proxy_formats.code_texts import quoted

if TYPE_CHECKING:
    from app.rules.proxy_formats.logins import Login

CSV_HEADER: Final = csv_row(["label", "host", "http_port", "socks_port", "username", "password"])


def host_port_user_pass(who: Login) -> str:
    """Returns `host:port:user:pass`."""
    return f"{who.host}:{who.http_port}:{who.username}:{who.password}"


def user_pass_host_port(who: Login) -> str:
    """Returns `user:pass:host:port`."""
    return f"{who.username}:{who.password}:{who.host}:{who.http_port}"


def user_pass_at_host_port(who: Login) -> str:
    """Returns `user:pass@host:port`, nothing encoded."""
    return f"{who.username}:{who.password}@{who.url_host}:{who.http_port}"


def proxychains(who: Login) -> str:
    """Returns a line of the `[ProxyList]` of proxychains-ng."""
    return f"http {who.host} {who.http_port} {who.username} {who.password}"


def foxyproxy(who: Login) -> str:
    """Returns a URL that FoxyProxy imports, with its title."""
    return f"{who.url('socks5')}?title={quote(who.name, safe='')}"


def sing_box(who: Login) -> str:
    """Returns an outbound of sing-box."""
    return _object(
        ("type", "http"),
        ("tag", who.name),
        ("server", who.host),
        ("server_port", who.http_port),
        ("username", who.username),
        ("password", who.password),
    )


def json_object(who: Login) -> str:
    """Returns a JSON object of all there is to know."""
    return _object(
        ("label", who.label),
        ("host", who.host),
        ("http_port", who.http_port),
        ("socks_port", who.socks_port),
        ("username", who.username),
        ("password", who.password),
    )


def csv_line(who: Login) -> str:
    """Returns a line of CSV; the header is `CSV_HEADER`."""
    cells = (who.label, who.host, str(who.http_port), str(who.socks_port), who.username, who.password)
    return csv_row(cells)


def dotenv(who: Login) -> str:
    """Returns lines of a .env file: the URL for most tools, the parts for the others."""
    return (
        f"PROXY_URL='{who.url('http')}'\nPROXY_HOST='{who.host}'\n"
        f"PROXY_PORT={who.http_port}\nPROXY_SOCKS_PORT={who.socks_port}\n"
        f"PROXY_USER='{who.username}'\nPROXY_PASS='{who.password}'"
    )


def _object(*members: tuple[str, str | int]) -> str:
    lines = [
        f"  {quoted(name)}: {value if isinstance(value, int) else quoted(value)}" for name, value in members
    ]
    return "{\n" + ",\n".join(lines) + "\n}"
