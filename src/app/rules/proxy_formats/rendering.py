"""The copy formats, and how they are rendered."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Final

from app.rules.proxy_formats import clients, programs, refusals, texts
from app.rules.proxy_formats.logins import login
from app.rules.proxy_formats.refusals import NEEDS_ADDRESS
from app.rules.proxy_formats.templates import fill_template, template_reason
from app.rules.proxy_formats.texts import blocks, json_objects, lines, sections
from app.rules.subscriptions.sticky import check_count, session_series

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.rules.proxy_formats.logins import Credentials, Login
    from app.rules.subscriptions.sticky import Session

TEMPLATE: Final = "template"
MASK: Final = "••••••"
ONE_LOGIN: Final = "one_login"
"""The reason why a format that holds one login has no text for several."""


class FormatGroup(StrEnum):
    """Where the text of a format goes."""

    LINES = "lines"
    SYSTEM = "system"
    PROGRAMS = "programs"
    BROWSERS = "browsers"
    CLIENTS = "clients"
    DATA = "data"
    TEMPLATES = "templates"


@dataclass(frozen=True, slots=True)
class ProxyFormat:
    """A copy format: its name, what it can't represent, and how it writes one login or many.

    Attributes:
        key: Its name in settings.
        reason: Returns the code of the reason why it can't represent a login; empty if it can.
        write: Returns the text of one or more logins.
        note: The code of a hint shown when it is chosen; empty if none.
        ending: How the name of a file in this format ends, without the dot.
        holds_one: Whether a second login would replace the first.
    """

    key: str
    name: str
    group: FormatGroup
    reason: Callable[[Login], str]
    write: Callable[[Sequence[Login]], str]
    note: str = ""
    ending: str = "txt"
    holds_one: bool = False
    is_secret: bool = True

    def refusal(self, who: Login) -> str:
        """Returns the code of the reason why nothing can be copied of a login; empty if it can."""
        return refusals.general(who) or self.reason(who)


@dataclass(frozen=True, slots=True)
class Rendered:
    """What to copy, or the code of the reason why there is nothing; one of them is empty.

    Attributes:
        label: Of the one among several users whose credentials are the reason; untrusted text.
    """

    text: str = field(default="", repr=False)
    reason: str = ""
    label: str = ""

    @property
    def ok(self) -> bool:
        return not self.reason


@dataclass(frozen=True, slots=True)
class GroupText:
    """The credentials of several users in one format; `refused` has the others' labels and reason codes."""

    text: str = field(default="", repr=False)
    count: int = 0
    refused: tuple[tuple[str, str], ...] = ()


def _url(scheme: str) -> Callable[[Sequence[Login]], str]:
    return lines(lambda who: who.url(scheme))


_ANYTHING: Final = refusals.anything
_ASCII: Final = refusals.in_ascii
_COLONS: Final = refusals.between_colons
_SOCKS: Final = refusals.through_socks
_one_login: Final = partial(ProxyFormat, holds_one=True)
_LINES, _SYSTEM, _PROGRAMS = FormatGroup.LINES, FormatGroup.SYSTEM, FormatGroup.PROGRAMS
_BROWSERS, _CLIENTS, _DATA = FormatGroup.BROWSERS, FormatGroup.CLIENTS, FormatGroup.DATA

FORMATS: Final = (
    ProxyFormat("http_url", "HTTP URL", _LINES, _ANYTHING, _url("http")),
    ProxyFormat("socks5_url", "SOCKS5 URL", _LINES, _SOCKS, _url("socks5"), "names_here"),
    ProxyFormat("socks5h_url", "SOCKS5h URL", _LINES, _SOCKS, _url("socks5h"), "names_at_proxy"),
    ProxyFormat(
        "host_port_user_pass", "host:port:user:pass", _LINES, _COLONS, lines(texts.host_port_user_pass)
    ),
    ProxyFormat(
        "user_pass_host_port", "user:pass:host:port", _LINES, _COLONS, lines(texts.user_pass_host_port)
    ),
    ProxyFormat(
        "user_pass_at_host_port",
        "user:pass@host:port",
        _LINES,
        refusals.before_at,
        lines(texts.user_pass_at_host_port),
    ),
    ProxyFormat("curl", "curl", _SYSTEM, _ANYTHING, lines(texts.curl)),
    ProxyFormat(
        "env_posix", "Environment (POSIX)", _SYSTEM, _ANYTHING, sections(texts.env_posix), ending="sh"
    ),
    ProxyFormat(
        "env_powershell",
        "Environment (PowerShell)",
        _SYSTEM,
        _ANYTHING,
        sections(texts.env_powershell),
        ending="ps1",
    ),
    ProxyFormat(
        "env_cmd", "Environment (cmd)", _SYSTEM, _ANYTHING, sections(texts.env_cmd), "prompt_only", "bat"
    ),
    _one_login("dotenv", ".env", _SYSTEM, refusals.in_single_quotes, lines(texts.dotenv), ending="env"),
    _one_login("git", "git", _SYSTEM, refusals.decoded_again, lines(texts.git), "git_file", "gitconfig"),
    _one_login("npm", "npm", _SYSTEM, _ANYTHING, lines(texts.npm), "npm_file", "npmrc"),
    _one_login(
        "docker_daemon", "Docker daemon", _SYSTEM, _ANYTHING, lines(texts.docker_daemon), "daemon", "json"
    ),
    _one_login(
        "docker_containers",
        "Docker containers",
        _SYSTEM,
        _ANYTHING,
        lines(texts.docker_containers),
        "config",
        "json",
    ),
    _one_login("systemd", "systemd", _SYSTEM, _ANYTHING, lines(texts.systemd), "systemd_file", "conf"),
    ProxyFormat(
        "requests", "Python requests", _PROGRAMS, _ASCII, sections(programs.requests), "socks_extra", "py"
    ),
    ProxyFormat("httpx", "Python httpx", _PROGRAMS, _ANYTHING, sections(programs.httpx), "socks_extra", "py"),
    ProxyFormat(
        "aiohttp", "Python aiohttp", _PROGRAMS, _ASCII, sections(programs.aiohttp), "socks_extra", "py"
    ),
    ProxyFormat("scrapy", "Scrapy", _PROGRAMS, _ANYTHING, programs.scrapy, "scrapy_run", "py"),
    ProxyFormat("undici", "Node undici", _PROGRAMS, _ANYTHING, programs.undici, ending="mjs"),
    ProxyFormat("go", "Go", _PROGRAMS, _ANYTHING, programs.go, ending="go"),
    ProxyFormat(
        "playwright", "Playwright", _PROGRAMS, _ANYTHING, blocks(programs.playwright), "http_only", "js"
    ),
    ProxyFormat(
        "puppeteer", "Puppeteer", _PROGRAMS, _ANYTHING, blocks(programs.puppeteer), "http_only", "js"
    ),
    ProxyFormat("selenium", "Selenium", _PROGRAMS, _ANYTHING, sections(programs.selenium), "no_login", "py"),
    ProxyFormat("foxyproxy", "FoxyProxy", _BROWSERS, _SOCKS, lines(clients.foxyproxy)),
    ProxyFormat("adspower", "AdsPower", _BROWSERS, _ANYTHING, clients.adspower, "adspower_api", "json"),
    ProxyFormat("gologin", "GoLogin", _BROWSERS, _ANYTHING, clients.gologin, "gologin_api", "json"),
    ProxyFormat(
        "multilogin",
        "Multilogin",
        _BROWSERS,
        _ANYTHING,
        json_objects(clients.multilogin),
        "multilogin_api",
        "json",
    ),
    ProxyFormat(
        "proxychains",
        "proxychains-ng",
        _CLIENTS,
        refusals.between_blanks,
        lines(clients.proxychains),
        "numeric_ip",
        "conf",
    ),
    ProxyFormat("clash", "Clash / mihomo", _CLIENTS, _ANYTHING, lines(clients.clash), ending="yaml"),
    ProxyFormat("sing_box", "sing-box", _CLIENTS, _ANYTHING, json_objects(clients.sing_box), ending="json"),
    ProxyFormat("surge", "Surge", _CLIENTS, refusals.in_list, lines(clients.surge), "surge_section", "conf"),
    ProxyFormat("v2rayn", "v2rayN", _CLIENTS, _SOCKS, lines(clients.v2rayn), "v2rayn_link"),
    ProxyFormat(
        "proxifier", "Proxifier", _CLIENTS, refusals.in_xml, clients.proxifier, "proxifier_profile", "ppx"
    ),
    ProxyFormat("json", "JSON", _DATA, _ANYTHING, json_objects(texts.json_login), ending="json"),
    ProxyFormat("csv", "CSV", _DATA, refusals.in_cells, texts.csv, ending="csv"),
    ProxyFormat(TEMPLATE, "Own template", FormatGroup.TEMPLATES, _ANYTHING, lines(str)),
)
"""All formats of credentials, in the order in which they are offered: group by group."""

USERNAME_ONLY: Final = ProxyFormat(
    "username",
    "Username only",
    _LINES,
    refusals.on_one_line,
    lines(lambda who: who.username),
    is_secret=False,
)

_BY_KEY: Final = {one.key: one for one in (*FORMATS, USERNAME_ONLY)}


def file_ending(format_key: str) -> str:
    return _BY_KEY[format_key].ending


def render(
    format_key: str, credentials: Credentials, session: Session | None = None, *, template: str = ""
) -> Rendered:
    """Returns one login in a format; `template` is for the format of that name."""
    return _render(_format(format_key, template), [login(credentials, session)])


def render_many(
    format_key: str, credentials: Credentials, sessions: Sequence[Session], *, template: str = ""
) -> Rendered:
    """Returns a line, or a piece, for each of 1 to 1,000 sessions.

    Raises:
        InvalidInputError: On `count`: `range`.
    """
    check_count(len(sessions))
    logins = [login(credentials, session) for session in sessions]
    return _render(_format(format_key, template), logins)


def group_logins(users: Sequence[Credentials]) -> list[Login]:
    """Returns the login of each user; equal labels are disambiguated by username."""
    labels = Counter(user.label for user in users)
    return [
        login(
            user if labels[user.label] == 1 else replace(user, label=f"{user.label} {user.username}".strip()),
            None,
        )
        for user in users
    ]


def group_refusal(format_key: str, logins: Sequence[Login], *, template: str = "") -> Rendered:
    """Returns why a format can't hold several users' logins, and whose, if so; writes nothing.

    That a host is a name is none of the reasons: it is resolved when the text is written.
    """
    form = _format(format_key, template)
    for who in logins:
        if (reason := form.refusal(who)) and reason != NEEDS_ADDRESS:
            return Rendered(reason=reason, label=who.label)
    if form.holds_one and len(logins) > 1:
        return Rendered(reason=ONE_LOGIN, label=logins[0].label)
    return Rendered()


def group_text(format_key: str, users: Sequence[Credentials], *, template: str = "") -> GroupText:
    """Returns a line, or a section, for each user."""
    form = _format(format_key, template)
    written: list[Login] = []
    refused = []
    for who in group_logins(users):
        if reason := form.refusal(who):
            refused.append((who.label, reason))
        else:
            written.append(who)
    if form.holds_one and len(written) > 1:
        refused += [(who.label, ONE_LOGIN) for who in written]
        written = []
    text = form.write(written) if written else ""
    return GroupText(text, len(written), tuple(refused))


def preview(
    format_key: str, credentials: Credentials, session: Session | None = None, *, template: str = ""
) -> Rendered:
    """Returns what `render` would, with dots instead of the password: it holds no secret."""
    real = render(format_key, credentials, session, template=template)
    if not real.ok:
        return real
    stand_in = replace(credentials, password="x" + secrets.token_hex(16))
    shown = render(format_key, stand_in, session, template=template).text
    # v2rayN's links have the password in base64.
    for secret in (stand_in.password, clients.v2rayn_login(login(stand_in, session))):
        shown = shown.replace(secret, MASK)
    return Rendered(shown)


def _format(key: str, template: str) -> ProxyFormat:
    one = _BY_KEY[key]
    if key != TEMPLATE:
        return one
    return replace(
        one,
        reason=lambda who: template_reason(template, who),
        write=lines(lambda who: fill_template(template, who)),
    )


def _render(form: ProxyFormat, logins: Sequence[Login]) -> Rendered:
    reason = next(filter(None, map(form.refusal, logins)), "")
    if not reason and form.holds_one and len(logins) > 1:
        reason = ONE_LOGIN
    return Rendered(reason=reason) if reason else Rendered(form.write(logins))


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be copied.

    Attributes:
        format_key: One of `FORMATS`, or `USERNAME_ONLY`.
        credentials: Of the first user.
        session: Of one user alone.
        count: How many sessions, the first of which is `session`.
        others: The credentials of further users.
        sub_user_ids: Empty for the main user.
    """

    format_key: str
    template: str
    credentials: Credentials
    session: Session | None = None
    count: int = 1
    others: tuple[Credentials, ...] = ()
    subscription_id: str = ""
    sub_user_ids: tuple[str, ...] = ()

    @property
    def is_secret(self) -> bool:
        has_password = self.format_key != TEMPLATE or "{pass" in self.template
        return has_password and _BY_KEY[self.format_key].is_secret

    @property
    def file_ending(self) -> str:
        return file_ending(self.format_key)

    def preview(self) -> Rendered:
        """Returns the first line, with dots instead of the password."""
        if self.session is not None and self.count > 1 and _BY_KEY[self.format_key].holds_one:
            return Rendered(reason=ONE_LOGIN)
        return preview(self.format_key, self.credentials, self.session, template=self.template)

    def render(self) -> Rendered:
        """Returns all of it; the same sessions each time."""
        if self.others:
            written = group_text(self.format_key, (self.credentials, *self.others), template=self.template)
            # What can't be copied at all comes before what a lookup resolves.
            refused = sorted(written.refused, key=lambda one: one[1] == NEEDS_ADDRESS)
            if refused:
                label, reason = refused[0]
                return Rendered(reason=reason, label=label)
            return Rendered(written.text)
        if self.session is None or self.count == 1:
            return render(self.format_key, self.credentials, self.session, template=self.template)
        sessions = session_series(self.session, self.count)
        return render_many(self.format_key, self.credentials, sessions, template=self.template)

    def at(self, address: str) -> Order:
        """Returns the same order with an IP address of the gateway, for tools that take no names."""
        first, *others = (replace(one, host=address) for one in (self.credentials, *self.others))
        return replace(self, credentials=first, others=tuple(others))
