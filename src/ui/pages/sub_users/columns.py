"""The columns of the table of sub-users: order, titles, widths, and which are left out of a small one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.i18n.texts import _, pgettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.rules.sub_users.order import Column as SortColumn


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column.

    Attributes:
        key: Identifies the column, also in the saved layout.
        title: Returns its title; columns of mere controls show none.
        width: In pixels at a text scale of 1; 0 takes what the others leave.
        sort: What rows are sorted by here; None where they can't be.
        shed: The order in which it is hidden in a small table: 1 goes first, 0 never.
        least: Its minimum width then; 0 hides it.
    """

    key: str
    title: Callable[[], str]
    width: int
    sort: SortColumn | None = None
    shed: int = 0
    least: int = 0


COLUMNS: Final = (
    TableColumn("mark", lambda: "", 44),
    TableColumn("label", lambda: _("Label"), 0, "label"),
    TableColumn("username", lambda: _("Username"), 184, "username", shed=4, least=116),
    TableColumn("password", lambda: _("Password"), 170, shed=3),
    TableColumn("used", lambda: _("Used / cap"), 230, "used", shed=2, least=140),
    TableColumn("enabled", lambda: _("Enabled"), 108, "enabled", shed=5, least=72),
    TableColumn("created", lambda: pgettext("moment", "Created"), 108, "created", shed=1),
    TableColumn("menu", lambda: "", 52),
)
MARK, LABEL, USERNAME, PASSWORD, USED, ENABLED, CREATED, MENU = range(len(COLUMNS))


def spoken_title(column: int) -> str:
    """Returns a column's accessible name; some have no visible title."""
    words = {MARK: _("Selected"), MENU: _("Actions")}
    return words.get(column) or COLUMNS[column].title()
