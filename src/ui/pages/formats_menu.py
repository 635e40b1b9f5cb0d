"""The copy formats as lists and menus offer them, with the reason where one is not possible."""

from __future__ import annotations

from itertools import groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from app.present.proxy_formats import format_name, group_name, reason_text
from app.rules.proxy_formats.rendering import (
    FORMATS,
    TEMPLATE,
    FormatGroup,
    Rendered,
    group_logins,
    group_refusal,
)
from app.untrusted_text import sanitized
from ui.theme.stylesheet import set_style
from ui.widgets.text.untrusted_text import tooltip, unmnemonic

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QWidget

    from app.rules.proxy_formats.logins import Credentials, Login
    from app.rules.proxy_formats.rendering import ProxyFormat
    from app.rules.proxy_formats.templates import OwnTemplates

MAX_CHECKED: Final = 500
"""For how many logins a menu asks each format at once; of more, the format says so when it is chosen."""


class FormatRow(NamedTuple):
    """A format, or a saved template.

    Attributes:
        value: Identifies it among all rows: the key, for a saved template followed by its name.
        template: The text of an own template; without a meaning for other formats.
    """

    value: str
    key: str
    name: str
    group: FormatGroup
    note: str
    template: str

    def item(self) -> tuple[str, str, str]:
        """Returns text, value and group, as a searchable list takes them."""
        return sanitized(self.name, 60), self.value, group_name(self.group)


def format_rows(draft: str, saved: OwnTemplates, *others: ProxyFormat) -> tuple[FormatRow, ...]:
    """Returns all formats and `others`, group by group; `draft` is the template without a name."""
    groups = tuple(FormatGroup)
    rows: list[FormatRow] = []
    for kind in sorted((*FORMATS, *others), key=lambda one: groups.index(one.group)):
        row = FormatRow(kind.key, kind.key, format_name(kind), kind.group, kind.note, draft)
        if kind.key == TEMPLATE:
            rows += [
                row._replace(value=saved_value(one.name), name=one.name, template=one.text)
                for one in saved.templates
            ]
        rows.append(row)
    return tuple(rows)


def saved_value(name: str) -> str:
    return f"{TEMPLATE}:{name}"


class FormatsMenu(QMenu):
    """The first group of formats, and a submenu for each of the others; `chosen` has the value of one."""

    chosen = Signal(str)

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self._submenus = {group: QMenu(group_name(group), self) for group in FormatGroup}
        for menu in (self, *self._submenus.values()):
            set_style(menu, "menu")
            menu.setToolTipsVisible(True)
            menu.setAccessibleName(menu.title())

    def show_formats(self, credentials: Iterable[Credentials], rows: Iterable[FormatRow]) -> None:
        """Offers the formats, of which some can't contain all of these credentials (see `MAX_CHECKED`)."""
        self.clear()
        logins = group_logins(list(islice(credentials, MAX_CHECKED)))
        for group, of_group in groupby(rows, attrgetter("group")):
            menu: QMenu = self
            if group != FormatGroup.LINES:
                menu = self._submenus[group]
                menu.clear()
                self.addMenu(menu)
            for row in of_group:
                self._add(menu, row, refusal(row.key, logins, row.template))
        self.insertSeparator(self._submenus[FormatGroup.SYSTEM].menuAction())

    def _add(self, menu: QMenu, row: FormatRow, reason: str) -> None:
        text = unmnemonic(sanitized(row.name, 60))
        action = menu.addAction(_("{format} (not possible)").format(format=text) if reason else text)
        action.setEnabled(not reason)
        action.setToolTip(tooltip(reason))
        action.triggered.connect(lambda _checked=False: self.chosen.emit(row.value))


def refusal(format_key: str, logins: Sequence[Login], template: str) -> str:
    """Returns why a format can't hold these logins, '' where it can."""
    rendered = group_refusal(format_key, logins, template=template)
    return "" if rendered.ok else refusal_text(rendered)


def refusal_text(rendered: Rendered) -> str:
    """Returns why there is nothing to copy, and of whom among several."""
    reason = reason_text(rendered.reason)
    if not rendered.label:
        return reason
    return _("{label}: {reason}").format(label=sanitized(rendered.label, 60), reason=reason)
