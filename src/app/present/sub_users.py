"""Sub-users as shown: table rows, counts, questions, concurrent changes. No secrets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.i18n import units
from app.i18n.texts import _, ngettext
from app.present.statuses import bar_kind, product_name, used_share
from app.rules.sub_users.changes import MAX_PASSWORD
from app.rules.subscriptions.notifications import used_percent
from app.rules.words import fold

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.models.sub_users import BulkKind, FieldChange, SubUser, SubUserChangedError
    from app.models.subscriptions import Subscription
    from app.present.statuses import BarKind

PASSWORD_MASK: Final = "•" * 8


@dataclass(frozen=True, slots=True)
class SubUserRow:
    """A sub-user in the table.

    Attributes:
        label: The username where there is none. Untrusted text.
        username: Untrusted text.
        used: '3.2 / 5 GB', '0.4 GB / no cap'.
        used_full: '3.21 GB of 5 GB used, 64 %', for the tooltip and screen readers.
        share: Used share of the cap, 0 to 1; None without a cap.
        bar: The color of the bar: amber from 80 %, red from 95 %.
        created: '2 Nov'.
        created_full: In full, for the tooltip.
        search: The folded text that the filter searches.
    """

    id: str
    label: str
    username: str
    used: str
    used_full: str
    share: float | None
    bar: BarKind
    enabled: bool
    created: str
    created_full: str
    accessible_text: str
    search: str
    failure: str = ""


def present_sub_user_row(sub_user: SubUser, now: datetime) -> SubUserRow:
    """`now` is the service's time."""
    label = shown_label(sub_user)
    traffic_cap_bytes = sub_user.traffic_cap_bytes
    share = None if traffic_cap_bytes is None else used_share(sub_user.traffic_used_bytes, traffic_cap_bytes)
    used_full = _used_in_full(sub_user)
    state = _("enabled") if sub_user.enabled else _("disabled")
    created = units.day(sub_user.created_at, now)
    return SubUserRow(
        id=sub_user.id,
        label=label,
        username=sub_user.username,
        used=units.used_of_cap(sub_user.traffic_used_bytes, traffic_cap_bytes),
        used_full=used_full,
        share=share,
        bar="normal" if share is None else bar_kind(share),
        enabled=sub_user.enabled,
        created=created,
        created_full=units.full_moment(sub_user.created_at),
        accessible_text=_("{label}, username {username}, {used}, {state}, created {day}").format(
            label=label, username=sub_user.username, used=used_full, state=state, day=created
        ),
        search=fold(f"{label}\n{sub_user.username}"),
    )


def shown_label(sub_user: SubUser) -> str:
    """Returns the label, or the username where there is none. Untrusted text."""
    return sub_user.label or sub_user.username


def subscription_name(subscription: Subscription) -> str:
    """Returns 'Price watch EU · Residential'."""
    return _("{label} · {product}").format(
        label=subscription.label or subscription.username, product=product_name(subscription.product_id)
    )


def unambiguous(names: Sequence[str], usernames: Sequence[str]) -> list[str]:
    """Returns names; one that occurs more than once is followed by its username."""
    counts = Counter(names)
    return [
        name if counts[name] == 1 else f"{name} · {username}"
        for name, username in zip(names, usernames, strict=True)
    ]


def count_text(count: int, limit: int | None) -> str:
    """Returns '9 of 50'; without a known limit '9 sub-users'."""
    if limit is None:
        return ngettext("{n} sub-user", "{n} sub-users", count).format(n=units.number(count))
    return _("{n} of {limit}").format(n=units.number(count), limit=units.number(limit))


def full_text(count: int, limit: int | None) -> str:
    """Returns why none can be added; empty while the limit is not reached."""
    if limit is None or count < limit:
        return ""
    return _(
        "This subscription has reached its maximum of {limit} sub-users. Delete one to add another."
    ).format(limit=units.number(limit))


def cap_in_words(traffic_cap_bytes: int | None) -> str:
    """Returns '5 GB', exact; 'no cap' for none."""
    return _("no cap") if traffic_cap_bytes is None else units.exact_gb(traffic_cap_bytes)


def allowance_example(sub_user: SubUser, allowance_bytes: int) -> str:
    """Returns what an allowance on top of the used traffic means for one sub-user."""
    used = sub_user.traffic_used_bytes
    text = _("“{label}” has used {used}: its cap becomes {cap}.")
    cap = units.exact_gb(used + allowance_bytes)
    return text.format(label=shown_label(sub_user), used=units.exact_gb(used), cap=cap)


def password_counter(text: str) -> str:
    """Returns '12 of 64' for a password that is being typed."""
    return _("{n} of {most}").format(n=len(text), most=MAX_PASSWORD)


def change_lines(error: SubUserChangedError) -> tuple[str, ...]:
    """Returns a sentence for each field that was changed concurrently."""
    return tuple(_change_line(change) for change in error.changes)


def bulk_question(kind: BulkKind, sub_users: Sequence[SubUser]) -> tuple[str, str]:
    """Returns the title and text of the question before sub-users are deleted or get new passwords."""
    n = len(sub_users)
    # Not by `ngettext`: a title without its number would name one of 21 in Russian.
    if kind == "delete":
        title = _("Delete sub-user") if n == 1 else _("Delete sub-users")
        one = _("Delete “{label}”? Its username and password stop working.")
        text = ngettext(
            "Delete {n} sub-user? Its username and password stop working.",
            "Delete {n} sub-users? Their usernames and passwords stop working.",
            n,
        )
    else:
        title = _("New password") if n == 1 else _("New passwords")
        one = _("Make a new password for “{label}”? The old one stops working.")
        text = ngettext(
            "Make a new password for {n} sub-user? The old one stops working.",
            "Make new passwords for {n} sub-users? The old ones stop working.",
            n,
        )
    return title, one.format(label=shown_label(sub_users[0])) if n == 1 else text.format(n=units.number(n))


def _used_in_full(sub_user: SubUser) -> str:
    used_bytes, traffic_cap_bytes = sub_user.traffic_used_bytes, sub_user.traffic_cap_bytes
    used = units.data_size(used_bytes, rounds_down=True)
    if traffic_cap_bytes is None:
        return _("{used} used, no cap").format(used=used)
    percent = used_percent(used_bytes, traffic_cap_bytes)
    share = percent / 100 if percent else used_share(used_bytes, traffic_cap_bytes)
    return _("{used} of {cap} used, {share}").format(
        used=used, cap=cap_in_words(traffic_cap_bytes), share=units.percent(share)
    )


def _change_line(change: FieldChange) -> str:
    match change.field:
        case "label":
            text = _("The label was “{seen}” when you last saw it and is now “{now}”.")
            return text.format(seen=change.seen, now=change.now)
        case "trafficLimitBytes":
            return _cap_line(change)
        case "enabled" if change.now:
            return _("It was disabled when you last saw it and is now enabled.")
        case "enabled":
            return _("It was enabled when you last saw it and is now disabled.")
        case "password":
            return _("Its password has changed since you last saw it.")


def _cap_line(change: FieldChange) -> str:
    seen, now = (units.exact_gb(int(value or 0)) for value in (change.seen, change.now))
    if change.seen is None:
        return _("There was no cap when you last saw it, and now there is one of {now}.").format(now=now)
    if change.now is None:
        return _("The cap was {seen} when you last saw it, and now there is none.").format(seen=seen)
    return _("The cap was {seen} when you last saw it and is now {now}.").format(seen=seen, now=now)
