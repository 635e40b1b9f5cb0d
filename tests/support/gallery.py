"""Writes the gallery: every widget in every state, one picture a theme (`make gallery`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QVBoxLayout, QWidget

from support.specimens import specimens
from ui.theme import theme
from ui.widgets.keyboard_focus import takes_tab_key

STATES: Final = ("normal", "hovered", "focused", "checked", "disabled")
LOOKS: Final = (("light", 1.0), ("dark", 1.0), ("light", 2.0))
WIDTH: Final = 300
NAMES: Final = 170
GAP: Final = 14


def write_gallery(app: QApplication, folder: Path) -> None:
    """Writes one picture for each theme and text size."""
    folder.mkdir(parents=True, exist_ok=True)
    for scheme, scale in LOOKS:
        theme.apply_theme(app, scheme, text_scale=scale)  # type: ignore[arg-type] # 'light' or 'dark'
        name = f"gallery-{scheme}{'' if scale == 1.0 else '-large-text'}.png"
        sheet(round(WIDTH * scale)).save(str(folder / name))


def sheet(width: int) -> QImage:
    """Returns all specimens: a row for each, a column for each state of `width` pixels."""
    rows = [(name, [picture(make(), state, width) for state in STATES]) for name, make in specimens().items()]
    heights = [max(32, *(image.height() for image in images)) + GAP for _name, images in rows]
    whole = QImage(NAMES + len(STATES) * (width + GAP), sum(heights) + 40, QImage.Format.Format_RGB32)
    whole.fill(theme.color("window"))
    painter = QPainter(whole)
    painter.setFont(theme.font("caption"))
    painter.setPen(theme.color("muted"))
    for column, state in enumerate(STATES):
        painter.drawText(NAMES + column * (width + GAP), 24, state)
    top = 40
    for (name, images), height in zip(rows, heights, strict=True):
        painter.drawText(12, top + 16, name)
        for column, image in enumerate(images):
            painter.drawImage(NAMES + column * (width + GAP), top, image)
        top += height
    painter.end()
    return whole


def picture(widget: QWidget, state: str, width: int) -> QImage:
    """Returns a widget as it looks in one of `STATES`."""
    host = QWidget()
    host.setFixedWidth(width)
    column = QVBoxLayout(host)
    column.setContentsMargins(4, 4, 4, 4)
    column.addWidget(widget, 0, alignment_of(widget))
    if state == "checked" and isinstance(widget, QAbstractButton):
        widget.setCheckable(True)
        widget.setChecked(True)
    widget.setEnabled(state != "disabled")
    # Wherever the pointer was left, it is over none of this.
    QCursor.setPos(QApplication.primaryScreen().geometry().bottomRight())
    host.show()
    host.activateWindow()
    QTest.qWaitForWindowActive(host)
    # Else the first control of a window has the focus.
    host.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    host.setFocus()
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=state == "hovered")
    if state == "focused":
        stops = (one for one in (widget, *widget.findChildren(QWidget)) if takes_tab_key(one))
        next(stops, widget).setFocus(Qt.FocusReason.TabFocusReason)
    image = host.grab().toImage()
    host.close()
    host.deleteLater()
    return image


def alignment_of(widget: QWidget) -> Qt.AlignmentFlag:
    """Returns 'left' for what doesn't grow, so that it is drawn in its own size."""
    return Qt.AlignmentFlag.AlignLeft if isinstance(widget, QAbstractButton) else Qt.AlignmentFlag(0)


if __name__ == "__main__":
    write_gallery(QApplication([]), Path(sys.argv[1]))
