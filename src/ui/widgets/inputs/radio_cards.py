"""Radio buttons as cards, for coins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QRadioButton,
    QSizePolicy,
    QStyleOptionButton,
    QWidget,
)

from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.inputs.check_box import fill_box
from ui.widgets.painting import Mirror, mixed, paint_box, paint_ring, paint_text
from ui.widgets.text.badge import paint_coin
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

_PADDING = 12
_COIN = 34
_GAP = 10
_SPACING = 8
_MARGIN = 6
_FAINT = 0.65


@dataclass(frozen=True, slots=True)
class RadioOption:
    """One card.

    Attributes:
        coin: Its code, 'BTC', which is drawn after its icon.
        subtitle: 'Bitcoin'.
        detail: '≈ 20 min · 2 conf.'.
        name: The accessible name, 'BTC on Bitcoin'.
    """

    key: str
    coin: str
    subtitle: str
    detail: str
    name: str


class _RadioCard(QRadioButton):
    """A card; its tooltip has the texts where they are cut."""

    def __init__(self, option: RadioOption, parent: QWidget) -> None:
        super().__init__(parent)
        self._option = option
        self._is_ringed = False
        self.setAccessibleName(sanitized(option.name))
        self.setAccessibleDescription(sanitized(option.detail))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def sizeHint(self) -> QSize:
        coin = theme.scaled(_COIN)
        lines = theme.metrics("strong").height() + theme.metrics("secondary").height() + 4
        width = self._text_left() + self._text_width() + 4 + _PADDING
        return QSize(width, max(coin, lines) + 2 * _PADDING)

    def _text_left(self) -> int:
        return _PADDING + theme.scaled(_COIN) + _GAP

    def _text_width(self) -> int:
        strong, quiet = theme.metrics("strong"), theme.metrics("secondary")
        first = strong.horizontalAdvance(sanitized(self._option.coin)) + 4
        first += quiet.horizontalAdvance(sanitized(self._option.subtitle))
        return max(first, quiet.horizontalAdvance(sanitized(self._option.detail)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_cut = self._text_left() + self._text_width() + _MARGIN > self.width()
        self.setToolTip(tooltip(f"{self._option.name} · {self._option.detail}") if is_cut else "")

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.scaled(110), self.sizeHint().height())

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        fill_box(self, option)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setOpacity(1.0 if self.isEnabled() else _FAINT)
        rect = QRectF(self.rect())
        if self.isChecked():
            paint_box(painter, rect, theme.color("accent_tint"), theme.color("accent"), radius=10, width=2)
        else:
            fill = mixed(theme.color("surface"), theme.color("sunken"), 0.6 if self.underMouse() else 0)
            paint_box(painter, rect, fill, theme.color("control_border"), radius=10)
        coin = theme.scaled(_COIN)
        icon_rect = QRectF(_PADDING, (self.height() - coin) / 2, coin, coin)
        paint_coin(painter, Mirror.of_widget(self).map_rect(icon_rect), self._option.coin)
        self._paint_words(painter, float(self._text_left()))
        if self._is_ringed and self.hasFocus():
            paint_ring(painter, rect, radius=10, inset=3)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._is_ringed = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def _paint_words(self, painter: QPainter, left: float) -> None:
        strong, quiet = theme.font("strong"), theme.font("secondary")
        first, second = QFontMetrics(strong).height(), QFontMetrics(quiet).height()
        top = (self.height() - first - second - 3) / 2
        available = self.width() - left - _MARGIN
        title = sanitized(self._option.coin)
        width = QFontMetrics(strong).horizontalAdvance(title) + 1
        mirror, muted = Mirror.of_widget(self), theme.color("muted")
        code = mirror.map_rect(QRectF(left, top, min(width, available), first))
        paint_text(painter, code, title, strong, theme.color("text"), align=mirror.start)
        beside = mirror.map_rect(QRectF(left + width + 3, top, max(0.0, available - width - 3), first))
        paint_text(painter, beside, sanitized(self._option.subtitle), quiet, muted, align=mirror.start)
        below = mirror.map_rect(QRectF(left, top + first + 3, available, second))
        paint_text(painter, below, sanitized(self._option.detail), quiet, muted, align=mirror.start)


class RadioCards(QWidget):
    """Exclusive cards; in three columns, or as many as fit. `chosen` has a card's key."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._cards: dict[str, _RadioCard] = {}
        self._columns = 0
        self._group = QButtonGroup(self)
        self._group.buttonToggled.connect(self._on_group_button_toggled)
        self._is_quiet = False
        self._tab_after: QWidget | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_SPACING)
        theme.follow(self._arrange)

    def show_options(self, options: Sequence[RadioOption]) -> None:
        """The chosen card stays chosen if it is among the options."""
        selected_key = self.selected()
        for card in self._cards.values():
            self._group.removeButton(card)
            card.hide()
            card.deleteLater()
        self._cards = {}
        for option in options:
            card = _RadioCard(option, self)
            self._group.addButton(card)
            self._cards[option.key] = card
        self._columns = 0
        self._arrange()
        if self._tab_after is not None:
            self.tab_after(self._tab_after)
        if selected_key in self._cards:
            self.select(selected_key)

    def tab_after(self, previous: QWidget) -> None:
        """Puts the cards after a control in the tab order, now and whenever they change."""
        self._tab_after = previous
        for card in self._cards.values():
            self.setTabOrder(previous, card)
            previous = card

    def selected(self) -> str | None:
        """Returns the key of the chosen card, None for none."""
        return next((key for key, card in self._cards.items() if card.isChecked()), None)

    def select(self, key: str) -> None:
        """Chooses without a signal."""
        self._is_quiet = True
        self._cards[key].setChecked(True)
        self._is_quiet = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        """Fits two columns of truncated texts."""
        return QSize(theme.scaled(230), super().minimumSizeHint().height())

    def _arrange(self) -> None:
        widest = max((card.sizeHint().width() for card in self._cards.values()), default=1)
        available = (self.width() + _SPACING) // (widest + _SPACING)
        columns = min(3, max(2 if self.width() > theme.scaled(230) else 1, available))
        if columns == self._columns:
            return
        self._columns = columns
        for index, card in enumerate(self._cards.values()):
            self._grid.addWidget(card, index // columns, index % columns)
            card.show()
        for column in range(3):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _on_group_button_toggled(self, card: QRadioButton, checked: bool) -> None:  # noqa: FBT001 - Qt's signal
        if checked and not self._is_quiet:
            self.chosen.emit(next(key for key, shown in self._cards.items() if shown is card))
