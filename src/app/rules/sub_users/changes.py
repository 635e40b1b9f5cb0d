"""Validates drafts and changes of sub-users, and detects concurrent ones (spec 2.5, 4.12, 4.13, 8).

Traffic caps are typed as decimal GB, exact to the byte.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.models.sub_users import UNSET, FieldChange, SubUserChange
from app.models.value import INT64_MAX
from app.rules.identifiers import clean_label
from app.rules.money.amounts import with_point

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.models.sub_users import ChangedField, SubUser, SubUserDraft
    from app.rules.money.amounts import DecimalSign

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
        if item.id not in known_ids and item.label == draft.label and not differing_fields(item, draft)
    )


def differing_fields(created: SubUser, draft: SubUserDraft) -> tuple[ChangedField, ...]:
    """Returns what a sub-user should have of its draft, and does not; a service may clean its label."""
    fields: list[ChangedField] = []
    if created.traffic_cap_bytes != draft.traffic_cap_bytes:
        fields.append("trafficLimitBytes")
    if draft.password not in {None, created.password}:
        fields.append("password")
    return tuple(fields)


DECIMALS: Final = 9
"""A GB is 10^9 bytes, as plans are sold: with nine decimals every cap can be written, and read back."""

# The unit may be written as French and Russian write it, as the app shows it there.
_CAP = re.compile(
    r"(?P<sign>[-\u2212]?)(?P<whole>[0-9]*)(?:\.(?P<part>[0-9]*))?(?:\s*(?:GB|Go|ГБ))?", re.IGNORECASE
)
_MAX_LENGTH: Final = 40


def parse_cap(text: str, decimal_sign: DecimalSign = ".") -> int:
    """Returns the bytes of a cap in GB such as '5', '0.5' or '5 GB'; 0 is a cap of no bytes.

    Raises:
        InvalidInputError: On `cap`: `required` (nothing is written), `invalid` (no number, or one that can
            be read in two ways), `negative`, `decimals` (less than a byte), `too_large` (over int64).
    """
    trimmed = text.strip()
    if not trimmed:
        raise InvalidInputError("cap", "required")
    try:
        found = _CAP.fullmatch(with_point(trimmed, decimal_sign)) if len(trimmed) <= _MAX_LENGTH else None
    except ValueError:
        found = None
    if found is None or not (found["whole"] or found["part"]):
        raise InvalidInputError("cap", "invalid")
    part = (found["part"] or "").rstrip("0")
    if len(part) > DECIMALS:
        raise InvalidInputError("cap", "decimals")
    traffic_cap_bytes = int((found["whole"] or "0") + part.ljust(DECIMALS, "0"))
    if found["sign"] and traffic_cap_bytes:
        raise InvalidInputError("cap", "negative")
    return check_cap(traffic_cap_bytes)


def check_cap(traffic_cap_bytes: int) -> int:
    """Returns a cap in bytes.

    Raises:
        InvalidInputError: On `cap`: `negative` or `too_large`.
    """
    if traffic_cap_bytes < 0:
        raise InvalidInputError("cap", "negative")
    if traffic_cap_bytes > INT64_MAX:
        raise InvalidInputError("cap", "too_large")
    return traffic_cap_bytes


def cap_text(traffic_cap_bytes: int, decimal_sign: DecimalSign = ".") -> str:
    """Returns a cap in GB so that `parse_cap` gives the same bytes: '5', '0.5', '0.001234567'."""
    whole, part = divmod(traffic_cap_bytes, 10**DECIMALS)
    return f"{whole}{decimal_sign}{part:0{DECIMALS}}".rstrip("0").rstrip(decimal_sign)
