"""The text of one login in each format: program text and configuration, lines and data."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from app.rules.csv_files import csv_row

if TYPE_CHECKING:
    from app.rules.proxy_formats.logins import Login

_VARIABLES = ("http_proxy", "https_proxy", "all_proxy")
# curl reads http_proxy in lower case alone, other tools only in upper case.
_BOTH_CASES: Final = (*_VARIABLES, *(name.upper() for name in _VARIABLES))
CSV_HEADER: Final = csv_row(["label", "host", "http_port", "socks_port", "username", "password"])

_PAGE: Final = "https://example.com"
# Signs that YAML and old JavaScript don't take as they are, though JSON does.
_UNSAFE_CHARACTERS = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def quoted(text: str) -> str:
    r"""Returns a text in double quotes as JSON, JavaScript and YAML read it alike."""
    return _UNSAFE_CHARACTERS.sub(lambda sign: f"\\u{ord(sign[0]):04x}", json.dumps(text, ensure_ascii=False))


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


def requests(who: Login) -> str:
    return (
        f"import requests\n\nproxy = {who.url('http')!r}\n"
        f"response = requests.get({_PAGE!r}, proxies={{'http': proxy, 'https': proxy}}, timeout=30)"
    )


def httpx(who: Login) -> str:
    return (
        f"import httpx\n\nwith httpx.Client(proxy={who.url('http')!r}) as client:\n"
        f"    response = client.get({_PAGE!r})"
    )


def aiohttp(who: Login) -> str:
    return (
        "import asyncio\n\nimport aiohttp\n\n\n"
        "async def main():\n"
        "    async with aiohttp.ClientSession() as session:\n"
        f"        async with session.get({_PAGE!r}, proxy={who.url('http')!r}) as response:\n"
        "            return await response.text()\n\n\n"
        "page = asyncio.run(main())"
    )


def playwright(who: Login) -> str:
    return (
        "const browser = await chromium.launch({\n  proxy: {\n"
        f"    server: {quoted(_server(who))},\n"
        f"    username: {quoted(who.username)},\n"
        f"    password: {quoted(who.password)},\n"
        "  },\n});"
    )


def puppeteer(who: Login) -> str:
    return (
        f"const browser = await puppeteer.launch({{ args: [{quoted('--proxy-server=' + _server(who))}] }});\n"
        "const page = await browser.newPage();\n"
        f"await page.authenticate({{ username: {quoted(who.username)}, password: {quoted(who.password)} }});"
    )


def selenium(who: Login) -> str:
    """Returns Python for Selenium, which has no option for a proxy's login; a comment explains that."""
    return (
        "from selenium import webdriver\n\n"
        "# Selenium has no option for a proxy's login: the browser asks for it.\n"
        f"username = {who.username!r}\n"
        f"password = {who.password!r}\n"
        "options = webdriver.ChromeOptions()\n"
        f"options.add_argument({'--proxy-server=' + _server(who)!r})\n"
        "driver = webdriver.Chrome(options=options)"
    )


def clash(who: Login) -> str:
    return (
        f"- name: {quoted(who.name)}\n  type: http\n  server: {quoted(who.host)}\n  port: {who.http_port}\n"
        f"  username: {quoted(who.username)}\n  password: {quoted(who.password)}"
    )


def host_port_user_pass(who: Login) -> str:
    return f"{who.host}:{who.http_port}:{who.username}:{who.password}"


def user_pass_host_port(who: Login) -> str:
    return f"{who.username}:{who.password}:{who.host}:{who.http_port}"


def user_pass_at_host_port(who: Login) -> str:
    """Nothing is encoded."""
    return f"{who.username}:{who.password}@{who.url_host}:{who.http_port}"


def proxychains(who: Login) -> str:
    return f"http {who.host} {who.http_port} {who.username} {who.password}"


def foxyproxy(who: Login) -> str:
    return f"{who.url('socks5')}?title={quote(who.name, safe='')}"


def sing_box(who: Login) -> str:
    return _object(
        ("type", "http"),
        ("tag", who.name),
        ("server", who.host),
        ("server_port", who.http_port),
        ("username", who.username),
        ("password", who.password),
    )


def json_object(who: Login) -> str:
    return _object(
        ("label", who.label),
        ("host", who.host),
        ("http_port", who.http_port),
        ("socks_port", who.socks_port),
        ("username", who.username),
        ("password", who.password),
    )


def csv_line(who: Login) -> str:
    cells = (who.label, who.host, str(who.http_port), str(who.socks_port), who.username, who.password)
    return csv_row(cells)


def dotenv(who: Login) -> str:
    """Returns lines of a .env file: the URL for most tools, the parts for the others."""
    return (
        f"PROXY_URL='{who.url('http')}'\nPROXY_HOST='{who.host}'\n"
        f"PROXY_PORT={who.http_port}\nPROXY_SOCKS_PORT={who.socks_port}\n"
        f"PROXY_USER='{who.username}'\nPROXY_PASS='{who.password}'"
    )


def _server(who: Login) -> str:
    return f"http://{who.url_host}:{who.http_port}"


def _object(*members: tuple[str, str | int]) -> str:
    lines = [
        f"  {quoted(name)}: {value if isinstance(value, int) else quoted(value)}" for name, value in members
    ]
    return "{\n" + ",\n".join(lines) + "\n}"
