"""Copy formats in the real tools: what was copied fetches a page through the gateway."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import shutil
import string
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from app.rules.proxy_formats.logins import Credentials
from app.rules.proxy_formats.rendering import file_ending, render, render_many
from app.rules.subscriptions.sticky import Session, session_series
from support.gateway_service import PAGE, Finished, GatewayService, gateway_service, run

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

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


@pytest.mark.parametrize("key", ["playwright", "puppeteer"])
async def test_javascript_for_many_logins_is_one_program(key: str, tmp_path: Path) -> None:
    program = tmp_path / "main.mjs"
    who = Credentials("192.0.2.7", 8000, 9000, "acme_r7f2", HOSTILE[0], "EU")
    program.write_text(render_many(key, who, session_series(SESSION, 3)).text, encoding="utf-8")
    assert (await run(need("node"), "--check", str(program))).code == 0


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


@pytest.mark.parametrize("password", HOSTILE)
async def test_git_takes_its_section(gateway: GatewayService, password: str, tmp_path: Path) -> None:
    config = tmp_path / "gitconfig"
    config.write_text(copied(gateway, "git", password), encoding="utf-8")
    before = gateway.today()[1]
    command = (need("git"), "ls-remote", f"{gateway.page_url}x.git")
    done = await run(*command, environment={"GIT_CONFIG_GLOBAL": str(config)})
    assert "not valid: is this a git repository?" in done.errors
    assert gateway.today()[1] == before + 1


@pytest.mark.parametrize("password", HOSTILE[::2])
async def test_npm_takes_its_lines(gateway: GatewayService, password: str, tmp_path: Path) -> None:
    config = tmp_path / "npmrc"
    config.write_text(copied(gateway, "npm", password), encoding="utf-8")
    command = (need("npm"), "view", "any", "--registry", gateway.page_url, "--fetch-retries", "0")
    before = gateway.today()[1]
    done = await run(
        *command,
        environment={"NPM_CONFIG_USERCONFIG": str(config), "NPM_CONFIG_CACHE": str(tmp_path / "cache")},
    )
    assert "is not valid JSON" in done.errors
    assert gateway.today()[1] > before


@pytest.mark.parametrize("password", HOSTILE)
async def test_docker_gives_its_proxy_to_a_container(
    gateway: GatewayService, password: str, tmp_path: Path
) -> None:
    docker = need("docker")
    created: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        created.append(await reader.readexactly(int(length[1]) if length else 0))
        body = b"" if head.startswith(b"HEAD") else b'{"Id": "1", "Warnings": []}'
        writer.write(b"HTTP/1.1 201 Created\r\nApi-Version: 1.44\r\nConnection: close\r\n")
        writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        writer.close()

    (tmp_path / "config.json").write_text(copied(gateway, "docker_containers", password), encoding="utf-8")
    url = copied(gateway, "http_url", password)
    daemon = await asyncio.start_server(answer, "127.0.0.1", 0)
    host = f"tcp://127.0.0.1:{daemon.sockets[0].getsockname()[1]}"
    done = await run(docker, "--config", str(tmp_path), "-H", host, "create", "image")
    daemon.close()
    assert done.code == 0, done.errors
    environment = json.loads(created[-1])["Env"]
    assert {f"{name}={url}" for name in ("HTTP_PROXY", "https_proxy")} <= set(environment)


def unit_folder(folder: Path, drop_in: str) -> dict[str, str]:
    """Writes a service with a drop-in; returns the environment in which systemd finds it."""
    (folder / "any.service").write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")
    (folder / "any.service.d").mkdir()
    (folder / "any.service.d" / "proxy.conf").write_text(drop_in, encoding="utf-8")
    runtime = folder / "runtime"
    runtime.mkdir()
    runtime.chmod(0o777)
    folder.chmod(0o755)
    return {"SYSTEMD_UNIT_PATH": f"{folder}:", "XDG_RUNTIME_DIR": str(runtime), "HOME": str(runtime)}


@pytest.mark.parametrize("password", HOSTILE)
async def test_systemd_reads_its_drop_in(gateway: GatewayService, password: str) -> None:
    drop_in, url = copied(gateway, "systemd", password), copied(gateway, "http_url", password)
    program = shutil.which("systemd", path="/usr/lib/systemd:/lib/systemd") or need("systemd")
    # Its test mode is refused to root.
    command: tuple[str, ...] = (program, "--user", "--test", "--unit=any.service")
    if os.geteuid() == 0:
        command = (need("setpriv"), "--reuid=65534", "--regid=65534", "--clear-groups", *command)
    with TemporaryDirectory(prefix="units-") as folder:
        places = unit_folder(Path(folder), drop_in)
        done = await run(*command, environment=places)
    if done.code:
        pytest.skip(f"systemd has no test mode here: {done.errors[-200:]}")
    assert {f"{name}={url}" for name in ("HTTP_PROXY", "https_proxy", "ALL_PROXY")} <= {
        line.partition("Environment: ")[2] for line in done.out.decode().splitlines()
    }


@pytest.mark.parametrize("password", [HOSTILE[0], HOSTILE[-1]])
async def test_go_runs_its_program(gateway: GatewayService, password: str, tmp_path: Path) -> None:
    program = tmp_path / "main.go"
    text = copied(gateway, "go", password).replace("https://example.com", gateway.page_url)
    program.write_text(text, encoding="utf-8")
    done = await run(
        need("go"), "run", str(program), environment={"GOCACHE": str(tmp_path / "cache")}, seconds=100
    )
    assert_page(done)
    assert gateway.today()[1] > 0


@pytest.mark.parametrize("password", HOSTILE)
async def test_node_runs_the_program_for_undici(
    gateway: GatewayService, password: str, tmp_path: Path
) -> None:
    modules = Path((await run(need("npm"), "root", "-g")).out.decode().strip())
    if not (modules / "undici").is_dir():
        pytest.skip("undici is not installed")
    (tmp_path / "node_modules").symlink_to(modules)
    program = tmp_path / "main.mjs"
    text = copied(gateway, "undici", password).replace("https://example.com", gateway.page_url)
    program.write_text(text, encoding="utf-8")
    before = gateway.today()[1]
    assert_page(await run(need("node"), str(program)))
    assert gateway.today()[1] == before + 1


@pytest.mark.parametrize("password", HOSTILE)
async def test_scrapy_runs_its_spider(gateway: GatewayService, password: str, tmp_path: Path) -> None:
    spider, found = tmp_path / "spider.py", tmp_path / "found.json"
    text = copied(gateway, "scrapy", password).replace("https://example.com", gateway.page_url)
    spider.write_text(text, encoding="utf-8")
    before = gateway.today()[1]
    done = await run(need("scrapy"), "runspider", str(spider), "-o", str(found))
    assert json.loads(found.read_text(encoding="utf-8")) == [{"page": PAGE.decode()}], done.errors
    assert gateway.today()[1] == before + 1


@pytest.mark.parametrize(("key", "tool", "verb"), [("go", "go", "run"), ("scrapy", "scrapy", "runspider")])
async def test_a_program_for_many_logins_uses_each(
    gateway: GatewayService, tmp_path: Path, key: str, tool: str, verb: str
) -> None:
    gateway.set_subscription(password=HOSTILE[0])
    address = gateway.address
    who = Credentials(address.host, address.http_port, address.socks_port, "acme_r7f2", HOSTILE[0], "EU")
    program = tmp_path / f"main.{file_ending(key)}"
    text = render_many(key, who, session_series(SESSION, 3)).text
    program.write_text(text.replace("https://example.com", gateway.page_url), encoding="utf-8")
    before = gateway.today()[1]
    places = {"GOCACHE": str(tmp_path / "cache")}
    done = await run(need(tool), verb, str(program), environment=places, seconds=100)
    assert done.code == 0, done.errors
    assert gateway.today()[1] == before + 3


def test_windows_shells_get_nothing_that_they_would_read() -> None:
    """PowerShell keeps all in single quotes; cmd knows no variable that begins like an encoded sign."""
    for password in HOSTILE:
        who = Credentials("192.0.2.7", 8000, 9000, "acme_r7f2", password)
        for key in ("env_powershell", "env_cmd"):
            for line in render(key, who).text.splitlines():
                value = line.partition("=")[2].strip(" '\"")
                assert value.startswith("http://acme_r7f2:")
                assert not set(value) - set(string.ascii_letters + string.digits + "_.-~%:/@")
