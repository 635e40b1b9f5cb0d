"""The texts of formats: proxy clients, browsers and anti-detect browsers."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from app.rules.proxy_formats.texts import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.rules.proxy_formats.logins import Login

# What separates or ends a name in a profile of Surge.
_SURGE_SIGNS = re.compile(r"[\x00-\x20\x7f-\x9f,=\"#;\[\]/]+")
_FIRST_ID: Final = 100
_DIRECT: Final = "localhost; 127.0.0.1; %ComputerName%; ::1"


def proxychains(who: Login) -> str:
    return f"http {who.host} {who.http_port} {who.username} {who.password}"


def clash(who: Login) -> str:
    return (
        f"- name: {json_text(who.name)}\n  type: http\n"
        f"  server: {json_text(who.host)}\n  port: {who.http_port}\n"
        f"  username: {json_text(who.username)}\n  password: {json_text(who.password)}"
    )


def sing_box(who: Login) -> dict[str, str | int]:
    return {
        "type": "http",
        "tag": who.name,
        "server": who.host,
        "server_port": who.http_port,
        "username": who.username,
        "password": who.password,
    }


def foxyproxy(who: Login) -> str:
    return f"{who.url('socks5')}?title={quote(who.name, safe='')}"


def surge(who: Login) -> str:
    """Returns a line of the section `[Proxy]`; a name that had to be cleaned ends with the username."""
    name = _SURGE_SIGNS.sub(" ", who.name).strip()
    if name != who.name:
        name = f"{name} {who.username}".strip()
    return f"{name} = http, {who.host}, {who.http_port}, {who.username}, {who.password}"


def v2rayn(who: Login) -> str:
    """Returns a share link for the clipboard import."""
    return f"socks://{v2rayn_login(who)}@{who.url_host}:{who.socks_port}#{quote(who.name, safe='')}"


def v2rayn_login(who: Login) -> str:
    """Returns username and password in base64, as that part of a link has them."""
    return urlsafe_b64encode(f"{who.username}:{who.password}".encode()).decode().rstrip("=")


def proxifier(logins: Sequence[Login]) -> str:
    """Returns a profile of Proxifier 4; all but local connections use the first login."""
    from xml.sax.saxutils import escape  # noqa: PLC0415 (with it come the parsers of XML)

    proxies = "".join(
        f'    <Proxy id="{number}" type="HTTPS">\n'
        f"      <Address>{who.host}</Address>\n"
        f"      <Port>{who.http_port}</Port>\n"
        "      <Options>48</Options>\n"
        '      <Authentication enabled="true">\n'
        f"        <Username>{escape(who.username)}</Username>\n"
        f"        <Password>{escape(who.password)}</Password>\n"
        "      </Authentication>\n"
        "    </Proxy>\n"
        for number, who in enumerate(logins, _FIRST_ID)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<ProxifierProfile version="102" platform="Windows" product_id="0" product_minver="400">\n'
        '  <Options>\n    <Encryption mode="disabled" />\n  </Options>\n'
        f"  <ProxyList>\n{proxies}  </ProxyList>\n  <ChainList />\n"
        '  <RuleList>\n    <Rule enabled="true">\n'
        f'      <Action type="Direct" />\n      <Targets>{_DIRECT}</Targets>\n      <Name>Localhost</Name>\n'
        '    </Rule>\n    <Rule enabled="true">\n'
        f'      <Action type="Proxy">{_FIRST_ID}</Action>\n      <Name>Default</Name>\n'
        "    </Rule>\n  </RuleList>\n</ProxifierProfile>"
    )


def adspower(logins: Sequence[Login]) -> str:
    """Returns what its Local API takes for `/api/v2/proxy-list/create`: a list, its ports as texts."""
    return json_text(
        [
            {
                "type": "http",
                "host": who.host,
                "port": str(who.http_port),
                "user": who.username,
                "password": who.password,
                "remark": who.name,
            }
            for who in logins
        ]
    )


def gologin(logins: Sequence[Login]) -> str:
    """Returns what its API takes for `/proxy/add_proxies`."""
    proxies = [
        {
            "mode": "http",
            "host": who.host,
            "port": who.http_port,
            "username": who.username,
            "password": who.password,
            "customName": who.name,
        }
        for who in logins
    ]
    return json_text({"proxies": proxies})


def multilogin(who: Login) -> dict[str, str | int]:
    """Returns the object `proxy` of a profile in the API of Multilogin X."""
    return {
        "type": "http",
        "host": who.host,
        "port": who.http_port,
        "username": who.username,
        "password": who.password,
    }
