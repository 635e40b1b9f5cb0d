"""Copy formats of clients that can't be had here, read back by readers written from their documentation."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from dataclasses import replace
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest

from app.rules.proxy_formats.logins import Credentials
from app.rules.proxy_formats.rendering import MASK, group_text, preview, render, render_many
from app.rules.proxy_formats.texts import _BOTH_CASES
from app.rules.subscriptions.sticky import Session, session_series

WHO = Credentials("gw.example.net", 8000, 9000, "acme_r7f2", "s3cret", "Price watch EU")
SESSION = Session("k3Xw81fa", 10)
STICKY = "acme_r7f2-session-k3Xw81fa-ttl-10"
HOSTILE = ("p@s:s/w#r?d%41 +&…", "My<s>ecret]]>", "\"q'\\\n\x7f\u2028😀", "it's &amp; $HOME", "a, b = c")


def of(password: str, **changes: Any) -> Credentials:
    return replace(WHO, password=password, **changes)


def read_surge(line: str) -> tuple[str, list[str]]:
    """Reads a line of `[Proxy]`: a name, then values with commas; comments begin with #, ; or //."""
    assert re.search(r"(^|\s)(#|;|//)", line) is None
    name, _, values = line.partition("=")
    return name.strip(), [value.strip() for value in values.split(",")]


def read_v2rayn(link: str) -> dict[str, Any]:
    """Reads a share link: the part before @ is base64, with or without padding, in either alphabet."""
    url = urlsplit(link)
    text = unquote(link.partition("://")[2].partition("@")[0]).replace("_", "/").replace("-", "+")
    username, _, password = b64decode(text + "=" * (-len(text) % 4)).decode().partition(":")
    name = unquote(url.fragment)
    return {"host": url.hostname, "port": url.port, "user": username, "password": password, "name": name}


def read_proxifier(text: str) -> list[tuple[str | None, ...]]:
    """Reads the proxies of a profile, and checks that its rules name one of them."""
    root = ET.fromstring(text)
    assert root.tag == "ProxifierProfile"
    proxies = root.findall("ProxyList/Proxy")
    ids = [proxy.get("id") for proxy in proxies]
    assert len(set(ids)) == len(ids)
    assert {one.text for one in root.findall("RuleList/Rule/Action[@type='Proxy']")} <= set(ids)
    assert [one.text for one in root.findall("RuleList/Rule/Name")][-1] == "Default"
    assert {one.get("type") for one in proxies} == {"HTTPS"}
    assert {one.get("enabled") for one in root.iter("Authentication")} == {"true"}
    paths = ("Address", "Port", "Authentication/Username", "Authentication/Password")
    return [tuple(proxy.findtext(path) for path in paths) for proxy in proxies]


def test_a_percent_sign_is_doubled_for_systemd() -> None:
    lines = render("systemd", of("p@s")).text.splitlines()
    url = "http://acme_r7f2:p%%40s@gw.example.net:8000"
    assert lines == ["[Service]", *(f'Environment="{name}={url}"' for name in _BOTH_CASES)]


def test_surge_reads_its_line() -> None:
    name, values = read_surge(render("surge", of("My<s>ec-ret@:%41…"), SESSION).text)
    assert name == "Price watch EU k3Xw81fa"
    assert values == ["http", "gw.example.net", "8000", STICKY, "My<s>ec-ret@:%41…"]


@pytest.mark.parametrize("label", ["a=b", "x, y", "# no", '"q"', "[Rule]", "//", "a\nDIRECT = direct"])
def test_a_label_cannot_change_a_profile_of_surge(label: str) -> None:
    text = render("surge", of("s3cret", label=label)).text
    name, values = read_surge(text)
    assert name.endswith("acme_r7f2")
    assert len(text.splitlines()) == 1
    assert len(values) == 5


def test_labels_that_surge_would_read_alike_stay_apart() -> None:
    users = [of("x", label="a=b", username="u-1"), of("x", label="a,b", username="u-2")]
    names = [read_surge(line)[0] for line in group_text("surge", users).text.splitlines()]
    assert len(set(names)) == 2


@pytest.mark.parametrize("password", [*HOSTILE, "s3crW"])
def test_v2rayn_reads_its_link(password: str) -> None:
    link = render("v2rayn", of(password), SESSION).text
    assert password != "s3crW" or "X@" in link, "base64 that ends in a letter, without padding"
    assert read_v2rayn(link) == {
        "host": "gw.example.net",
        "port": 9000,
        "user": STICKY,
        "password": password,
        "name": "Price watch EU k3Xw81fa",
    }


def test_the_preview_of_a_link_has_dots_instead_of_its_login() -> None:
    assert preview("v2rayn", WHO, SESSION).text == (
        f"socks://{MASK}@gw.example.net:9000#Price%20watch%20EU%20k3Xw81fa"
    )


@pytest.mark.parametrize("password", [one for one in HOSTILE if "\n" not in one])
def test_proxifier_reads_its_profile(password: str) -> None:
    text = render("proxifier", of(password), SESSION).text
    assert read_proxifier(text) == [("gw.example.net", "8000", STICKY, password)]


@pytest.mark.parametrize("password", HOSTILE)
def test_anti_detect_browsers_read_their_json(password: str) -> None:
    who = of(password)
    name = "Price watch EU k3Xw81fa"
    where = {"host": "gw.example.net", "port": 8000}
    login = {"username": STICKY, "password": password}
    (ads,) = json.loads(render("adspower", who, SESSION).text)
    assert ads == {
        "type": "http",
        "host": "gw.example.net",
        "port": "8000",
        "user": STICKY,
        "password": password,
        "remark": name,
    }
    body = json.loads(render("gologin", who, SESSION).text)
    assert body == {"proxies": [{"mode": "http", **where, **login, "customName": name}]}
    assert json.loads(render("multilogin", who, SESSION).text) == {"type": "http", **where, **login}


@pytest.mark.parametrize("password", HOSTILE)
def test_the_docker_daemon_reads_its_configuration(password: str) -> None:
    url = render("http_url", of(password), SESSION).text
    content = json.loads(render("docker_daemon", of(password), SESSION).text)
    assert content == {"proxies": {"http-proxy": url, "https-proxy": url}}


def test_many_logins_are_one_file() -> None:
    sessions = session_series(SESSION, 3)
    ids = [session.id for session in sessions]

    def text(key: str) -> str:
        return render_many(key, WHO, sessions).text

    assert [name.rpartition(" ")[2] for name, _ in map(read_surge, text("surge").splitlines())] == ids
    assert [read_v2rayn(link)["name"].rpartition(" ")[2] for link in text("v2rayn").splitlines()] == ids
    assert len({login for _, _, login, _ in read_proxifier(text("proxifier"))}) == 3
    assert len(json.loads(text("adspower"))) == len(json.loads(text("multilogin"))) == 3
    assert len(json.loads(text("gologin"))["proxies"]) == 3
