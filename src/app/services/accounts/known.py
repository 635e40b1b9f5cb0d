"""The accounts that can be opened: saved, from the environment, and the demo."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.api.addresses import clean_api_key, clean_base_url
from app.i18n.texts import _

if TYPE_CHECKING:
    from app.storage.settings import SavedAccount

DEMO: Final = "demo"
"""The id of the demo account."""


@dataclass(frozen=True, slots=True)
class Account:
    """An account that can be opened.

    Attributes:
        id: Its id in this app; the outbox is bound to it.
        service: Its service as shown: a host, or 'local sandbox'.
        color: One of `app.services.accounts.saved.COLORS`, or empty.
        base_url: Its service address; empty for the demo.
    """

    id: str
    name: str
    service: str
    is_demo: bool
    color: str = ""
    base_url: str = ""


@dataclass(frozen=True, slots=True)
class SessionKey:
    """An account given by the environment, as for scripts and containers; in memory only."""

    base_url: str
    api_key: str

    def __repr__(self) -> str:
        """Omits the key."""
        return f"SessionKey({self.base_url!r})"

    @property
    def account_id(self) -> str:
        """An ID that is the same at every start and reveals nothing of the key."""
        seed = f"tollhouse session account\0{self.base_url}\0{self.api_key}"
        return "session-" + hashlib.sha256(seed.encode()).hexdigest()[:16]


def session_key(base_url: str, api_key: str) -> SessionKey:
    """Returns the account of the environment.

    Raises:
        InvalidInputError: Its address or key is invalid.
    """
    return SessionKey(clean_base_url(base_url), clean_api_key(api_key))


def account_of_session(session: SessionKey) -> Account:
    base_url = session.base_url
    return Account(
        session.account_id, _("Session account"), service_name(base_url), is_demo=False, base_url=base_url
    )


def account_of_saved(saved: SavedAccount) -> Account:
    return Account(
        saved.id,
        saved.name,
        service_name(saved.base_url),
        is_demo=False,
        color=saved.color,
        base_url=saved.base_url,
    )


def demo_account() -> Account:
    return Account(DEMO, _("Demo account"), _("local sandbox"), is_demo=True)


def service_name(base_url: str) -> str:
    """Returns a service address without its scheme, as it is shown."""
    return base_url.partition("://")[2]
