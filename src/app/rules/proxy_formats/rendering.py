"""The copy formats, and how they are rendered."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from app.rules.proxy_formats import code_texts, data_texts, survival
from app.rules.proxy_formats.logins import Credentials, Login, login
from app.rules.proxy_formats.templates import fill_template, template_reason
from app.rules.subscriptions.sticky import check_count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.rules.subscriptions.sticky import Session

TEMPLATE: Final = "template"
MASK: Final = "••••••"


@dataclass(frozen=True, slots=True)
class ProxyFormat:
    """A format of the list.

    Attributes:
        key: Its name in settings.
        name: Its name; names of tools are not translated.
        note: The code of a hint shown when it is chosen; empty if none.
        ending: How the name of a file in this format ends, without the dot.
    """

    key: str
    name: str
    note: str = ""
    ending: str = "txt"


@dataclass(frozen=True, slots=True)
class Rendered:
    """What to copy, or the code of the reason why there is nothing; one of them is empty."""

    text: str = field(default="", repr=False)
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether there is something to copy."""
        return not self.reason


@dataclass(frozen=True, slots=True)
class GroupText:
    """The credentials of several users in one format.

    Attributes:
        text: What to copy: those that the format can hold; empty if there are none.
        count: How many they are.
        refused: The label and the code of the reason of each of the others, in order.
    """

    text: str = field(default="", repr=False)
    count: int = 0
    refused: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Way:
    """How a format is written: what is against it, one login, and what stands around many."""

    reason: Callable[[Login], str]
    write: Callable[[Login], str]
    between: str = "\n"
    before: str = ""
    after: str = ""


def _url(scheme: str) -> Callable[[Login], str]:
    return lambda who: who.url(scheme)


_ROWS: Final = (
    (ProxyFormat("http_url", "HTTP URL"), _Way(survival.anything, _url("http"))),
    (ProxyFormat("socks5_url", "SOCKS5 URL", "names_here"), _Way(survival.through_socks, _url("socks5"))),
    (
        ProxyFormat("socks5h_url", "SOCKS5h URL", "names_at_proxy"),
        _Way(survival.through_socks, _url("socks5h")),
    ),
    (
        ProxyFormat("host_port_user_pass", "host:port:user:pass"),
        _Way(survival.between_colons, data_texts.host_port_user_pass),
    ),
    (
        ProxyFormat("user_pass_host_port", "user:pass:host:port"),
        _Way(survival.between_colons, data_texts.user_pass_host_port),
    ),
    (
        ProxyFormat("user_pass_at_host_port", "user:pass@host:port"),
        _Way(survival.before_at, data_texts.user_pass_at_host_port),
    ),
    (ProxyFormat("curl", "curl"), _Way(survival.anything, code_texts.curl)),
    (
        ProxyFormat("env_posix", "Environment (POSIX)", ending="sh"),
        _Way(survival.anything, code_texts.env_posix, between="\n\n"),
    ),
    (
        ProxyFormat("env_powershell", "Environment (PowerShell)", ending="ps1"),
        _Way(survival.anything, code_texts.env_powershell, between="\n\n"),
    ),
    (
        ProxyFormat("env_cmd", "Environment (cmd)", "prompt_only", ending="bat"),
        _Way(survival.anything, code_texts.env_cmd, between="\n\n"),
    ),
    (
        ProxyFormat("requests", "Python requests", "socks_extra", ending="py"),
        _Way(survival.in_ascii, code_texts.requests, between="\n\n"),
    ),
    (
        ProxyFormat("httpx", "Python httpx", "socks_extra", ending="py"),
        _Way(survival.anything, code_texts.httpx, between="\n\n"),
    ),
    (
        ProxyFormat("aiohttp", "Python aiohttp", "socks_extra", ending="py"),
        _Way(survival.in_ascii, code_texts.aiohttp, between="\n\n"),
    ),
    (
        ProxyFormat("playwright", "Playwright", "http_only", ending="js"),
        _Way(survival.anything, code_texts.playwright, between="\n\n"),
    ),
    (
        ProxyFormat("puppeteer", "Puppeteer", "http_only", ending="js"),
        _Way(survival.anything, code_texts.puppeteer, between="\n\n"),
    ),
    (
        ProxyFormat("selenium", "Selenium", "no_login", ending="py"),
        _Way(survival.anything, code_texts.selenium, between="\n\n"),
    ),
    (
        ProxyFormat("proxychains", "proxychains-ng", "numeric_ip", ending="conf"),
        _Way(survival.between_blanks, data_texts.proxychains),
    ),
    (ProxyFormat("clash", "Clash / mihomo", ending="yaml"), _Way(survival.anything, code_texts.clash)),
    (
        ProxyFormat("sing_box", "sing-box", ending="json"),
        _Way(survival.anything, data_texts.sing_box, between=",\n", before="[\n", after="\n]"),
    ),
    (ProxyFormat("foxyproxy", "FoxyProxy"), _Way(survival.through_socks, data_texts.foxyproxy)),
    (
        ProxyFormat("json", "JSON", ending="json"),
        _Way(survival.anything, data_texts.json_object, between=",\n", before="[\n", after="\n]"),
    ),
    (
        ProxyFormat("csv", "CSV", ending="csv"),
        _Way(survival.in_cells, data_texts.csv_line, between="\r\n", before=data_texts.CSV_HEADER + "\r\n"),
    ),
    (
        ProxyFormat("dotenv", ".env", ending="env"),
        _Way(survival.in_single_quotes, data_texts.dotenv, between="\n\n"),
    ),
)

FORMATS: Final = (*(row for row, _way in _ROWS), ProxyFormat(TEMPLATE, "Own template"))
"""All formats, in the order in which they are offered."""

_WAYS: Final = {row.key: way for row, way in _ROWS}
_ENDINGS: Final = {row.key: row.ending for row in FORMATS}


def file_ending(format_key: str) -> str:
    """Returns how the name of a file in a format ends, without the dot.

    Raises:
        KeyError: There is no such format.
    """
    return _ENDINGS[format_key]


def render(
    format_key: str, credentials: Credentials, session: Session | None = None, *, template: str = ""
) -> Rendered:
    """Returns one login in a format; `template` is for the format of that name.

    Raises:
        KeyError: There is no such format.
    """
    way, who = _way(format_key, template), login(credentials, session)
    reason = survival.general(who) or way.reason(who)
    return Rendered(reason=reason) if reason else Rendered(_around(way, [who], alone=True))


def render_many(
    format_key: str, credentials: Credentials, sessions: Sequence[Session], *, template: str = ""
) -> Rendered:
    """Returns a line, or a piece, for each of 1 to 1,000 sessions.

    Raises:
        InvalidInputError: On `count`: `range`.
        KeyError: There is no such format.
    """
    check_count(len(sessions))
    way = _way(format_key, template)
    logins = [login(credentials, session) for session in sessions]
    for who in logins:
        reason = survival.general(who) or way.reason(who)
        if reason:
            return Rendered(reason=reason)
    return Rendered(_around(way, logins, alone=False))


def group_text(format_key: str, users: Sequence[Credentials], *, template: str = "") -> GroupText:
    """Returns a line, or a section, for each user; equal labels are disambiguated by username.

    Raises:
        KeyError: There is no such format.
    """
    way = _way(format_key, template)
    labels = Counter(user.label for user in users)
    written: list[Login] = []
    refused = []
    for user in users:
        is_alone = labels[user.label] == 1
        who = login(user if is_alone else replace(user, label=f"{user.label} {user.username}".strip()), None)
        reason = survival.general(who) or way.reason(who)
        if reason:
            refused.append((who.label, reason))
        else:
            written.append(who)
    text = _around(way, written, alone=len(written) == 1) if written else ""
    return GroupText(text, len(written), tuple(refused))


def preview(
    format_key: str, credentials: Credentials, session: Session | None = None, *, template: str = ""
) -> Rendered:
    """Returns what `render` would, with dots where the password stands: it holds no secret.

    Raises:
        KeyError: There is no such format.
    """
    real = render(format_key, credentials, session, template=template)
    if not real.ok:
        return real
    stand_in = "x" + secrets.token_hex(16)
    shown = render(format_key, replace(credentials, password=stand_in), session, template=template)
    return Rendered(shown.text.replace(stand_in, MASK))


def _way(format_key: str, template: str) -> _Way:
    if format_key != TEMPLATE:
        return _WAYS[format_key]
    return _Way(lambda who: template_reason(template, who), lambda who: fill_template(template, who))


def _around(way: _Way, logins: Sequence[Login], *, alone: bool) -> str:
    written = way.between.join(way.write(who) for who in logins)
    # One object needs no list around it; a header is needed always.
    return written if alone and way.after else f"{way.before}{written}{way.after}"
