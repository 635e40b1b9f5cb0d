"""The style sheet for Qt's own controls, made from the tokens; widgets that paint themselves need none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ui.tokens import Tokens

_SHEET = """
QToolTip {{
  background: {t.text}; color: {t.surface}; border: 0; padding: 4px 8px;
}}
QLineEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox {{
  background: {t.surface}; color: {t.text}; border: 1px solid {t.control_border}; border-radius: 8px;
  padding: 0 10px; min-height: {control}px; placeholder-text-color: {t.muted};
  selection-background-color: {t.accent}; selection-color: {t.on_accent};
}}
QLineEdit {{ lineedit-password-character: 8226; }}
QPlainTextEdit {{ padding: 8px 6px; }}
QLineEdit:hover, QPlainTextEdit:hover, QAbstractSpinBox:hover, QComboBox:hover {{ border-color: {t.muted}; }}
QLineEdit:focus, QPlainTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{
  border: 2px solid {t.accent}; padding: 0 9px; min-height: {control_in_ring}px;
}}
QPlainTextEdit:focus {{ padding: 7px 5px; }}
QPlainTextEdit[bare="true"], QPlainTextEdit[bare="true"]:hover {{
  background: transparent; border: 2px solid transparent; padding: 0;
}}
QPlainTextEdit[bare="true"]:focus {{ border-color: {t.accent}; }}
QLineEdit[invalid="true"], QAbstractSpinBox[invalid="true"], QComboBox[invalid="true"] {{
  border-color: {t.danger};
}}
QLineEdit:disabled, QPlainTextEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{
  background: {t.sunken}; color: {t.muted}; border-color: {t.border};
}}
QPlainTextEdit[bare="true"]:disabled {{ background: transparent; border-color: transparent; }}
QComboBox QLineEdit, QAbstractSpinBox QLineEdit {{
  border: 0; padding: 0; min-height: 0; background: transparent;
}}
QAbstractSpinBox {{ padding: 0; min-height: 0; }}
QAbstractSpinBox:focus {{ padding: 0; min-height: 0; }}
QLineEdit[bare="true"], QLineEdit[bare="true"]:focus, QLineEdit[bare="true"]:hover {{
  border: 0; padding: 0; min-height: 0; background: transparent;
}}
QComboBox::drop-down {{ border: 0; width: {arrow}px; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{
  background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; padding: 4px; outline: 0;
  selection-background-color: {t.accent_tint}; selection-color: {t.text};
}}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
  border: 0; background: transparent; width: {arrow}px; subcontrol-origin: padding;
}}
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow {{ image: none; }}
QMenu {{
  background: {t.surface}; color: {t.text}; border: 1px solid {t.border}; padding: 4px; menu-scrollable: 1;
}}
QMenu::item {{ padding: 6px 24px 6px 10px; border-radius: 6px; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::item:selected {{ background: {t.accent_tint}; color: {t.text}; }}
QMenu::item:disabled {{ color: {t.faint}; }}
QMenu::separator {{ height: 1px; background: {t.border}; margin: 4px 6px; }}
QWidget#header {{ background: {t.surface}; }}
QWidget#strip {{ background: {t.surface}; border-top: 1px dashed {t.control_border}; }}
QFrame#divider {{ background: {t.border}; border: 0; }}
QScrollArea {{ border: 0; background: transparent; }}
QScrollArea:focus {{ border: 2px solid {t.accent}; border-radius: 6px; }}
QScrollArea > QWidget > QWidget#scrolled {{ background: transparent; }}
QScrollArea > QWidget > QWidget#page {{ background: transparent; }}
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
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 0; }}
QScrollBar::handle {{ background: {t.control_border}; border-radius: 3px; }}
QScrollBar::handle:vertical {{ min-height: 32px; margin: 2px 3px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; margin: 3px 2px; }}
QScrollBar::handle:hover {{ background: {t.muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def build_stylesheet(tokens: Tokens, scaled: Callable[[float], int]) -> str:
    """Returns the style sheet of a scheme.

    Args:
        tokens: the colours of the scheme.
        scaled: makes a length grow with the text.
    """
    control = scaled(16) + 16
    return _SHEET.format(t=tokens, control=control, control_in_ring=control - 2, arrow=scaled(16) + 12)
