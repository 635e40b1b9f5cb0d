"""The copy formats, and how they are rendered."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from app.rules.proxy_formats import survival, texts
from app.rules.proxy_formats.logins import Credentials, Login, login
from app.rules.proxy_formats.survival import NEEDS_ADDRESS
from app.rules.proxy_formats.templates import fill_template, template_reason
from app.rules.subscriptions.sticky import check_count, new_sessions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from app.rules.proxy_formats.logins import Credentials
    from app.rules.subscriptions.sticky import Session

TEMPLATE: Final = "template"
MASK: Final = "••••••"


@dataclass(frozen=True, slots=True)
class ProxyFormat:
    """A copy format: its name, what it can't represent, and how it writes one login or many.

    Attributes:
        key: Its name in settings.
        reason: Returns the code of the reason why it can't represent a login; empty if it can.
        note: The code of a hint shown when it is chosen; empty if none.
        ending: How the name of a file in this format ends, without the dot.
    """

    key: str
    name: str
    reason: Callable[[Login], str]
    write: Callable[[Login], str]
    note: str = ""
    ending: str = "txt"
    between: str = "\n"
    before: str = ""
    after: str = ""
    is_secret: bool = True

    def refusal(self, who: Login) -> str:
        """Returns the code of the reason why nothing can be copied of a login; empty if it can."""
        return survival.general(who) or self.reason(who)


@dataclass(frozen=True, slots=True)
class Rendered:
    """What to copy, or the code of the reason why there is nothing; one of them is empty."""

    text: str = field(default="", repr=False)
    reason: str = ""

    @property
    def ok(self) -> bool:
        return not self.reason


@dataclass(frozen=True, slots=True)
class GroupText:
    """The credentials of several users in one format; `refused` has the others' labels and reason codes."""

    text: str = field(default="", repr=False)
    count: int = 0
    refused: tuple[tuple[str, str], ...] = ()


def _url(scheme: str) -> Callable[[Login], str]:
    return lambda who: who.url(scheme)


_ANYTHING: Final = survival.anything
_SECTIONS: Final = "\n\n"

FORMATS: Final = (
    ProxyFormat("http_url", "HTTP URL", _ANYTHING, _url("http")),
    ProxyFormat("socks5_url", "SOCKS5 URL", survival.through_socks, _url("socks5"), "names_here"),
    ProxyFormat("socks5h_url", "SOCKS5h URL", survival.through_socks, _url("socks5h"), "names_at_proxy"),
    ProxyFormat(
        "host_port_user_pass", "host:port:user:pass", survival.between_colons, texts.host_port_user_pass
    ),
    ProxyFormat(
        "user_pass_host_port", "user:pass:host:port", survival.between_colons, texts.user_pass_host_port
    ),
    ProxyFormat(
        "user_pass_at_host_port", "user:pass@host:port", survival.before_at, texts.user_pass_at_host_port
    ),
    ProxyFormat("curl", "curl", _ANYTHING, texts.curl),
    ProxyFormat(
        "env_posix", "Environment (POSIX)", _ANYTHING, texts.env_posix, ending="sh", between=_SECTIONS
    ),
    ProxyFormat(
        "env_powershell",
        "Environment (PowerShell)",
        _ANYTHING,
        texts.env_powershell,
        ending="ps1",
        between=_SECTIONS,
    ),
    ProxyFormat("env_cmd", "Environment (cmd)", _ANYTHING, texts.env_cmd, "prompt_only", "bat", _SECTIONS),
    ProxyFormat(
        "requests",
        "Python requests",
        survival.in_ascii,
        texts.requests,
        "socks_extra",
        "py",
        _SECTIONS,
    ),
    ProxyFormat("httpx", "Python httpx", _ANYTHING, texts.httpx, "socks_extra", "py", _SECTIONS),
    ProxyFormat(
        "aiohttp", "Python aiohttp", survival.in_ascii, texts.aiohttp, "socks_extra", "py", _SECTIONS
    ),
    ProxyFormat("playwright", "Playwright", _ANYTHING, texts.playwright, "http_only", "js", _SECTIONS),
    ProxyFormat("puppeteer", "Puppeteer", _ANYTHING, texts.puppeteer, "http_only", "js", _SECTIONS),
    ProxyFormat("selenium", "Selenium", _ANYTHING, texts.selenium, "no_login", "py", _SECTIONS),
    ProxyFormat(
        "proxychains", "proxychains-ng", survival.between_blanks, texts.proxychains, "numeric_ip", "conf"
    ),
    ProxyFormat("clash", "Clash / mihomo", _ANYTHING, texts.clash, ending="yaml"),
    ProxyFormat(
        "sing_box",
        "sing-box",
        _ANYTHING,
        texts.sing_box,
        ending="json",
        between=",\n",
        before="[\n",
        after="\n]",
    ),
    ProxyFormat("foxyproxy", "FoxyProxy", survival.through_socks, texts.foxyproxy),
    ProxyFormat(
        "json",
        "JSON",
        _ANYTHING,
        texts.json_object,
        ending="json",
        between=",\n",
        before="[\n",
        after="\n]",
    ),
    ProxyFormat(
        "csv",
        "CSV",
        survival.in_cells,
        texts.csv_line,
        ending="csv",
        between="\r\n",
        before=texts.CSV_HEADER + "\r\n",
    ),
    ProxyFormat("dotenv", ".env", survival.in_single_quotes, texts.dotenv, ending="env", between=_SECTIONS),
    ProxyFormat(TEMPLATE, "Own template", _ANYTHING, str),
)
"""All formats of credentials, in the order in which they are offered."""

USERNAME_ONLY: Final = ProxyFormat(
    "username", "Username only", survival.on_one_line, lambda who: who.username, is_secret=False
)

_BY_KEY: Final = {one.key: one for one in (*FORMATS, USERNAME_ONLY)}


def file_ending(format_key: str) -> str:
    return _BY_KEY[format_key].ending


def render(
    format_key: str, credentials: Credentials, session: Session | None = None, *, template: str = ""
) -> Rendered:
    """Returns one login in a format; `template` is for the format of that name."""
    return _render(_format(format_key, template), [login(credentials, session)], alone=True)


def render_many(
    format_key: str, credentials: Credentials, sessions: Sequence[Session], *, template: str = ""
) -> Rendered:
    """Returns a line, or a piece, for each of 1 to 1,000 sessions.

    Raises:
        InvalidInputError: On `count`: `range`.
    """
    check_count(len(sessions))
    logins = [login(credentials, session) for session in sessions]
    return _render(_format(format_key, template), logins, alone=False)


def group_text(format_key: str, users: Sequence[Credentials], *, template: str = "") -> GroupText:
    """Returns a line, or a section, for each user; equal labels are disambiguated by username."""
    form = _format(format_key, template)
    labels = Counter(user.label for user in users)
    written: list[Login] = []
    refused = []
    for user in users:
        is_alone = labels[user.label] == 1
        who = login(user if is_alone else replace(user, label=f"{user.label} {user.username}".strip()), None)
        if reason := form.refusal(who):
            refused.append((who.label, reason))
        else:
            written.append(who)
    text = _around(form, written, alone=len(written) == 1) if written else ""
    return GroupText(text, len(written), tuple(refused))


def preview(
    format_key: str, credentials: Credentials, session: Session | None = None, *, template: str = ""
) -> Rendered:
    """Returns what `render` would, with dots instead of the password: it holds no secret."""
    real = render(format_key, credentials, session, template=template)
    if not real.ok:
        return real
    stand_in = "x" + secrets.token_hex(16)
    shown = render(format_key, replace(credentials, password=stand_in), session, template=template)
    return Rendered(shown.text.replace(stand_in, MASK))


def _format(key: str, template: str) -> ProxyFormat:
    one = _BY_KEY[key]
    if key != TEMPLATE:
        return one
    return replace(
        one,
        reason=lambda who: template_reason(template, who),
        write=lambda who: fill_template(template, who),
    )


def _render(form: ProxyFormat, logins: Sequence[Login], *, alone: bool) -> Rendered:
    reason = next(filter(None, map(form.refusal, logins)), "")
    return Rendered(reason=reason) if reason else Rendered(_around(form, logins, alone=alone))


def _around(form: ProxyFormat, logins: Sequence[Login], *, alone: bool) -> str:
    written = form.between.join(form.write(who) for who in logins)
    # One object needs no list around it; a header is needed always.
    return written if alone and form.after else f"{form.before}{written}{form.after}"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be copied.

    Attributes:
        format_key: One of `FORMATS`, or `USERNAME_ONLY`.
        count: How many sessions, the first of which is `session`.
        sub_user_id: Empty for the main user.
    """

    format_key: str
    template: str
    credentials: Credentials
    session: Session | None = None
    count: int = 1
    subscription_id: str = ""
    sub_user_id: str = ""

    @property
    def is_secret(self) -> bool:
        has_password = self.format_key != TEMPLATE or "{pass" in self.template
        return has_password and _BY_KEY[self.format_key].is_secret

    @property
    def file_ending(self) -> str:
        return file_ending(self.format_key)

    def preview(self) -> Rendered:
        """Returns the first line, with dots instead of the password."""
        return preview(self.format_key, self.credentials, self.session, template=self.template)

    def render(self) -> Rendered:
        """Returns all of it; further sessions are drawn afresh each time."""
        if self.session is None or self.count == 1:
            return render(self.format_key, self.credentials, self.session, template=self.template)
        sessions = new_sessions(self.session, self.count)
        return render_many(self.format_key, self.credentials, sessions, template=self.template)

    async def render_resolved(self, resolve: Callable[[str], Awaitable[str]]) -> Rendered:
        """Returns all of it, with the gateway's name resolved for tools that take addresses only.

        Raises:
            AppError: The name could not be resolved.
        """
        rendered = self.render()
        if rendered.reason != NEEDS_ADDRESS:
            return rendered
        address = await resolve(self.credentials.host)
        return replace(self, credentials=replace(self.credentials, host=address)).render()
