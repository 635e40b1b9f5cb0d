"""Copy formats in the real tools: what was copied fetches a page through the gateway."""

from __future__ import annotations

import importlib.util
import json
import shutil
import string
import sys
from typing import TYPE_CHECKING

import pytest

from app.rules.proxy_formats.logins import Credentials
from app.rules.proxy_formats.rendering import render
from app.rules.subscriptions.sticky import Session
from support.gateway_service import PAGE, Finished, GatewayService, gateway_service, run

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

HOSTILE = (
    "p@s:s/w#r?d%41 +&…",
    "My<s>ecret",
    'it\'s "quoted" `x` $HOME ${PATH} $(id)',
    "back\\slash\\\\n\\'%PATH%!",
    "-x --help ; | * ~ {a,b} [c] ^",
    "\u00fc\u4e2d\U0001f600",
    "tab\tand\nline",
)
SESSION = Session("k3Xw81fa", 10)


@pytest.fixture
async def gateway() -> AsyncIterator[GatewayService]:
    async with gateway_service() as made:
        yield made


def copied(gateway: GatewayService, key: str, password: str) -> str:
    """Returns what is copied for a subscription with this password; skips where the format is off."""
    gateway.set_subscription(password=password)
    address = gateway.address
    who = Credentials(address.host, address.http_port, address.socks_port, "acme_r7f2", password, "EU")
    rendered = render(key, who, SESSION)
    if not rendered.ok:
        pytest.skip(f"this format is off: {rendered.reason}")
    return rendered.text


def need(tool: str) -> str:
    path = shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not installed")
    return path


def assert_page(done: Finished) -> None:
    assert done.code == 0, done.errors
    assert PAGE in done.out, done.errors


@pytest.mark.parametrize("password", HOSTILE)
@pytest.mark.parametrize("key", ["http_url", "socks5_url", "socks5h_url", "foxyproxy"])
async def test_curl_takes_the_urls(gateway: GatewayService, key: str, password: str) -> None:
    proxy = copied(gateway, key, password).partition("?title=")[0]
    assert_page(await run(need("curl"), "-sS", "-m", "15", "-x", proxy, gateway.page_url))


@pytest.mark.parametrize("password", ["My<s>ecret", "a'b", "plain"])
async def test_curl_takes_a_bare_pair(gateway: GatewayService, password: str) -> None:
    proxy = copied(gateway, "user_pass_at_host_port", password)
    assert_page(await run(need("curl"), "-sS", "-m", "15", "-x", proxy, gateway.page_url))


@pytest.mark.parametrize("shell", ["dash", "bash"])
@pytest.mark.parametrize("password", HOSTILE)
async def test_the_curl_command_works_in_a_shell(gateway: GatewayService, shell: str, password: str) -> None:
    command = copied(gateway, "curl", password).replace("URL", gateway.page_url)
    assert_page(await run(need(shell), "-c", f"{command} -sS -m 15"))


@pytest.mark.parametrize(("shell", "tool"), [("dash", "curl -sS -m 15"), ("bash", "wget -q -T 15 -t 1 -O -")])
@pytest.mark.parametrize("password", HOSTILE)
async def test_the_environment_works(gateway: GatewayService, shell: str, tool: str, password: str) -> None:
    need(tool.partition(" ")[0])
    script = f"{copied(gateway, 'env_posix', password)}\n{tool} {gateway.page_url}"
    assert_page(await run(need(shell), "-c", script))


@pytest.mark.parametrize("library", ["requests", "httpx", "aiohttp"])
@pytest.mark.parametrize("password", HOSTILE)
async def test_python_libraries_take_their_snippet(
    gateway: GatewayService, library: str, password: str
) -> None:
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    snippet = copied(gateway, library, password).replace("https://example.com", gateway.page_url)
    result = "page" if library == "aiohttp" else "response.text"
    done = await run(sys.executable, "-I", "-X", "utf8", "-c", f"{snippet}\nprint({result})")
    assert_page(done)


@pytest.mark.parametrize("password", ["My<s>ecret", "p@s:s/w#r?d%41+&", "'\"\\$!"])
async def test_proxychains_takes_its_line(gateway: GatewayService, password: str, tmp_path: Path) -> None:
    config = tmp_path / "proxychains.conf"
    line = copied(gateway, "proxychains", password)
    config.write_text(f"strict_chain\n[ProxyList]\n{line}\n", encoding="utf-8")
    command = (need("proxychains4"), "-q", "-f", str(config), need("curl"), "-sS", "-m", "15")
    before = gateway.today()[1]
    assert_page(await run(*command, gateway.page_url))
    assert gateway.today()[1] == before + 1


@pytest.mark.parametrize("password", HOSTILE)
async def test_javascript_reads_what_was_meant(gateway: GatewayService, password: str) -> None:
    playwright = copied(gateway, "playwright", password)
    puppeteer = copied(gateway, "puppeteer", password)
    script = (
        "const seen = [];\n"
        "const chromium = { launch: async (options) => seen.push(options.proxy) };\n"
        "const page_ = { authenticate: async (login) => seen.push(login) };\n"
        "const puppeteer = { launch: async (options) => {"
        " seen.push(options.args); return { newPage: async () => page_ }; } };\n"
        f"(async () => {{ {{\n{playwright}\n}} {{\n{puppeteer}\n}} console.log(JSON.stringify(seen)); }})();"
    )
    done = await run(need("node"), "-e", script)
    server = f"http://127.0.0.1:{gateway.address.http_port}"
    login = {"username": "acme_r7f2-session-k3Xw81fa-ttl-10", "password": password}
    assert json.loads(done.out) == [{"server": server, **login}, [f"--proxy-server={server}"], login]


@pytest.mark.parametrize("password", HOSTILE)
async def test_selenium_gets_the_server_and_the_person_the_login(
    gateway: GatewayService, password: str
) -> None:
    stand_in = (
        "import json, sys, types\n"
        "class ChromeOptions:\n    def add_argument(self, argument): self.argument = argument\n"
        "webdriver = types.SimpleNamespace(ChromeOptions=ChromeOptions, Chrome=lambda options: None)\n"
        "sys.modules['selenium'] = types.SimpleNamespace(webdriver=webdriver)\n"
    )
    snippet = copied(gateway, "selenium", password)
    show = "print(json.dumps([username, password, options.argument]))"
    done = await run(sys.executable, "-I", "-X", "utf8", "-c", f"{stand_in}{snippet}\n{show}")
    server = f"--proxy-server=http://127.0.0.1:{gateway.address.http_port}"
    assert json.loads(done.out) == ["acme_r7f2-session-k3Xw81fa-ttl-10", password, server]


@pytest.mark.parametrize("password", HOSTILE)
async def test_a_shell_reads_the_dotenv_file(gateway: GatewayService, password: str, tmp_path: Path) -> None:
    file = tmp_path / "proxy.env"
    file.write_text(copied(gateway, "dotenv", password), encoding="utf-8")
    script = f'. {file}; printf "%s" "$PROXY_PASS"; curl -sS -m 15 -x "$PROXY_URL" {gateway.page_url}'
    done = await run(need("dash"), "-c", script)
    assert done.out == password.encode() + PAGE


def test_windows_shells_get_nothing_that_they_would_read() -> None:
    """PowerShell keeps all in single quotes; cmd knows no variable that begins like an encoded sign."""
    for password in HOSTILE:
        who = Credentials("192.0.2.7", 8000, 9000, "acme_r7f2", password)
        for key in ("env_powershell", "env_cmd"):
            for line in render(key, who).text.splitlines():
                value = line.partition("=")[2].strip(" '\"")
                assert value.startswith("http://acme_r7f2:")
                assert not set(value) - set(string.ascii_letters + string.digits + "_.-~%:/@")
