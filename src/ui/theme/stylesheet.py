"""Style sheets for Qt's own controls, made from the tokens.

There is none for the application: Qt would match its rules against every widget at each change of the look.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Final, Literal
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QMenu, QWidget

from ui.theme import theme

Kind = Literal["line", "text", "combo box", "editable", "spin box", "menu", "scroll bar", "view"]

_MENU: Final = """
QMenu {{
  background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; padding: 4px; menu-scrollable: 1;
}}
QMenu::item {{ padding: 6px 24px 6px 10px; border-radius: 6px; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::item:selected {{ background: {t.accent_tint}; color: {t.text}; }}
QMenu::item:disabled {{ color: {t.faint}; }}
QMenu::separator {{ height: 1px; background: {t.border}; margin: 4px 6px; }}
"""
_SCROLL_BAR: Final = """
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {t.control_border}; border-radius: 3px; }}
QScrollBar::handle:vertical {{ min-height: 32px; margin: 2px 3px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; margin: 3px 2px; }}
QScrollBar::handle:hover {{ background: {t.muted}; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
_FRAME: Final = """
KIND {{
  background: {t.surface}; color: {t.text}; border: 1px solid {t.control_border}; border-radius: 8px;
  padding: 0 10px; min-height: {control}px; placeholder-text-color: {t.muted};
  selection-background-color: {t.accent}; selection-color: {t.on_accent};
}}
KIND:hover {{ border-color: {t.muted}; }}
KIND:focus {{ border: 2px solid {t.accent}; padding: 0 9px; min-height: {control_in_ring}px; }}
KIND[invalid="true"] {{ border-color: {t.danger}; }}
KIND:disabled {{ background: {t.sunken}; color: {t.muted}; border-color: {t.border}; }}
"""
_LINE: Final = (
    _FRAME.replace("KIND", "QLineEdit")
    + """
QLineEdit {{ lineedit-password-character: 8226; }}
QLineEdit[bare="true"], QLineEdit[bare="true"]:focus, QLineEdit[bare="true"]:hover {{
  border: 0; padding: 0; min-height: 0; background: transparent;
}}
"""
    + _MENU
)
_TEXT: Final = (
    _FRAME.replace("KIND", "QPlainTextEdit")
    + """
QPlainTextEdit {{ padding: 8px 6px; }}
QPlainTextEdit:focus {{ padding: 7px 5px; }}
QPlainTextEdit[bare="true"], QPlainTextEdit[bare="true"]:hover {{
  background: transparent; border: 2px solid transparent; padding: 0;
}}
QPlainTextEdit[bare="true"]:focus {{ border-color: {t.accent}; }}
QPlainTextEdit[bare="true"]:disabled {{ background: transparent; border-color: transparent; }}
"""
    + _MENU
    + _SCROLL_BAR
)
_COMBO_BOX: Final = (
    _FRAME.replace("KIND", "QComboBox")
    + """
QComboBox::drop-down {{ border: 0; width: {arrow}px; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{
  background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; padding: 4px; outline: 0;
  selection-background-color: {t.accent_tint}; selection-color: {t.text};
}}
QComboBox[searchable="true"] {{ combobox-popup: 0; }}
QComboBox[searchable="true"] QAbstractItemView {{ border: 0; padding: 4px 6px; }}
"""
    + _SCROLL_BAR
)
_EDITABLE: Final = (
    _COMBO_BOX
    + _LINE
    + """
QComboBox QLineEdit {{ border: 0; padding: 0; min-height: 0; background: transparent; }}
"""
)
_SPIN_BOX: Final = (
    _FRAME.replace("KIND", "QAbstractSpinBox")
    + """
QAbstractSpinBox, QAbstractSpinBox:focus {{ padding: 0; min-height: 0; }}
QAbstractSpinBox QLineEdit {{ border: 0; padding: 0; min-height: 0; background: transparent; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
  border: 0; background: transparent; width: {arrow}px; subcontrol-origin: padding;
}}
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow {{ image: none; }}
"""
    + _MENU
)
_VIEW: Final = (
    """
QAbstractItemView {{ outline: 0; }}
QListView, QTableView {{ border: 0; background: transparent; color: {t.text}; gridline-color: {t.border}; }}
QTableView::item {{ padding: 0 9px; }} /* and the 3 that Qt adds */
QTableView {{ selection-background-color: {t.accent_tint}; selection-color: {t.text}; }}
QHeaderView {{ background: transparent; border: 0; }}
QHeaderView::section {{
  background: transparent; color: {t.muted}; padding: 8px 12px;
  border: 0; border-bottom: 1px solid {t.border};
}}
QTableCornerButton::section {{ background: transparent; border: 0; }}
QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
"""
    + _SCROLL_BAR
)
_SHEETS: Final[dict[Kind, str]] = {
    "line": _LINE,
    "text": _TEXT,
    "combo box": _COMBO_BOX,
    "editable": _EDITABLE,
    "spin box": _SPIN_BOX,
    "menu": _MENU,
    "scroll bar": _SCROLL_BAR,
    "view": _VIEW,
}
_made: dict[tuple[Kind, str, float], str] = {}


class _Unstyled(QObject):
    """Sets the style sheets of controls when they are polished, and of menus when they are opened first.

    Before that Qt would read it again for each new parent, and for nothing where a control stays hidden.
    Menus are polished with the page that they belong to.
    """

    def __init__(self) -> None:
        super().__init__()
        self._kinds: WeakKeyDictionary[QObject, Kind] = WeakKeyDictionary()

    def add(self, control: QWidget, kind: Kind) -> None:
        if isinstance(control, QMenu):
            once = Qt.ConnectionType.SingleShotConnection
            control.aboutToShow.connect(partial(_set_now, control, kind), once)
        else:
            self._kinds[control] = kind
            control.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Polish and isinstance(watched, QWidget):
            watched.removeEventFilter(self)
            _set_now(watched, self._kinds.pop(watched))
        return False


@cache
def _unstyled() -> _Unstyled:
    # Not at the import, which may be in another thread: there it could not watch.
    return _Unstyled()


def set_style(control: QWidget, kind: Kind) -> None:
    """Gives a control the style sheet of its kind, for as long as it lives."""
    if control.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        _set_now(control, kind)
    else:
        _unstyled().add(control, kind)


def _set_now(control: QWidget, kind: Kind) -> None:
    def restyle(control: QWidget) -> None:
        control.setStyleSheet(_sheet(kind))

    restyle(control)
    theme.on_change(control, restyle)


def _sheet(kind: Kind) -> str:
    tokens = theme.current_tokens()
    key = (kind, tokens.name, theme.text_scale())
    if key not in _made:
        control = theme.scaled(16) + 16
        _made[key] = _SHEETS[kind].format(
            t=tokens, control=control, control_in_ring=control - 2, arrow=theme.scaled(16) + 12
        )
    return _made[key]
