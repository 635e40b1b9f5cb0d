"""The accessible area of check boxes and radio buttons that paint themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPixmap

if TYPE_CHECKING:
    from PySide6.QtWidgets import QAbstractButton, QStyleOptionButton


def fill_box(button: QAbstractButton, option: QStyleOptionButton) -> None:
    """Has the style take the whole button for what can be clicked; call it in `initStyleOption`.

    WORKAROUND: Qt reports to screen readers the style's own rectangle of indicator, icon and text (in
    `QAccessibleButton::rect`), which for a button that draws itself is a corner of it. An icon as large as
    the button makes that rectangle the button's; it is never drawn.
    """
    picture = QPixmap(button.size())
    picture.fill(Qt.GlobalColor.transparent)
    option.icon, option.iconSize = QIcon(picture), button.size()
