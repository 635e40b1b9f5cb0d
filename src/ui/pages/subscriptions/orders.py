"""What is to be copied or saved: whose credentials, which sessions, in which format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from app.i18n.texts import _
from app.rules.proxy_formats import (
    FORMATS,
    NEEDS_ADDRESS,
    TEMPLATE,
    ProxyFormat,
    Rendered,
    file_ending,
    preview,
    render,
    render_many,
)
from app.rules.subscriptions.sticky import new_sessions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.rules.proxy_formats import Credentials
    from app.rules.subscriptions.sticky import Session

USERNAME: Final = "username"

_USERNAME_TEMPLATE: Final = "{user}"


@dataclass(frozen=True, slots=True)
class ProxyUser:
    """A user whose credentials can be copied; the main user's key is empty."""

    subscription_id: str
    key: str
    text: str
    credentials: Credentials


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be copied.

    Attributes:
        format_key: One of `offered_formats`.
        template: The own template.
        credentials: Of the main user or a sub-user.
        session: The sticky session, None for none.
        count: How many sessions, the first of which is `session`.
        subscription_id: Whose credentials they are.
        sub_user_id: Empty for the main user.
    """

    format_key: str
    template: str
    credentials: Credentials
    session: Session | None
    count: int
    subscription_id: str = ""
    sub_user_id: str = ""

    @property
    def is_secret(self) -> bool:
        """Whether the password is in what is copied."""
        return self.format_key != USERNAME and (self.format_key != TEMPLATE or "{pass" in self.template)

    @property
    def file_ending(self) -> str:
        """How a file of it ends, without the dot."""
        return file_ending(_filled_in(self.format_key, self.template)[0])

    def preview(self) -> Rendered:
        """Returns the first line, with dots where the password stands."""
        key, template = _filled_in(self.format_key, self.template)
        return preview(key, self.credentials, self.session, template=template)

    def render(self) -> Rendered:
        """Returns all of it; further sessions are drawn afresh each time."""
        key, template = _filled_in(self.format_key, self.template)
        if self.session is None or self.count == 1:
            return render(key, self.credentials, self.session, template=template)
        sessions = new_sessions(self.session, self.count)
        return render_many(key, self.credentials, sessions, template=template)

    async def render_resolved(self, resolve: Callable[[str], Awaitable[str]]) -> Rendered:
        """Returns all of it, the gateway's name looked up for tools that take addresses only.

        Raises:
            AppError: The name could not be looked up.
        """
        rendered = self.render()
        if rendered.reason != NEEDS_ADDRESS:
            return rendered
        address = await resolve(self.credentials.host)
        return replace(self, credentials=replace(self.credentials, host=address)).render()


def offered_formats() -> tuple[ProxyFormat, ...]:
    """Returns what can be chosen: all formats, and the username alone, which is no secret."""
    username = ProxyFormat(USERNAME, _("Username only"))
    return (*FORMATS[:-1], username, FORMATS[-1])


def _filled_in(format_key: str, template: str) -> tuple[str, str]:
    return (TEMPLATE, _USERNAME_TEMPLATE) if format_key == USERNAME else (format_key, template)
