"""The cells of a sub-user: text, tooltip, and accessible text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n.texts import _
from app.present.sub_users import PASSWORD_MASK
from ui.pages.sub_users import columns

if TYPE_CHECKING:
    from app.present.sub_user_views import SubUserRow


def shown_text(row: SubUserRow, column: int) -> str:
    """Returns the text in a cell, '' where it shows none."""
    texts = {
        columns.LABEL: row.label,
        columns.USERNAME: row.username,
        columns.PASSWORD: PASSWORD_MASK,
        columns.USED: row.used,
        columns.CREATED: row.created,
    }
    return texts.get(column, "")


def hint_text(row: SubUserRow, column: int, trouble: str) -> str:
    """Returns a cell's tooltip; `trouble` is why the row needs attention, '' for nothing."""
    texts = {
        columns.LABEL: trouble or row.label,
        columns.USERNAME: row.username,
        columns.PASSWORD: _("Copy password"),
        columns.USED: row.used_full,
        columns.CREATED: row.created_full,
        columns.MENU: _("Actions"),
    }
    return texts.get(column, "")


def spoken_text(row: SubUserRow, column: int, trouble: str, *, is_on: bool) -> str:
    """Returns a cell's accessible text; never a password."""
    label = row.label
    if trouble:
        label = _("{label}, failed: {reason}").format(label=row.label, reason=trouble)
    texts = {
        columns.MARK: row.spoken,
        columns.LABEL: label,
        columns.PASSWORD: _("Password, hidden"),
        columns.USED: row.used_full,
        columns.ENABLED: _("Enabled") if is_on else _("Disabled"),
        columns.CREATED: row.created_full,
        columns.MENU: _("Actions for {label}").format(label=row.label),
    }
    return texts.get(column) or shown_text(row, column)
