"""How many records of a list could not be read, in words; empty when all could."""

from __future__ import annotations

from app.i18n.texts import ngettext


def unreadable_topups(count: int) -> str:
    """Returns how many top-ups could not be read and are not shown."""
    words = ngettext(
        "{n} top-up could not be read and is not shown.",
        "{n} top-ups could not be read and are not shown.",
        count,
    )
    return words.format(n=count) if count else ""


def unreadable_subscriptions(count: int) -> str:
    """Returns how many subscriptions could not be read and are not shown."""
    words = ngettext(
        "{n} subscription could not be read and is not shown.",
        "{n} subscriptions could not be read and are not shown.",
        count,
    )
    return words.format(n=count) if count else ""


def unreadable_sub_users(count: int) -> str:
    """Returns how many sub-users could not be read and are not shown."""
    words = ngettext(
        "{n} sub-user could not be read and is not shown.",
        "{n} sub-users could not be read and are not shown.",
        count,
    )
    return words.format(n=count) if count else ""
