"""Validates a sub-user's label, password and traffic cap (spec 2.5, 4.12, 4.13, 8)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.models.sub_users import UNSET
from app.rules.sub_users.traffic_caps import check_cap
from app.rules.subscriptions.labels import clean_label

if TYPE_CHECKING:
    from app.models.sub_users import SubUserChange, SubUserDraft

MAX_PASSWORD: Final = 64
"""Characters, counted as Unicode code points."""


def check_label(text: str) -> str:
    """Returns a sub-user's label without the blanks around it.

    Raises:
        InvalidInputError: On `label`: `required` or `too_long`.
    """
    label = clean_label(text)
    if not label:
        raise InvalidInputError("label", "required")
    return label


def check_password(password: str) -> str:
    """Returns a chosen password, to the letter.

    Raises:
        InvalidInputError: On `password`: `too_long`, or `invisible`: it holds what can't be seen, such as a
            line break or a tab, which nobody could type.
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
    if draft.traffic_limit_bytes is not None:
        check_cap(draft.traffic_limit_bytes)
    password = check_password(draft.password) if draft.password else None
    return replace(draft, label=check_label(draft.label), password=password)


def check_change(change: SubUserChange) -> SubUserChange:
    """Returns a change that can be sent.

    Raises:
        InvalidInputError: On `label` or `cap`.
    """
    if change.traffic_limit_bytes is not UNSET and change.traffic_limit_bytes is not None:
        check_cap(change.traffic_limit_bytes)
    return change if change.label is None else replace(change, label=check_label(change.label))
