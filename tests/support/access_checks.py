"""What people who can't see, or use no mouse, meet in a window: names, secrets, and where Tab leads."""

from __future__ import annotations

from itertools import pairwise
from operator import ne
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_KINDS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
)
_ACCESSIBLE_TEXTS = (
    QAccessible.Text.Name,
    QAccessible.Text.Value,
    QAccessible.Text.Description,
    QAccessible.Text.Help,
)
_CELLS = 60
_MOST_STOPS = 150
_MIN_RING = 24


def unnamed(root: QWidget) -> Iterator[str]:
    """Yields what can be used and has no name."""
    for widget in _seen(root):
        interface = QAccessible.queryAccessibleInterface(widget)
        is_used = isinstance(widget, _KINDS) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if is_used and not _is_part(widget) and not interface.text(QAccessible.Text.Name).strip():
            yield f"no name: {described(widget)}"
        if isinstance(widget, QTabBar):
            for place in range(interface.childCount()):
                if not interface.child(place).text(QAccessible.Text.Name).strip():
                    yield f"no name: tab {place} of {described(widget)}"
        if isinstance(widget, QMenu) and not widget.accessibleName():
            yield f"named as the app: {described(widget)}"
        for action in widget.actions() if isinstance(widget, QMenu) else ():
            if not (action.isSeparator() or action.text().strip()):
                yield f"no name: an action of {described(widget)}"


def revealed(root: QWidget, secrets: Collection[str]) -> Iterator[str]:
    """Yields where a screen reader, or a tooltip, tells a secret."""
    for widget in _seen(root):
        interface = QAccessible.queryAccessibleInterface(widget)
        texts = [widget.toolTip(), *_texts(interface)]
        for place in range(min(interface.childCount(), _CELLS)):
            child = interface.child(place)
            if child.object() is None:
                texts += _texts(child)
        if any(secret in text for text in texts for secret in secrets):
            yield f"tells a secret: {described(widget)}"


def walk_by_tab(root: QWidget) -> Iterator[str]:
    """Presses Tab until it comes round, and yields what is out of order, not reached, or not to be seen.

    Args:
        root: A window that is active; where the keyboard was is where it is again afterwards.
    """
    first, used = QApplication.focusWidget(), list(_used(root))
    stops: list[QWidget] = []
    at = first if first in used else _first_stop(root)
    while at is not None and at not in stops and len(stops) < _MOST_STOPS:
        at.setFocus(Qt.FocusReason.TabFocusReason)
        stops.append(at)
        QTest.keyClick(at, Qt.Key.Key_Tab)
        at = QApplication.focusWidget()
    if len(stops) < 2 or at is not stops[0]:
        yield f"Tab does not come round: {described(stops[-1] if stops else root)}"
    yield from _misplaced(root, stops)
    yield from (f"Tab never reaches: {described(widget)}" for widget in used if _is_missed(widget, stops))
    yield from (f"focus not seen: {described(stop)}" for stop in stops if not _shows_focus(stop))
    if first is not None:
        first.setFocus()


def described(widget: QWidget) -> str:
    """Returns what a widget is: its class and name, and the classes that it stands in."""
    name = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    kinds: list[str] = []
    at: QWidget | None = widget
    while at is not None and len(kinds) < 4:
        kinds.append(type(at).__name__)
        at = at.parentWidget()
    return f"{name!r} {' < '.join(kinds)}"


def _seen(root: QWidget) -> Iterator[QWidget]:
    return (widget for widget in [root, *root.findChildren(QWidget)] if widget.isVisible())


def _is_part(widget: QWidget) -> bool:
    """Tells whether a widget is a part of another one that has the name, or only its ground."""
    parent = widget.parentWidget()
    is_in_box = isinstance(parent, QAbstractSpinBox | QComboBox) and isinstance(widget, QLineEdit)
    is_hidden = not widget.isEnabled() or bool(widget.objectName().startswith("qt_scrollarea"))
    return is_in_box or is_hidden or type(widget).__name__ in {"QHeaderView", "QTableCornerButton"}


def _texts(interface: QAccessibleInterface) -> list[str]:
    texts = [interface.text(kind) for kind in _ACCESSIBLE_TEXTS]
    letters = interface.textInterface()
    if letters is not None:
        texts.append(letters.text(0, letters.characterCount()))
    return texts


def _first_stop(root: QWidget) -> QWidget | None:
    """Returns what Tab reaches first in a window where nothing has the keyboard."""
    at: QWidget | None = root.nextInFocusChain()
    while at is not None and at is not root:
        if at.isVisible() and at.isEnabled() and at.focusPolicy() & Qt.FocusPolicy.TabFocus:
            return at
        at = at.nextInFocusChain()
    return None


def _misplaced(root: QWidget, stops: list[QWidget]) -> Iterator[str]:
    side = -1 if root.isRightToLeft() else 1
    places = [_place(stop, stop, root) for stop in stops]
    begin = min(range(len(stops)), key=lambda at: (places[at].top(), side * places[at].left()), default=0)
    for one, other in pairwise((*stops[begin:], *stops[:begin])):
        there = _place(other, one, root)
        if _goes_back(_place(one, other, root), there, mirrored=root.isRightToLeft()):
            yield f"Tab goes back: {described(one)} then {described(other)}"


def _place(widget: QWidget, other: QWidget, root: QWidget) -> QRect:
    """Returns where a widget would stand if nothing were scrolled, as seen from another one.

    That is where the scrolled part stands whole, if the other one is not in it.
    """
    place = QRect(widget.mapTo(root, QPoint(0, 0)), widget.size())
    at, above = widget, widget.parentWidget()
    while at is not root and above is not None:
        if isinstance(above, QAbstractScrollArea) and at is above.viewport():
            if at.isAncestorOf(other):
                place.translate(0, above.verticalScrollBar().value())
            else:
                place = QRect(at.mapTo(root, QPoint(0, 0)), at.size())
        at, above = above, above.parentWidget()
    return place


def _goes_back(one: QRect, other: QRect, *, mirrored: bool) -> bool:
    """Tells whether it goes up in one column, or back in one line."""
    if one.contains(other) or other.contains(one):
        return False
    shared = min(one.bottom(), other.bottom()) - max(one.top(), other.top())
    if shared > min(one.height(), other.height()) / 2:
        step = other.center().x() - one.center().x()
        return step > 0 if mirrored else step < 0
    is_one_column = min(one.right(), other.right()) > max(one.left(), other.left())
    return is_one_column and other.top() < one.top()


def _used(root: QWidget) -> Iterator[QWidget]:
    """Yields what can be used now."""
    for widget in _seen(root):
        if isinstance(widget, _KINDS) and widget.isEnabled() and not _is_part(widget):
            yield widget


def _is_missed(widget: QWidget, stops: list[QWidget]) -> bool:
    """Tells whether Tab left a control out; of those that exclude each other one is enough.

    What the walk itself has taken away, as a list shows its first row when it is reached, is not missed.
    """
    if not widget.isVisible() or widget in stops or any(widget.isAncestorOf(stop) for stop in stops):
        return False
    twins = [stop for stop in stops if stop.parentWidget() is widget.parentWidget()]
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    is_one_of = group is not None and group.exclusive() and any(type(twin) is type(widget) for twin in twins)
    return not is_one_of


def _shows_focus(widget: QWidget) -> bool:
    """Tells whether a widget, or what it stands in, looks different with the keyboard."""
    for shown in (widget, widget.parentWidget()):
        if shown is None:
            continue
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        focused = shown.grab().toImage()
        widget.clearFocus()
        if _is_changed(focused, shown.grab().toImage()):
            return True
    return False


def _is_changed(one: QImage, other: QImage) -> bool:
    """Tells whether as many pixels differ as a focus ring has at least."""
    if one.size() != other.size():
        return True
    step, differing = one.bytesPerLine(), 0
    before, after = (memoryview(bytes(image.constBits())) for image in (one, other))
    for start in range(0, len(before), step):
        rows = before[start : start + step], after[start : start + step]
        if rows[0] != rows[1]:
            differing += sum(map(ne, rows[0].cast("I"), rows[1].cast("I")))
            if differing >= _MIN_RING:
                return True
    return False
