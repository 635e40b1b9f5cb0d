"""The texts of formats: lines, command line and system, data."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from app.rules.csv_files import csv_row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.rules.proxy_formats.logins import Login

_VARIABLES = ("http_proxy", "https_proxy", "all_proxy")
# curl reads http_proxy in lower case alone, other tools only in upper case.
_BOTH_CASES: Final = (*_VARIABLES, *(name.upper() for name in _VARIABLES))
_COLUMNS: Final = ("label", "host", "http_port", "socks_port", "username", "password")
# Signs that YAML and old JavaScript don't take as they are, though JSON does.
_UNSAFE_CHARACTERS = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def lines(write: Callable[[Login], str], between: str = "\n") -> Callable[[Sequence[Login]], str]:
    """Returns a function that writes the text of each login, one below the other."""
    return lambda logins: between.join(map(write, logins))


def sections(write: Callable[[Login], str]) -> Callable[[Sequence[Login]], str]:
    """Returns a function that writes the texts of logins with blank lines between them."""
    return lines(write, "\n\n")


def blocks(write: Callable[[Login], str]) -> Callable[[Sequence[Login]], str]:
    """Returns a function that writes several logins in blocks of JavaScript, so that names don't clash."""
    several = sections(lambda who: f"{{\n{write(who)}\n}}")
    return lambda logins: write(logins[0]) if len(logins) == 1 else several(logins)


def json_text(value: object) -> str:
    """Returns JSON that YAML and old JavaScript read alike."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return _UNSAFE_CHARACTERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def json_objects(make: Callable[[Login], dict[str, str | int]]) -> Callable[[Sequence[Login]], str]:
    """Returns a function that writes one login as an object, several as a list."""
    return lambda logins: json_text(make(logins[0]) if len(logins) == 1 else [*map(make, logins)])


def curl(who: Login) -> str:
    """Returns a command for curl; the encoded URL contains nothing that single quotes don't protect."""
    return f"curl -x '{who.url('http')}' URL"


def env_posix(who: Login) -> str:
    """Returns `export` lines for sh, bash and zsh."""
    url = who.url("http")
    lower = " ".join(f"{name}='{url}'" for name in _VARIABLES)
    upper = " ".join(f"{name.upper()}='{url}'" for name in _VARIABLES)
    return f"export {lower}\nexport {upper}"


def env_powershell(who: Login) -> str:
    url = who.url("http")
    return "\n".join(f"$env:{name} = '{url}'" for name in _BOTH_CASES)


def env_cmd(who: Login) -> str:
    """Returns `set` lines for the prompt of cmd; in a batch file `%` would have to be doubled."""
    url = who.url("http")
    return "\n".join(f'set "{name}={url}"' for name in _BOTH_CASES)


def host_port_user_pass(who: Login) -> str:
    return f"{who.host}:{who.http_port}:{who.username}:{who.password}"


def user_pass_host_port(who: Login) -> str:
    return f"{who.username}:{who.password}:{who.host}:{who.http_port}"


def user_pass_at_host_port(who: Login) -> str:
    """Nothing is encoded."""
    return f"{who.username}:{who.password}@{who.url_host}:{who.http_port}"


def dotenv(who: Login) -> str:
    """Returns lines of a .env file: the URL for most tools, the parts for the others."""
    return (
        f"PROXY_URL='{who.url('http')}'\nPROXY_HOST='{who.host}'\n"
        f"PROXY_PORT={who.http_port}\nPROXY_SOCKS_PORT={who.socks_port}\n"
        f"PROXY_USER='{who.username}'\nPROXY_PASS='{who.password}'"
    )


def docker_daemon(who: Login) -> str:
    """Returns a `daemon.json`: the proxy for pulls and pushes, since Docker Engine 23."""
    url = who.url("http")
    return json_text({"proxies": {"http-proxy": url, "https-proxy": url}})


def docker_containers(who: Login) -> str:
    """Returns a `config.json` of the command line: the proxy of new containers and builds."""
    url = who.url("http")
    return json_text({"proxies": {"default": {"httpProxy": url, "httpsProxy": url}}})


def systemd(who: Login) -> str:
    """Returns a drop-in; in a unit `%` begins a specifier, and is doubled (systemd.unit(5))."""
    url = who.url("http").replace("%", "%%")
    return "[Service]\n" + "\n".join(f'Environment="{name}={url}"' for name in _BOTH_CASES)


def git(who: Login) -> str:
    """Returns a section of a `.gitconfig`, quoted because `#` and `;` begin comments."""
    return f'[http]\n\tproxy = "{who.url("http")}"'


def npm(who: Login) -> str:
    url = who.url("http")
    return f"proxy={url}\nhttps-proxy={url}"


def json_login(who: Login) -> dict[str, str | int]:
    return {
        "label": who.label,
        "host": who.host,
        "http_port": who.http_port,
        "socks_port": who.socks_port,
        "username": who.username,
        "password": who.password,
    }


def csv(logins: Sequence[Login]) -> str:
    return "\r\n".join([csv_row(_COLUMNS), *(csv_row(map(str, json_login(who).values())) for who in logins)])
