"""Validates drafts and changes of sub-users, and detects concurrent ones (spec 2.5, 4.12, 4.13, 8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.models.sub_users import UNSET, FieldChange, SubUserChange
from app.rules.identifiers import clean_label
from app.rules.sub_users.traffic_caps import check_cap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.models.sub_users import SubUser, SubUserDraft

MAX_PASSWORD: Final = 64
"""Characters, counted as Unicode code points."""


def check_label(text: str) -> str:
    """Returns a sub-user's label without surrounding blanks.

    Raises:
        InvalidInputError: On `label`: `required` or `too_long`.
    """
    label = clean_label(text)
    if not label:
        raise InvalidInputError("label", "required")
    return label


def check_password(password: str) -> str:
    """Returns a password, unchanged.

    Raises:
        InvalidInputError: On `password`: `too_long`, or `invisible`: it has invisible characters,
    """
    if len(password) > MAX_PASSWORD:
        raise InvalidInputError("password", "too_long")
    if not password.isprintable():
        raise InvalidInputError("password", "invisible")
    return password


def check_draft(draft: SubUserDraft) -> SubUserDraft:
    """Returns a draft that can be sent; an empty password is left to the service.

    Raises:
        InvalidInputError: On `label`, `password` or `cap`.
    """
    if draft.traffic_cap_bytes is not None:
        check_cap(draft.traffic_cap_bytes)
    password = check_password(draft.password) if draft.password else None
    return replace(draft, label=check_label(draft.label), password=password)


def check_change(change: SubUserChange) -> SubUserChange:
    """Returns a change that can be sent.

    Raises:
        InvalidInputError: On `label` or `cap`.
    """
    if change.traffic_cap_bytes is not UNSET and change.traffic_cap_bytes is not None:
        check_cap(change.traffic_cap_bytes)
    return change if change.label is None else replace(change, label=check_label(change.label))


def unseen_changes(seen: SubUser, now: SubUser, change: SubUserChange) -> tuple[FieldChange, ...]:
    """Returns the fields of a change that are neither as they were seen nor as they are wanted."""
    found = []
    if change.label not in {None, now.label} and now.label != seen.label:
        found.append(FieldChange("label", seen.label, now.label))
    cap, cap_now, cap_seen = change.traffic_cap_bytes, now.traffic_cap_bytes, seen.traffic_cap_bytes
    if cap not in {UNSET, cap_now} and cap_now != cap_seen:
        found.append(FieldChange("trafficLimitBytes", cap_seen, cap_now))
    if change.enabled not in {None, now.enabled} and now.enabled != seen.enabled:
        found.append(FieldChange("enabled", seen.enabled, now.enabled))
    return tuple(found)


def still_to_do(now: SubUser, change: SubUserChange) -> SubUserChange | None:
    """Returns the part of a change that is not done yet; None if all is."""
    cap = change.traffic_cap_bytes
    rest = SubUserChange(
        label=None if change.label == now.label else change.label,
        traffic_cap_bytes=UNSET if cap == now.traffic_cap_bytes else cap,
        enabled=None if change.enabled == now.enabled else change.enabled,
    )
    return None if rest == SubUserChange() else rest


def created_since(
    items: Iterable[SubUser], known_ids: frozenset[str], draft: SubUserDraft
) -> tuple[SubUser, ...]:
    """Returns the sub-users that are not in `known_ids` and match the draft."""
    return tuple(
        item
        for item in items
        if item.id not in known_ids
        and item.label == draft.label
        and item.traffic_cap_bytes == draft.traffic_cap_bytes
        and draft.password in {None, item.password}
    )
