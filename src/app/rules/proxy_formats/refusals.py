"""Tests whether a format can represent credentials; otherwise returns the code of the reason."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from app.rules.csv_files import is_formula
from app.rules.proxy_formats.logins import is_host, is_numeric

if TYPE_CHECKING:
    from app.rules.proxy_formats.logins import Login

NEEDS_ADDRESS: Final = "host_not_numeric"
"""The reason of a format that needs an IP address: it can be written once the host is resolved."""

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
# Tools that take `user:pass@host:port` read it as a URL, and would cut, decode or refuse it here.
_URL_SIGNS = re.compile(r"[@:/?#%\\\[\]\s]")
_ENCODED = re.compile("%[0-9A-Fa-f]{2}")
_LIST_SIGNS = re.compile(r'[,"=#;\s]|//')
# Not in XML 1.0, though not control characters.
_NOT_XML = re.compile("[\ufffe\uffff]")
_SOCKS_BYTES = 255


def general(who: Login) -> str:
    """Returns what is against every format: a host that is none, or what no tool can carry."""
    if not is_host(who.host):
        return "host_invalid"
    if not who.username:
        return "username_missing"
    if not who.password:
        return "password_missing"
    if ":" in who.username:
        # Basic authentication ends the username at the first colon (RFC 7617).
        return "username_has_colon"
    if "\0" in who.username + who.password:
        return "has_nul"
    return ""


def anything(_who: Login) -> str:
    """Nothing is against a format that encodes or escapes everything."""
    return ""


def between_colons(who: Login) -> str:
    """Returns what is against `host:port:user:pass` and its like."""
    if ":" in who.host:
        return "host_has_colon"
    if ":" in who.password:
        return "password_has_colon"
    return on_one_line(who)


def before_at(who: Login) -> str:
    """Returns what is against `user:pass@host:port` without encoding."""
    if _has_url_sign(who.password):
        return "password_has_url_sign"
    if _has_url_sign(who.username):
        return "username_has_url_sign"
    return on_one_line(who)


def _has_url_sign(text: str) -> bool:
    """Some tools refuse a URL with letters that are such signs in disguise, as '℀' for 'a/c' (UTS #46)."""
    return _URL_SIGNS.search(text + normalize("NFKC", text)) is not None


def on_one_line(who: Login) -> str:
    """Returns what is against a format in which a control character would break the line."""
    if CONTROL.search(who.password):
        return "password_has_control"
    return "username_has_control" if CONTROL.search(who.username) else ""


def through_socks(who: Login) -> str:
    """Returns what is against SOCKS5, which has one byte for a length (RFC 1929)."""
    longest = max(len(who.username.encode()), len(who.password.encode()))
    return "too_long_for_socks" if longest > _SOCKS_BYTES else ""


def in_ascii(who: Login) -> str:
    """Returns what is against tools that send other characters in another encoding, or garble them."""
    return "" if (who.username + who.password).isascii() else "not_ascii"


def between_blanks(who: Login) -> str:
    """Returns what is against a line of words; that the host is a name comes last, as it can be resolved."""
    if re.search(r"\s", who.password):
        return "password_has_blank"
    if re.search(r"\s", who.username):
        return "username_has_blank"
    reason = in_ascii(who) or through_socks(who) or on_one_line(who)
    return reason or ("" if is_numeric(who.host) else NEEDS_ADDRESS)


def in_single_quotes(who: Login) -> str:
    r"""Returns what is against `NAME='value'` in a .env file, where readers differ about \, ' and ${."""
    if re.search(r"['\\]|\$\{", who.password):
        return "password_has_quote"
    if re.search(r"['\\]|\$\{", who.username):
        return "username_has_quote"
    return on_one_line(who)


def in_cells(who: Login) -> str:
    """Returns what is against CSV: guarding a formula would change what is copied."""
    if is_formula(who.password):
        return "password_is_formula"
    return "username_is_formula" if is_formula(who.username) else ""


def decoded_again(who: Login) -> str:
    """Returns what is against git: libcurl decodes again what git has decoded; a newline is refused."""
    if _ENCODED.search(who.password):
        return "password_has_percent"
    return "username_has_percent" if _ENCODED.search(who.username) else on_one_line(who)


def in_list(who: Login) -> str:
    """Returns what is against a line of values with commas, for which no quoting is documented (Surge)."""
    if ":" in who.host:
        return "host_has_colon"
    if _LIST_SIGNS.search(who.password):
        return "password_has_list_sign"
    return "username_has_list_sign" if _LIST_SIGNS.search(who.username) else on_one_line(who)


def in_xml(who: Login) -> str:
    """Returns what is against XML: characters that it can't contain, and blanks that a reader may cut off."""
    if who.password != who.password.strip():
        return "password_has_blank"
    if who.username != who.username.strip():
        return "username_has_blank"
    if _NOT_XML.search(who.password):
        return "password_has_control"
    return "username_has_control" if _NOT_XML.search(who.username) else on_one_line(who)
