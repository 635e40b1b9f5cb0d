"""How many records of a response could not be read, in words."""

from __future__ import annotations

from typing import Literal

from app.i18n.texts import ngettext

Records = Literal["topups", "subscriptions", "sub_users", "usage", "countries", "locations"]


def unreadable_text(records: Records, count: int) -> str:
    texts = {
        "topups": ngettext(
            "{n} top-up could not be read and is not shown.",
            "{n} top-ups could not be read and are not shown.",
            count,
        ),
        "subscriptions": ngettext(
            "{n} subscription could not be read and is not shown.",
            "{n} subscriptions could not be read and are not shown.",
            count,
        ),
        "sub_users": ngettext(
            "{n} sub-user could not be read and is not shown.",
            "{n} sub-users could not be read and are not shown.",
            count,
        ),
        "usage": ngettext(
            "{n} record of the service could not be read.",
            "{n} records of the service could not be read.",
            count,
        ),
        "countries": ngettext(
            "{n} country could not be read and is not shown.",
            "{n} countries could not be read and are not shown.",
            count,
        ),
        "locations": ngettext("{n} row could not be read", "{n} rows could not be read", count),
    }
    return texts[records].format(n=count) if count else ""
