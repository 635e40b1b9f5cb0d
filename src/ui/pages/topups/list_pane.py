"""The list of top-ups: search, chips, rows, further pages when the end comes in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QListView, QStackedWidget, QVBoxLayout, QWidget

from app.texts import _
from ui.pages.topups.list_footer import ListFooter
from ui.pages.topups.pending_rows import PendingRows
from ui.pages.topups.row_delegate import TopUpRowDelegate
from ui.widgets.buttons import PrimaryButton
from ui.widgets.chips import ChipGroup
from ui.widgets.empty_state import EmptyState
from ui.widgets.search_field import SearchField
from ui.widgets.skeleton import Skeleton

if TYPE_CHECKING:
    from PySide6.QtCore import QItemSelection

    from ui.pages.topups.list_model import TopUpListModel

ALL, OPEN = "all", "open"
PANE_WIDTH = 371
_NEAR_END = 10


class TopUpListPane(QWidget):
    """Shows the top-ups that the page has loaded.

    Signals:
        new_wanted(): 'New top-up' was pressed.
        chip_chosen(str): `all`, `open`, or a status.
        topup_chosen(str): The id of the row that was selected by a person.
        end_came_near(): More rows may be loaded.
    """

    new_wanted = Signal()
    chip_chosen = Signal(str)
    topup_chosen = Signal(str)
    end_came_near = Signal()

    def __init__(self, model: TopUpListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._selecting = False
        self.search = SearchField(_("Search top-ups"), _("Search top-ups"))
        self.search.textChanged.connect(self._on_search_changed)
        self.new_button = PrimaryButton(_("New top-up"), "plus")
        self.new_button.clicked.connect(self.new_wanted)
        self.chips = ChipGroup(
            _("Show"),
            [
                (ALL, _("All")),
                (OPEN, _("Open")),
                ("credited", _("Credited")),
                ("rejected", _("Rejected")),
                ("expired", _("Expired")),
            ],
        )
        self.chips.chosen.connect(self.chip_chosen)
        self.pending = PendingRows()
        self.footer = ListFooter()
        self.view = self._build_view()
        model.found_more.connect(self.show_list)
        self._nothing = EmptyState("search", _("Nothing found"), "")
        self._loading = self._build_skeleton()
        self._stack = QStackedWidget()
        for widget in (self.view, self._nothing, self._loading):
            self._stack.addWidget(widget)
        self._lay_out()

    def show_counts(self, counts: dict[str, int]) -> None:
        """Shows totals on the chips."""
        self.chips.show_counts(counts)

    def show_loading(self) -> None:
        """Shows grey rows in the place of those to come."""
        self._stack.setCurrentWidget(self._loading)

    def show_list(self) -> None:
        """Shows the rows, or says that there are none to show."""
        if self._model.rowCount() == 0:
            searching = bool(self.search.text().strip())
            title = _("Nothing found") if searching else _("None here")
            text = (
                _("No loaded top-up holds these words.")
                if searching
                else _("There are no top-ups of this kind.")
            )
            self._nothing.show_empty("search" if searching else "wallet", title, text)
            self._stack.setCurrentWidget(self._nothing)
        else:
            self._stack.setCurrentWidget(self.view)

    def select(self, topup_id: str) -> None:
        """Selects a row without telling, and brings it into view."""
        index = self._model.index_of(topup_id)
        self._selecting = True
        if not index.isValid():
            self.view.clearSelection()
        elif not self.view.selectionModel().isSelected(index):
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        self._selecting = False

    def _build_view(self) -> QListView:
        view = QListView()
        view.setAccessibleName(_("Top-ups"))
        view.setModel(self._model)
        view.setItemDelegate(TopUpRowDelegate(view))
        view.setFrameShape(QListView.Shape.NoFrame)
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.viewport().setAutoFillBackground(False)
        view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        # In a small window the selected row opens again, by a click as by Enter.
        view.clicked.connect(self._on_row_activated)
        view.activated.connect(self._on_row_activated)
        view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        return view

    def _build_skeleton(self) -> QWidget:
        widget = QWidget()
        layout = QVBoxLayout(widget)
        layout.setContentsMargins(18, 10, 18, 0)
        layout.setSpacing(22)
        for _row in range(6):
            line = QHBoxLayout()
            line.setSpacing(12)
            words = QVBoxLayout()
            words.addWidget(Skeleton(90, 12))
            words.addWidget(Skeleton(150, 10))
            line.addWidget(Skeleton(34, 34))
            line.addLayout(words)
            line.addStretch()
            layout.addLayout(line)
        layout.addStretch()
        return widget

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.search, 1)
        top.addWidget(self.new_button)
        head = QVBoxLayout()
        # The chips, counts included, have to stay in one line.
        chips = QHBoxLayout()
        chips.setContentsMargins(16, 0, 4, 0)
        chips.addWidget(self.chips)
        top.setContentsMargins(16, 0, 16, 0)
        head.setContentsMargins(0, 14, 0, 8)
        head.setSpacing(10)
        head.addLayout(top)
        head.addLayout(chips)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.pending)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.footer)

    def _on_search_changed(self, text: str) -> None:
        self._model.filter_by(text)
        self.show_list()

    def _on_selection_changed(self, selected: QItemSelection) -> None:
        indexes = selected.indexes()
        if indexes and not self._selecting:
            self.topup_chosen.emit(self._model.id_at(indexes[0]))

    def _on_row_activated(self, index: QModelIndex) -> None:
        self.topup_chosen.emit(self._model.id_at(index))

    def _on_scrolled(self, value: int) -> None:
        bar = self.view.verticalScrollBar()
        row_height = max(1, self.view.sizeHintForRow(0))
        if bar.maximum() - value < _NEAR_END * row_height:
            self.end_came_near.emit()


def build_empty() -> EmptyState:
    """Returns what stands in the place of list and detail when an account has no top-up."""
    return EmptyState(
        "wallet",
        _("No top-ups yet"),
        _("Add money to the balance with Bitcoin, Litecoin, Ether, Solana, USDT or USDC."),
        action=_("New top-up"),
        action_icon="plus",
    )
