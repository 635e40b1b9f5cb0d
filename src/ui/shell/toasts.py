"""Toasts in the window's corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollArea, QStackedWidget, QWidget
from shiboken6 import isValid

from app.i18n.texts import _
from app.present.notifications import present_notification
from ui.pages.page import Page
from ui.theme.theme import follow, scaled
from ui.widgets.layout.banner import Banner
from ui.widgets.overlays.floating_card import raise_below_cards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from app.models.notifications import Notification
    from ui.shell.window import MainWindow
    from ui.widgets.layout.banner import BannerKind

STAYS_MS: Final = 10_000
_WIDTH: Final = 420
_DISTANCE: Final = 16
_GAP: Final = 8
_KINDS: Final[dict[str, BannerKind]] = {"danger": "danger", "warning": "warning"}
_MOVES: Final = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


class Toasts(QObject):
    """One toast at a time over the window's lower corner, beside a list.

    Signals:
        notification_chosen(str, object): Of the pressed toast: the account's id, and the `Notification`.
    """

    notification_chosen = Signal(str, object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._shown: tuple[str, Notification] | None = None
        self._padded: list[QWidget] = []
        self.banner = Banner(window)
        self.banner.acted.connect(self._on_acted)
        self._end = QTimer(self, singleShot=True, interval=STAYS_MS)
        self._end.timeout.connect(self.banner.hide_banner)
        self.banner.installEventFilter(self)
        window.installEventFilter(self)
        window.page_changed.connect(self._reposition)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)
        follow(self._on_theme_changed)

    def show_notification(self, account_id: str, name: str, notification: Notification) -> None:
        view = present_notification(notification)
        self._shown = (account_id, notification)
        text = _("{account}: {text}").format(account=name, text=view.text)
        kind = _KINDS.get(view.tone, "info")
        self.banner.show_banner(kind, text, icon=view.icon, action=_("Show"), dismissible=True)
        self._reposition()
        self._end.start()

    def hide_unless_of(self, account_ids: Collection[str]) -> None:
        """Hides the toast of an account that is not among these any more."""
        if self._shown is not None and self._shown[0] not in account_ids:
            self.banner.hide_banner()

    def _on_acted(self) -> None:
        self.banner.hide_banner()
        if self._shown is not None:
            self.notification_chosen.emit(*self._shown)

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        """Stores which widget had the focus before the toast; it gets the focus back."""
        if old is None or new is None or not self.banner.isAncestorOf(new):
            return
        if not self.banner.isAncestorOf(old):
            self.banner.successors = (old,)

    def _on_theme_changed(self) -> None:
        # When the sentence has its new font too.
        QTimer.singleShot(0, self, self._reposition)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keeps the toast in its corner, above the page's footer."""
        if watched is self.banner:
            if event.type() == QEvent.Type.Hide:
                self._reserve(QRect())
        elif event.type() in _MOVES:
            self._reposition()
        return super().eventFilter(watched, event)

    def _reposition(self) -> None:
        if self.banner.isHidden():
            return
        free = self._free()
        width = min(scaled(_WIDTH), free.width())
        # The sentence takes the lines that it needs at this width.
        self.banner.setFixedWidth(width)
        self.banner.ensurePolished()
        layout = self.banner.layout()
        if layout is not None:
            layout.activate()
        height = self.banner.heightForWidth(width)
        self.banner.setFixedHeight(height)
        is_mirrored = self._window.isRightToLeft()
        left = free.right() + 1 - width if is_mirrored else free.left()
        # At the end of the page: the buttons that are pressed next are at the top and on the other side.
        self.banner.move(left, self._bottom() - _GAP - height)
        raise_below_cards(self.banner, self._window)
        self._reserve(self.banner.geometry())

    def _reserve(self, toast: QRect) -> None:
        """Adds margins so that the end of lists and pages can be scrolled above the toast; nothing moves.

        Lists end above the toast. Pages continue below it, so that their buttons beside it stay visible.

        Args:
            toast: Its rect in the window; an empty one restores the height of the lists.
        """
        margins = {}
        for view in self._scrolling_views():
            rect = QRect(view.mapTo(self._window, QPoint()), view.size())
            padded = view.widget() if isinstance(view, QScrollArea) else view.parentWidget()
            if isinstance(padded, QStackedWidget):
                rect.setBottom(padded.mapTo(self._window, padded.rect().bottomLeft()).y())
            if padded is not None and rect.intersects(toast):
                margins[padded] = rect.bottom() + 1 - toast.top() + _GAP
        for part in (*self._padded, *margins):
            if isValid(part):
                part.setContentsMargins(0, 0, 0, margins.get(part, 0))
        self._padded = list(margins)

    def _scrolling_views(self) -> Iterator[QAbstractScrollArea]:
        """Yields the page's lists in stacks and its outermost scroll areas."""
        page = self._window.shown_page()
        for view in page.findChildren(QAbstractScrollArea) if page is not None else ():
            at: QWidget | None = view.parentWidget()
            is_padded = isinstance(at, QStackedWidget) or isinstance(view, QScrollArea)
            while at is not None and at is not page and not isinstance(at, QAbstractScrollArea):
                at = at.parentWidget()
            if at is page and is_padded and view.isVisible():
                yield view

    def _free(self) -> QRect:
        """Returns the rect for the toast: beside the page's list, if it is in a column of its own."""
        rect = self._window.rect()
        page = self._window.shown_page()
        column = page.first_column if isinstance(page, Page) else None
        if column is not None and column.isVisible() and column.width() < rect.width() // 2:
            listed = QRect(column.mapTo(self._window, QPoint()), column.size())
            if self._window.isRightToLeft():
                rect.setRight(listed.left() - 1)
            else:
                rect.setLeft(listed.right() + 1)
        return rect.adjusted(_DISTANCE, 0, -_DISTANCE, 0)

    def _bottom(self) -> int:
        """Returns the y position below the toast: the top of the page's footer, or else of the status bar."""
        page = self._window.shown_page()
        tops = [self._window.height() - self._window.status_bar.height()]
        for footer in page.footers if isinstance(page, Page) else ():
            # It moves when the page's own rows come and go.
            footer.installEventFilter(self)
            if footer.isVisible():
                tops.append(footer.mapTo(self._window, QPoint()).y())
        return min(tops)
