"""What is to be copied or saved of one user: which sticky sessions, in which format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.rules.proxy_formats.rendering import Rendered, file_ending, is_secret, preview, render, render_many
from app.rules.proxy_formats.survival import NEEDS_ADDRESS
from app.rules.subscriptions.sticky import new_sessions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.rules.proxy_formats.logins import Credentials
    from app.rules.subscriptions.sticky import Session


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be copied.

    Attributes:
        format_key: One of `FORMATS`, or `USERNAME_ONLY`.
        session: The sticky session, None for none.
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
        return is_secret(self.format_key, self.template)

    @property
    def file_ending(self) -> str:
        """How a file of it ends, without the dot."""
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
        """Returns all of it, the gateway's name looked up for tools that take addresses only.

        Raises:
            AppError: The name could not be looked up.
        """
        rendered = self.render()
        if rendered.reason != NEEDS_ADDRESS:
            return rendered
        address = await resolve(self.credentials.host)
        return replace(self, credentials=replace(self.credentials, host=address)).render()
