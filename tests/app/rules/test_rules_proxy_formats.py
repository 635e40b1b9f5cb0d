"""Copy formats: the text of each row, and the reason when a password can't survive it."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
import yaml  # type: ignore[import-untyped]

from app.errors import InvalidInputError
from app.rules.proxy_formats.logins import Credentials
from app.rules.proxy_formats.rendering import (
    FORMATS,
    MASK,
    TEMPLATE,
    file_ending,
    preview,
    render,
    render_many,
)
from app.rules.proxy_formats.templates import check_template
from app.rules.subscriptions.sticky import Session, session_series

PLAIN = Credentials("192.0.2.7", 8000, 9000, "acme_r7f2", "s3cret", "Price watch EU")
HOSTILE = replace(PLAIN, password="p@s:s/w#r?d%41 +&…")
ENCODED = "p%40s%3As%2Fw%23r%3Fd%2541%20%2B%26%E2%80%A6"
SESSION = Session("k3Xw81fa", 10)
KEYS = [row.key for row in FORMATS if row.key != TEMPLATE]
READABLE = [key for key in KEYS if key != "v2rayn"]
ONE_LOGIN = {row.key for row in FORMATS if row.holds_one}


def of(password: str, **changes: str) -> Credentials:
    return replace(PLAIN, password=password, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("http_url", "http://acme_r7f2:s3cret@192.0.2.7:8000"),
        ("socks5_url", "socks5://acme_r7f2:s3cret@192.0.2.7:9000"),
        ("socks5h_url", "socks5h://acme_r7f2:s3cret@192.0.2.7:9000"),
        ("host_port_user_pass", "192.0.2.7:8000:acme_r7f2:s3cret"),
        ("user_pass_host_port", "acme_r7f2:s3cret:192.0.2.7:8000"),
        ("user_pass_at_host_port", "acme_r7f2:s3cret@192.0.2.7:8000"),
        ("curl", "curl -x 'http://acme_r7f2:s3cret@192.0.2.7:8000' URL"),
        ("proxychains", "http 192.0.2.7 8000 acme_r7f2 s3cret"),
        (
            "npm",
            "proxy=http://acme_r7f2:s3cret@192.0.2.7:8000\nhttps-proxy=http://acme_r7f2:s3cret@192.0.2.7:8000",
        ),
        ("git", '[http]\n\tproxy = "http://acme_r7f2:s3cret@192.0.2.7:8000"'),
        ("surge", "Price watch EU = http, 192.0.2.7, 8000, acme_r7f2, s3cret"),
        ("foxyproxy", "socks5://acme_r7f2:s3cret@192.0.2.7:9000?title=Price%20watch%20EU"),
    ],
)
def test_one_line_formats(key: str, text: str) -> None:
    assert render(key, PLAIN).text == text


@pytest.mark.parametrize("key", READABLE)
def test_a_session_is_in_the_username_of_every_format(key: str) -> None:
    text = render(key, PLAIN, SESSION).text
    assert "acme_r7f2-session-k3Xw81fa-ttl-10" in text
    assert "session" not in render(key, PLAIN).text.replace("ClientSession", "").replace(
        " session", ""
    ).replace("session.get", "")


@pytest.mark.parametrize(
    ("key", "password", "reason"),
    [
        ("host_port_user_pass", "a:b", "password_has_colon"),
        ("user_pass_host_port", "a:b", "password_has_colon"),
        ("host_port_user_pass", "a\nb", "password_has_control"),
        ("user_pass_host_port", "a\x85b", "password_has_control"),
        *[
            ("user_pass_at_host_port", f"a{sign}b", "password_has_url_sign")
            for sign in "@:/?#%\\[] \t\uff20\uff1a℀"
        ],
        ("socks5_url", "ü" * 128, "too_long_for_socks"),
        ("socks5h_url", "ü" * 128, "too_long_for_socks"),
        ("foxyproxy", "ü" * 128, "too_long_for_socks"),
        ("requests", "pässword", "not_ascii"),
        ("aiohttp", "pässword", "not_ascii"),
        ("proxychains", "pässword", "not_ascii"),
        ("proxychains", "a b", "password_has_blank"),
        ("proxychains", "a\tb", "password_has_blank"),
        ("dotenv", "it's", "password_has_quote"),
        ("dotenv", "a\\b", "password_has_quote"),
        ("dotenv", "a${b}", "password_has_quote"),
        ("dotenv", "a\nb", "password_has_control"),
        ("git", "a%41b", "password_has_percent"),
        ("git", "a\nb", "password_has_control"),
        *[("surge", f"a{sign}b", "password_has_list_sign") for sign in (*',"=#; \n', "//")],
        ("v2rayn", "ü" * 128, "too_long_for_socks"),
        *[("proxifier", f"a{sign}b", "password_has_control") for sign in "\x01\r\n\uffff"],
        *[("proxifier", blank, "password_has_blank") for blank in (" a", "a ", "\u3000a")],
        *[("csv", f"{sign}1", "password_is_formula") for sign in "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"],
        *[(key, "a\0b", "has_nul") for key in KEYS],
        *[(key, "", "password_missing") for key in KEYS],
    ],
)
def test_a_password_that_cannot_survive_switches_a_format_off(key: str, password: str, reason: str) -> None:
    rendered = render(key, of(password))
    assert (rendered.text, rendered.reason, rendered.ok) == ("", reason, False)
    assert preview(key, of(password)).reason == reason
    assert render_many(key, of(password), [SESSION]).reason == reason


@pytest.mark.parametrize(
    ("key", "host", "reason"),
    [
        ("proxychains", "gw.example.net", "host_not_numeric"),
        ("host_port_user_pass", "2001:db8::7", "host_has_colon"),
        ("surge", "2001:db8::7", "host_has_colon"),
        *[(key, host, "host_invalid") for key in KEYS for host in ("a'b", "a b", "$(id)", "", "a\nb", "a@b")],
        ("http_url", "fe80::1%eth0", "host_invalid"),
    ],
)
def test_a_host_that_does_not_fit(key: str, host: str, reason: str) -> None:
    assert render(key, replace(PLAIN, host=host)).reason == reason


@pytest.mark.parametrize(
    ("host", "is_name"),
    [
        ("localhost", True),
        ("gw.example.net.", True),
        ("_a-b.c.1", True),
        (f"{'a' * 63}." * 3 + "net", True),
        ("a" * 64, False),
        ("a..b", False),
        (".a", False),
        ("a-.b", False),
        ("münchen.example", False),
        (f"{'a' * 60}." * 4 + "é", False),
        ("a" * 252 + "!", False),
    ],
)
def test_a_host_is_recognized_at_once_however_long_it_is(host: str, *, is_name: bool) -> None:
    rendered = render("http_url", replace(PLAIN, host=host))
    assert rendered.reason == ("" if is_name else "host_invalid")


@pytest.mark.parametrize(("password", "reason"), [("a b", "password_has_blank"), ("ä", "not_ascii")])
def test_the_gateways_name_is_resolved_only_for_what_can_be_written(password: str, reason: str) -> None:
    named = replace(of(password), host="gw.example.net")
    assert preview("proxychains", named).reason == render("proxychains", named).reason == reason


def test_what_is_not_encoded_reads_the_same_as_a_url() -> None:
    """Python refuses some URLs whole, for a bracket or for letters that are signs in disguise (NFKC)."""
    for sign in (chr(number) for number in range(0x21, 0x10000) if not 0xD800 <= number < 0xE000):
        rendered = render("user_pass_at_host_port", of(f"a{sign}b"))
        if rendered.ok:
            url = urlsplit(f"http://{rendered.text}")
            assert (url.password, url.hostname, url.port) == (f"a{sign}b", PLAIN.host, 8000), hex(ord(sign))


@pytest.mark.parametrize(("username", "reason"), [("a:b", "username_has_colon"), ("", "username_missing")])
def test_who_has_no_name_or_one_with_a_colon_can_log_in_nowhere(username: str, reason: str) -> None:
    assert {render(key, replace(PLAIN, username=username)).reason for key in KEYS} == {reason}


def test_an_ipv6_host_stands_in_brackets_where_it_must() -> None:
    six = replace(PLAIN, host="2001:db8::7")
    assert render("http_url", six).text == "http://acme_r7f2:s3cret@[2001:db8::7]:8000"
    assert yaml.safe_load(render("clash", six).text)[0]["server"] == "2001:db8::7"


def test_the_environment_has_both_cases() -> None:
    url = f"http://acme_r7f2:{ENCODED}@192.0.2.7:8000"
    for key, line in (
        ("env_powershell", "$env:{name} = '{url}'"),
        ("env_cmd", 'set "{name}={url}"'),
    ):
        names = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]
        expected = [line.format(name=name, url=url) for name in names]
        assert render(key, HOSTILE).text.splitlines() == expected
    posix = render("env_posix", HOSTILE).text
    assert posix.count(f"='{url}'") == 6
    assert [line.split(" ")[0] for line in posix.splitlines()] == ["export", "export"]


@pytest.mark.parametrize(
    "password", [HOSTILE.password, "My<s>ecret", "\"q'\\\n\x7f\u2028\ufeff😀", "yes", "1e3"]
)
def test_data_formats_keep_every_sign(password: str) -> None:
    who = of(password, label='Lab"el\n- x: 1')
    (item,) = yaml.safe_load(render("clash", who, SESSION).text)
    assert item == {
        "name": f"{who.label} k3Xw81fa",
        "type": "http",
        "server": "192.0.2.7",
        "port": 8000,
        "username": "acme_r7f2-session-k3Xw81fa-ttl-10",
        "password": password,
    }
    outbound = json.loads(render("sing_box", who).text)
    assert (outbound["server_port"], outbound["tag"], outbound["password"]) == (8000, who.label, password)
    content = json.loads(render("json", who).text)
    assert (content["password"], content["label"], content["socks_port"]) == (password, who.label, 9000)
    rows = list(csv.reader(io.StringIO(render("csv", who).text, newline=""), strict=True))
    assert rows[1] == [who.label, "192.0.2.7", "8000", "9000", "acme_r7f2", password]


def test_a_label_that_is_a_formula_is_guarded_in_csv() -> None:
    text = render("csv", replace(PLAIN, label='=HYPERLINK("x")')).text
    assert text.splitlines()[1].startswith('"\'=HYPERLINK(""x"")",')


def test_selenium_says_that_it_has_no_login() -> None:
    assert "no option for a proxy's login" in render("selenium", PLAIN).text
    assert "--proxy-server=http://192.0.2.7:8000" in render("selenium", PLAIN).text


@pytest.mark.parametrize("key", sorted(set(READABLE) - ONE_LOGIN))
def test_a_thousand_lines_are_all_distinct(key: str) -> None:
    rendered = render_many(key, PLAIN, session_series(SESSION, 1000))
    ids = {part.split("-ttl-")[0] for part in rendered.text.split("-session-")[1:]}
    assert len(ids) == 1000


def test_many_are_one_document() -> None:
    sessions = session_series(SESSION, 3)
    assert len(render_many("http_url", PLAIN, sessions).text.splitlines()) == 3
    assert len(list(csv.reader(io.StringIO(render_many("csv", PLAIN, sessions).text)))) == 4
    for key in ("json", "sing_box"):
        assert len(json.loads(render_many(key, PLAIN, sessions).text)) == 3
    names = [item["name"] for item in yaml.safe_load(render_many("clash", PLAIN, sessions).text)]
    assert len(set(names)) == 3


@pytest.mark.parametrize("key", READABLE)
def test_a_preview_shows_all_but_the_password(key: str) -> None:
    secret = "Zq7canary" if key not in {"json", "clash", "adspower"} else "Zq7canary:"
    shown = preview(key, of(secret), SESSION)
    assert MASK in shown.text
    assert "canary" not in shown.text
    assert shown.text.replace(MASK, "") == render(key, of(secret), SESSION).text.replace(secret, "")
    assert "canary" not in repr(render(key, of(secret))) + repr(of(secret))


def test_an_own_template_is_filled_in() -> None:
    text = "{{{label}}} {host}:{port} {user}|{pass} {user_url}:{pass_url} [{session}]"
    check_template(text)
    who = replace(HOSTILE, label="{user}\nb")
    assert render(TEMPLATE, who, SESSION, template=text).text == (
        "{{user} b} 192.0.2.7:8000 acme_r7f2-session-k3Xw81fa-ttl-10|p@s:s/w#r?d%41 +&… "
        f"acme_r7f2-session-k3Xw81fa-ttl-10:{ENCODED} [k3Xw81fa]"
    )
    lines = render_many(TEMPLATE, PLAIN, session_series(SESSION, 2), template="{user}").text.splitlines()
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ("", "required"),
        (" \n", "required"),
        ("{password}", "unknown_name"),
        ("{}", "unknown_name"),
        ("{host", "braces"),
        ("host}", "braces"),
        ("{host.x}", "braces"),
        ("{0}", "braces"),
        ("nothing", "no_names"),
        ("{{host}}", "no_names"),
        ("{host}" * 400, "too_long"),
    ],
)
def test_a_template_that_cannot_be_filled_in_is_refused(template: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_template(template)
    assert (caught.value.field, caught.value.code) == ("template", code)
    assert render(TEMPLATE, PLAIN, template=template).reason == f"template_{code}"


def test_a_template_is_off_when_a_password_would_break_its_line() -> None:
    assert render(TEMPLATE, of("a\nb"), template="{pass}").reason == "password_has_control"
    assert render(TEMPLATE, of("a\nb"), template="{pass_url}").text == "a%0Ab"


def test_every_format_has_a_name_and_a_key_of_its_own() -> None:
    assert len({row.key for row in FORMATS}) == len({row.name for row in FORMATS}) == len(FORMATS)


@pytest.mark.parametrize(
    ("format_key", "ending"),
    [("csv", "csv"), ("clash", "yaml"), ("httpx", "py"), ("env_cmd", "bat"), (TEMPLATE, "txt")],
)
def test_a_file_is_named_after_its_format(format_key: str, ending: str) -> None:
    assert file_ending(format_key) == ending
