from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.addresses import clean_api_key, clean_base_url, clean_proxy, is_loopback
from app.errors import InvalidInputError

LONGEST = "https://api.example.com/".ljust(2048, "a")
LONGEST_HOST = ".".join(["a" * 62] * 3 + ["b" * 61, "cc"])


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("https://api.example.com", "https://api.example.com"),
        ("https://api.example.com/", "https://api.example.com"),
        ("https://api.example.com/v1", "https://api.example.com"),
        (" https://api.example.com/v1/ ", "https://api.example.com"),
        ("HTTPS://API.Example.com", "https://api.example.com"),
        ("https://api.example.com:443/v1", "https://api.example.com"),
        ("https://api.example.com:8443", "https://api.example.com:8443"),
        ("https://example.com/proxy/api/v1/", "https://example.com/proxy/api"),
        ("https://192.0.2.1", "https://192.0.2.1"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://127.9.9.9/v1", "http://127.9.9.9"),
        ("http://localhost:80/", "http://localhost"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://localhost", "https://localhost"),
        ("https://server1", "https://server1"),
        ("https://1.example", "https://1.example"),
        ("https://api.example.com:00001", "https://api.example.com:1"),
        ("https://api.example.com:65535", "https://api.example.com:65535"),
        (f"https://{LONGEST_HOST}", f"https://{LONGEST_HOST}"),
        (LONGEST, LONGEST),
    ],
)
def test_a_good_address_is_brought_into_one_form(text: str, clean: str) -> None:
    assert clean_base_url(text) == clean
    assert clean_base_url(clean) == clean


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "missing"),
        ("   ", "missing"),
        (f"{LONGEST}a", "too_long"),
        ("api.example.com", "not_https"),
        ("localhost:8000/v1", "not_https"),
        ("https://", "malformed"),
        ("http://api.example.com", "not_https"),
        ("http://192.168.0.1", "not_https"),
        ("http://128.0.0.1", "not_https"),
        ("http://127.0.0.1.example.com", "not_https"),
        ("http://localhost.example.com", "not_https"),
        ("ftp://api.example.com", "not_https"),
        ("ftp://127.0.0.1", "not_https"),
        ("file:///etc/passwd", "malformed"),
        (f"https://a{LONGEST_HOST}", "malformed"),
        ("https://user:secret@api.example.com", "has_credentials"),
        ("https://api.example.com?x=1", "has_query"),
        ("https://api.example.com#x", "has_query"),
        ("https://api.exämple.com", "malformed"),
        ("https://api.example.com\\evil", "malformed"),
        ("https://api.example.com/%2e%2e", "malformed"),
        ("https://api.example.com/../x", "malformed"),
        ("https://api.example.com/./x", "malformed"),
        ("https://api.example.com//x", "malformed"),
        ("https://api.ex ample.com", "malformed"),
        ("https://api.example.com\n.evil.example", "malformed"),
        ("https://api.example.com:0", "malformed"),
        ("https://api.example.com:65536", "malformed"),
        ("https://api.example.com:port", "malformed"),
        ("https://.example.com", "malformed"),
        ("https://api..example.com", "malformed"),
        ("https://-api.example.com", "malformed"),
        ("https://" + ".".join(["a" * 60] * 5), "malformed"),
        ("https://1.2.3", "malformed"),
        ("https://256.1.1.1", "malformed"),
        ("http://2130706433", "malformed"),
        ("https://[::1", "malformed"),
        ("https://[fe80::1%25eth0]", "malformed"),
        ("https://[1.2.3.4]", "malformed"),
    ],
)
def test_a_bad_address_says_why(text: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        clean_base_url(text)
    assert (caught.value.field, caught.value.code) == ("serviceAddress", code)


@given(st.text(alphabet="htps:/[].@?#1270v a%\\", max_size=30))
def test_no_address_breaks_the_check_and_clean_ones_stay_clean(text: str) -> None:
    try:
        clean = clean_base_url(text)
    except InvalidInputError:
        return
    assert clean_base_url(clean) == clean


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.255.255.254", "::1", "[::1]"])
def test_loopback_hosts(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["", "10.0.0.1", "localhost.", "127.1", "::ffff:127.0.0.1", "::2", "example.com"]
)
def test_other_hosts_are_not_loopback(host: str) -> None:
    assert not is_loopback(host)


def test_a_key_loses_the_blanks_around_it() -> None:
    assert clean_api_key("\t abc-DEF_123=\n") == "abc-DEF_123="


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "missing"),
        (" \n", "missing"),
        ("a b", "malformed"),
        ("a\nb", "malformed"),
        ("ключ", "malformed"),
        ("x" * 513, "malformed"),
    ],
)
def test_a_bad_key_says_why_and_is_not_repeated(text: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        clean_api_key(text)
    assert (caught.value.field, caught.value.code) == ("apiKey", code)
    assert str(caught.value) == f"apiKey: {code}"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("", ""),
        ("  ", ""),
        ("http://10.0.0.1:3128", "http://10.0.0.1:3128"),
        (" HTTP://Proxy.Example:3128/ ", "http://proxy.example:3128"),
        ("https://proxy.example", "https://proxy.example"),
        ("http://[::1]:8080", "http://[::1]:8080"),
        ("http://localhost:8118", "http://localhost:8118"),
    ],
)
def test_a_proxy_is_cleaned(text: str, clean: str) -> None:
    assert clean_proxy(text) == clean


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("proxy.example:3128", "malformed"),
        ("http://proxy.example:99999", "malformed"),
        ("http://prox\u0443.example:3128", "malformed"),
        ("socks5://127.0.0.1:1080", "not_http"),
        ("file://etc/passwd", "not_http"),
        ("http://user:pass@proxy.example:3128", "has_credentials"),
        ("http://proxy.example:3128/proxy.pac", "has_path"),
        ("http://proxy.example:3128?x=1", "has_query"),
        ("http://" + "a" * 3000, "too_long"),
    ],
)
def test_a_proxy_that_cannot_be_used_says_why(text: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        clean_proxy(text)
    assert (caught.value.field, caught.value.code) == ("proxy", code)
