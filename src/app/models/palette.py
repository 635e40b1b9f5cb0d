"""Items that the command palette finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.models.sub_users import SubUser
    from app.models.subscriptions import Subscription

Kind = Literal["subscription", "sub_user", "action", "country", "topup", "city", "isp"]
KINDS: Final[tuple[Kind, ...]] = ("subscription", "sub_user", "action", "country", "topup", "city", "isp")
"""In the order of equally good matches."""

Verb = Literal["copy_credentials", "open", "top_up", "show_usage", "copy_id", "copy_code", "copy_asn", "run"]
VERBS: Final[Mapping[Kind, tuple[Verb, ...]]] = {
    "subscription": ("copy_credentials", "open", "top_up"),
    "sub_user": ("copy_credentials", "show_usage", "open"),
    "action": ("run",),
    "country": ("open", "copy_code"),
    "topup": ("open", "copy_id"),
    "city": ("copy_id", "open"),
    "isp": ("copy_asn", "open"),
}
"""What can be done with each kind, the main thing first."""


@dataclass(frozen=True, slots=True)
class ActionOffer:
    """Something the window can do.

    Attributes:
        key: A short word for it, such as 'new-topup'.
        title: What it is called.
        detail: Its shortcut or place; maybe empty.
        icon: The name of its icon.
    """

    key: str
    title: str
    detail: str = ""
    icon: str = "chevron-right"


@dataclass(frozen=True, slots=True)
class SubUserOf:
    """A sub-user and whose it is."""

    subscription: Subscription
    sub_user: SubUser


@dataclass(frozen=True, slots=True)
class PaletteItem:
    """One thing to find.

    Attributes:
        kind: What it is.
        key: Identifies the item, and contains no secret: it is saved when the item is used.
        words: The search words of its title.
        more: Additional search words: IDs and names that users paste.
        codes: The search words of its codes, ids and usernames: one that is typed in full is meant.
        value: The thing itself: a `Subscription`, `SubUserOf`, `TopUp`, `Country`, `Hit` or `ActionOffer`.
        favorite: Whether it is a favorite.
    """

    kind: Kind
    key: str
    words: str = field(repr=False)
    more: str = field(default="", repr=False)
    codes: frozenset[str] = field(default=frozenset(), repr=False)
    value: object = field(default=None, repr=False, compare=False)
    favorite: bool = False
