"""The menu of copy formats for one or many users, with the reason where a format is not possible."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from app.present.proxy_formats import format_name, group_name, reason_text
from app.rules.proxy_formats.rendering import FORMATS, FormatGroup, group_text
from app.rules.proxy_formats.survival import NEEDS_ADDRESS
from app.untrusted_text import plain
from ui.theme.stylesheet import dress
from ui.widgets.text.untrusted_text import tooltip, unmnemonic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from app.rules.proxy_formats.logins import Credentials
    from app.rules.proxy_formats.rendering import ProxyFormat

FIRST_FORMAT: Final = "http_url"
"""The format of Ctrl+C until another one is used: every tool understands it, and every password survives."""


class FormatsMenu(QMenu):
    """The first group of formats, and a submenu for each of the others; `chosen` has the key of one."""

    chosen = Signal(str)

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, parent)
        self._submenus = {group: QMenu(group_name(group), self) for group in FormatGroup}
        for menu in (self, *self._submenus.values()):
            dress(menu, "menu")
            menu.setToolTipsVisible(True)

    def show_formats(self, credentials: Sequence[Credentials], template: str) -> None:
        """Offers the formats that can contain all of these credentials."""
        self.clear()
        for group, kinds in groupby(FORMATS, attrgetter("group")):
            menu: QMenu = self
            if group != FormatGroup.LINES:
                menu = self._submenus[group]
                menu.clear()
                self.addMenu(menu)
            for kind in kinds:
                self._add(menu, kind, refusal(kind.key, credentials, template))
        self.insertSeparator(self._submenus[FormatGroup.SYSTEM].menuAction())

    def _add(self, menu: QMenu, kind: ProxyFormat, reason: str) -> None:
        text = unmnemonic(format_name(kind))
        action = menu.addAction(_("{format} (not possible)").format(format=text) if reason else text)
        action.setEnabled(not reason)
        action.setToolTip(tooltip(reason))
        action.triggered.connect(lambda _checked=False, key=kind.key: self.chosen.emit(key))


def refusal(format_key: str, credentials: Sequence[Credentials], template: str) -> str:
    """Returns why a format can't hold these credentials, '' where it can.

    A format for tools that take addresses only can: the gateway's name is looked up when it is copied.
    """
    for label, reason in group_text(format_key, credentials, template=template).refused:
        if reason != NEEDS_ADDRESS:
            return _("{label}: {reason}").format(label=plain(label, 60), reason=reason_text(reason))
    return ""
