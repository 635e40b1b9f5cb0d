"""Reconciles edits of sub-users: concurrent changes, no-ops, lost responses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.models.sub_user_changes import FieldChange
from app.models.sub_users import UNSET, SubUserChange

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.models.sub_users import SubUser, SubUserDraft


def unseen_changes(seen: SubUser, now: SubUser, change: SubUserChange) -> tuple[FieldChange, ...]:
    """Returns the fields of a change that are neither as they were seen nor as they are wanted."""
    found = []
    if change.label not in {None, now.label} and now.label != seen.label:
        found.append(FieldChange("label", seen.label, now.label))
    cap, cap_now, cap_seen = change.traffic_limit_bytes, now.traffic_limit_bytes, seen.traffic_limit_bytes
    if cap not in {UNSET, cap_now} and cap_now != cap_seen:
        found.append(FieldChange("trafficLimitBytes", cap_seen, cap_now))
    if change.enabled not in {None, now.enabled} and now.enabled != seen.enabled:
        found.append(FieldChange("enabled", seen.enabled, now.enabled))
    return tuple(found)


def still_to_do(now: SubUser, change: SubUserChange) -> SubUserChange | None:
    """Returns what of a change of label, cap and switch is not so already, or None."""
    cap = change.traffic_limit_bytes
    rest = SubUserChange(
        label=None if change.label == now.label else change.label,
        traffic_limit_bytes=UNSET if cap == now.traffic_limit_bytes else cap,
        enabled=None if change.enabled == now.enabled else change.enabled,
    )
    return None if rest == SubUserChange() else rest


def created_since(
    items: Iterable[SubUser], known_ids: frozenset[str], draft: SubUserDraft
) -> tuple[SubUser, ...]:
    """Returns those that were not known before and are what was asked for."""
    return tuple(
        item
        for item in items
        if item.id not in known_ids
        and item.label == draft.label
        and item.traffic_limit_bytes == draft.traffic_limit_bytes
        and draft.password in {None, item.password}
    )
