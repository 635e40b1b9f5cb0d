"""Dialogs: their frame, a confirmation, and the crash report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.i18n.texts import _
from ui.theme import theme
from ui.theme.stylesheet import set_style
from ui.widgets.buttons.buttons import Button, IconButton, PrimaryButton
from ui.widgets.buttons.painted_button import PaintedButton
from ui.widgets.keyboard_focus import takes_tab_key
from ui.widgets.layout.boxes import column, fill, row, wrapping
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.overlays.floating_card import FloatingCard
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QShowEvent

_WIDTH = 600
_MARGIN = 24
_PAGE_KEYS = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class _Content(QWidget):
    """What is scrolled: as high as its lines are at its width."""

    def minimumSizeHint(self) -> QSize:
        """Qt adds up a callout as if it were narrow, which would then get the lines that it does not need."""
        hint, layout = super().minimumSizeHint(), self.layout()
        has_lines = layout is not None and layout.hasHeightForWidth()
        return QSize(hint.width(), 0) if has_lines else hint


class _Scroller(ScrollArea):
    """The body, in its full height where it fits."""

    def __init__(self, content: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._content = content
        self.setWidget(content)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def minimumSizeHint(self) -> QSize:
        """Qt's own minimum would squeeze the footer."""
        return QSize(0, 24)

    def content_height(self, width: int) -> int:
        content, layout = self._content, self._content.layout()
        if layout is not None and layout.hasHeightForWidth():
            return layout.totalHeightForWidth(width)
        return content.sizeHint().height()


class SheetDialog(FloatingCard):
    """A modal dialog: title, a body that scrolls when it must, and a footer of buttons.

    What doesn't answer it is `aside` in the footer, above the buttons where it does not fit.

    Open it with `open()` and listen to `finished`; Esc closes it, and it is deleted then. Its accessible
    name is the title.

    Args:
        width: In pixels at a text scale of 1.
    """

    def __init__(self, title: str, parent: QWidget | None = None, *, width: int = _WIDTH) -> None:
        super().__init__(title, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._base_width = width
        self._content = content = _Content()
        self.body = column(spacing=14, margins=(_MARGIN, 4, _MARGIN, 4), on=content)
        self._scroller = _Scroller(content, self)
        content.installEventFilter(self)
        self.aside, self.footer = row(), row(spacing=10)
        self._foot = wrapping(self.aside, (self.footer, 1), spacing=10, centered=True)
        self._foot.setContentsMargins(_MARGIN, 12, _MARGIN, 22)
        self._close = IconButton("x", _("Close"), parent=self)
        self._close.clicked.connect(self.reject)
        heading = Label(title, "title", elide="right", parent=self)
        self._head = row((heading, 1), self._close, margins=(_MARGIN, 18, _MARGIN - 8, 8))
        column(self._head, (self._scroller, 1), self._foot, spacing=0, on=self)
        theme.follow(self._on_theme_changed)

    def cancel_button(self) -> Button:
        cancel = Button(_("Cancel"))
        cancel.clicked.connect(self.reject)
        return cancel

    def preferred_size(self, available: QSize) -> QSize:
        width = min(theme.scaled(self._base_width), available.width())
        chrome = self._head.sizeHint().height() + self._foot.heightForWidth(width)
        return QSize(width, min(chrome + self._scroller.content_height(width), available.height()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.focusWidget() is None or self.focusWidget() is self._close:
            self._focus_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scrolls the body by pages wherever the focus is: the body may have no control that takes it."""
        if event.key() in _PAGE_KEYS:
            self._scroller.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.fit()
        return super().eventFilter(watched, event)

    def _focus_first(self) -> None:
        """Focuses the first control of the body, or the first button below it, not the close button."""
        rows = (self.aside, self.footer)
        below = [
            child for child in self.findChildren(QWidget) if any(row.indexOf(child) >= 0 for row in rows)
        ]
        for child in (*self._content.findChildren(QWidget), *below):
            is_harmless = not (isinstance(child, PaintedButton) and child.is_destructive)
            if is_harmless and takes_tab_key(child) and child.isVisibleTo(self) and child.isEnabled():
                child.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _on_theme_changed(self) -> None:
        # When what is in it has its new size too.
        QTimer.singleShot(0, self, self._fit_again)

    def _fit_again(self) -> None:
        if self.isVisible():
            self.fit()
        self.update()


class ConfirmDialog(SheetDialog):
    """`accepted` means that the user agreed."""

    def __init__(
        self, title: str, text: str, action: str, parent: QWidget | None, *, is_harmless: bool = False
    ) -> None:
        """`action` is the text of the button that agrees, which is red unless that is harmless."""
        super().__init__(title, parent=parent, width=460)
        cancel, proceed = self.cancel_button(), Button(action, tone="" if is_harmless else "danger")
        cancel.setDefault(True)
        proceed.clicked.connect(self.accept)
        self.text = Label(text, wrap=True, limit=600)
        self.body.addWidget(self.text)
        fill(self.footer, None, cancel, proceed)


class CrashDialog(SheetDialog):
    def __init__(self, parent: QWidget, *, title: str, text: str, details: str) -> None:
        super().__init__(title, parent=parent)
        report = QPlainTextEdit(details)
        set_style(report, "text")
        report.setReadOnly(True)
        report.setTabChangesFocus(True)
        report.setAccessibleName(_("Report"))
        report.setMinimumHeight(160)
        close = PrimaryButton(_("Continue"))
        close.clicked.connect(self.accept)
        fill(self.body, Label(text, wrap=True, limit=600), report)
        fill(self.footer, None, close)
