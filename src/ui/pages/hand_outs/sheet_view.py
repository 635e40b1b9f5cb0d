"""Print sheets: the credentials of several users on paper, each with a QR code. They contain passwords."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from app.i18n import units
from app.i18n.texts import _
from app.present.proxy_formats import reason_text
from app.qr_codes import fits_phone
from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.rendering import render
from app.untrusted_text import sanitized

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription
    from app.rules.proxy_formats.logins import Credentials


class SheetUser(NamedTuple):
    """A user on a print sheet."""

    credentials: Credentials
    is_enabled: bool = True


@dataclass(frozen=True, slots=True, repr=False)
class SheetCard:
    """One user on paper; `lines` are names and values, of plain, untrusted text."""

    title: str
    state: str
    lines: tuple[tuple[str, str], ...]
    qr_text: str


class PrintSheet(NamedTuple):
    """What the pages of a print sheet share, and the cards on them."""

    title: str
    subtitle: str
    made: str
    page: str
    cards: tuple[SheetCard, ...]


def sheet_users(subscription: Subscription, sub_users: Sequence[SubUser]) -> list[SheetUser]:
    """Returns sub-users of a subscription, or its main user where none are given."""
    if not sub_users:
        return [SheetUser(credentials_of(subscription))]
    return [SheetUser(credentials_of(subscription, one), is_enabled=one.enabled) for one in sub_users]


def fits_sheet(format_key: str, template: str, users: Sequence[SheetUser]) -> bool:
    """Returns whether a format has a QR code for the user with the longest credentials."""
    longest = max((user.credentials for user in users), key=lambda one: len(f"{one.username}{one.password}"))
    rendered = render(format_key, longest, template=template)
    return rendered.ok and fits_phone(rendered.text)


def sheet_refusal(format_key: str, template: str, users: Sequence[SheetUser]) -> str:
    """Returns whose credentials a format can't hold, and why; '' where it holds all."""
    for user in users:
        if reason := render(format_key, user.credentials, template=template).reason:
            label = sanitized(user.credentials.label or user.credentials.username, 60)
            return _("{label}: {reason}").format(label=label, reason=reason_text(reason))
    return ""


def present_sheet(
    name: str, users: Sequence[SheetUser], form: tuple[str, str, str], now: datetime
) -> PrintSheet:
    """Returns the print sheet of users.

    Args:
        form: The format's name, its key, and the text of an own template.
    """
    format_name, key, template = form
    return PrintSheet(
        title=sanitized(name, 80),
        subtitle=_("QR codes: {format} · contains passwords").format(format=sanitized(format_name, 60)),
        made=_("Made {moment}").format(moment=units.utc_moment(now)),
        page=_("Page {n} of {m}"),
        cards=tuple(_card(user, key, template) for user in users),
    )


def _card(user: SheetUser, format_key: str, template: str) -> SheetCard:
    who = user.credentials
    text = render(format_key, who, template=template).text
    ports = _("{http} HTTP · {socks} SOCKS5").format(http=who.http_port, socks=who.socks_port)
    return SheetCard(
        title=sanitized(who.label or who.username, 80),
        state="" if user.is_enabled else _("disabled"),
        lines=(
            (_("Username"), sanitized(who.username, 120)),
            (_("Password"), sanitized(who.password, 200)),
            (_("Host"), sanitized(who.host, 260)),
            (_("Ports"), ports),
        ),
        qr_text=text if fits_phone(text) else "",
    )
