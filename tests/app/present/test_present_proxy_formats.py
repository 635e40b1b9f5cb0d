"""Copy formats in words: their names, and why one is disabled."""

from __future__ import annotations

import pytest

from app.i18n.texts import ENGLISH, use_language
from app.present.proxy_formats import format_name, group_name, reason_text
from app.rules.proxy_formats.rendering import FORMATS, USERNAME_ONLY


def test_every_group_has_a_name() -> None:
    assert [group_name(group) for group in dict.fromkeys(row.group for row in FORMATS)] == [
        "URLs and lines",
        "Command line and system",
        "Programs",
        "Browsers and anti-detect browsers",
        "Proxy clients",
        "Data",
        "Own templates",
    ]


def test_formats_that_are_no_tool_s_are_named_in_the_app_s_language() -> None:
    use_language("de")
    names = {row.key: format_name(row) for row in (*FORMATS, USERNAME_ONLY)}
    use_language(ENGLISH)
    translated = ("env_posix", "env_powershell", "env_cmd", "template", "username")
    assert [names[key] for key in translated] == [
        "Umgebung (POSIX)",
        "Umgebung (PowerShell)",
        "Umgebung (cmd)",
        "Eigene Vorlage",
        "Nur Benutzername",
    ]
    assert names["curl"] == "curl"


@pytest.mark.parametrize(
    ("reason", "part"),
    [
        ("host_invalid", "a host name that is not valid"),
        ("host_has_colon", "an IPv6 address"),
        ("host_not_numeric", "could not be resolved"),
        ("username_missing", "no username"),
        ("password_missing", "no password"),
        ("username_has_colon", "A username with ':'"),
        ("has_nul", "that no tool accepts"),
        ("password_has_colon", "a password with ':'"),
        ("password_has_control", "a password with a control"),
        ("username_has_control", "a username with a control"),
        ("password_has_url_sign", "a password with @"),
        ("username_has_url_sign", "a username with @"),
        ("too_long_for_socks", "at most 255 bytes"),
        ("not_ascii", "non-ASCII"),
        ("password_has_blank", "a password with a space"),
        ("username_has_blank", "a username with a space"),
        ("password_has_quote", "a password with ' or"),
        ("username_has_quote", "a username with ' or"),
        ("password_is_formula", "this password as a formula"),
        ("username_is_formula", "this username as a formula"),
        ("username_has_percent", "a username with %"),
        ("password_has_percent", "a password with %"),
        ("username_has_list_sign", "a username with ,"),
        ("password_has_list_sign", "a password with ,"),
        ("one_login", "room for one login"),
        ("template_required", "Write a template first"),
        ("template_too_long", "at most 2,000"),
        ("template_braces", "not closed or not opened"),
        ("template_unknown_name", "an unknown name"),
        ("template_no_names", "contains no name"),
    ],
)
def test_why_a_format_is_disabled_is_said(reason: str, part: str) -> None:
    assert part in reason_text(reason)
