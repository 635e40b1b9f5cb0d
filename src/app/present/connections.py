"""The connection status in words, for the status bar."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from app.errors import ConnectionFailedError
from app.i18n.texts import _
from app.i18n.units import short_age

if TYPE_CHECKING:
    from datetime import datetime

    from app.api.connection_status import ConnectionStatus

_SILENT_S: Final = 3
_HOLDS_FOR_S: Final = 120
"""Time since the last response after which the connection status becomes 'idle'."""


class ConnectionView(NamedTuple):
    """The connection status as shown; `tone` is the color of its dot."""

    tone: Literal["success", "warning", "danger", "neutral"]
    text: str


def wait_text(connection_status: ConnectionStatus) -> str:
    """Returns how long the service has asked to wait, while a call does so; empty while none does."""
    left = ceil(connection_status.pause_left_s)
    return _("The service asks to wait {n} s.").format(n=left) if left else ""


def present_connection(  # noqa: PLR0913 (what is known of a connection, by keyword)
    connection_status: ConnectionStatus,
    known_at: datetime | None,
    now: datetime,
    *,
    outdated: bool,
    private: bool,
    is_loading: bool = False,
) -> ConnectionView | None:
    """Returns the connection status; None while there is none yet.

    Args:
        known_at: When the service reported what is shown; None if nothing is.
        outdated: Whether what is shown could not be renewed.
        private: Whether what is shown is requested with the account's key.
        is_loading: Whether a request for what is shown is in progress, and takes long.
    """
    is_offline = isinstance(connection_status.last_error, ConnectionFailedError)
    has_failed = outdated or connection_status.last_error is not None
    if not (outdated or is_offline) and (is_loading or connection_status.silent_s > _SILENT_S):
        return ConnectionView("neutral", _("Connecting…"))
    if private and not connection_status.has_key:
        return ConnectionView("warning", _("Key needed"))
    if private and connection_status.is_key_refused:
        return ConnectionView("danger", _("Key refused"))
    if known_at is None:
        return _nothing_known(is_offline=is_offline, has_failed=has_failed)
    age = short_age(known_at, now)
    if is_offline:
        return ConnectionView("danger", _("Offline · updated {age}").format(age=age))
    if has_failed:
        return ConnectionView("warning", _("Last attempt failed · updated {age}").format(age=age))
    if connection_status.last_response_age_s > _HOLDS_FOR_S:
        return ConnectionView("neutral", _("Updated {age}").format(age=age))
    return ConnectionView("success", _("Connected · updated {age}").format(age=age))


def _nothing_known(*, is_offline: bool, has_failed: bool) -> ConnectionView | None:
    if is_offline:
        return ConnectionView("danger", _("Offline"))
    return ConnectionView("warning", _("Not loaded")) if has_failed else None
