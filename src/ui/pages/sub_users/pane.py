"""What surrounds the table of sub-users: the toolbar, and the card that shows why there are no rows."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.i18n.texts import _
from app.untrusted_text import sanitized
from ui.pages.page import show_unloaded
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.combo_box import ComboBox
from ui.widgets.inputs.field import inline_field
from ui.widgets.inputs.lock import Lock
from ui.widgets.inputs.search_field import SearchField
from ui.widgets.keyboard_focus import focus_moved_on
from ui.widgets.layout.boxes import column, fill, flow, framed, row, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.layout.empty_state import EmptyState, Skeleton
from ui.widgets.tables.multi_select_table import SelectAllBox
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import tooltip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.errors import AppError
    from ui.widgets.tables.multi_select_table import MultiSelectTable

_SKELETON_ROWS = 6
_SKELETON_WIDTHS = (16, 130, 110, 160)
_PICKER = 130
_FILTER = 120


class SubUsersToolbar(QWidget):
    """Subscription, filter, count, and the buttons to add, import and export."""

    subscription_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.picker = ComboBox()
        self.picker.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.picker.currentIndexChanged.connect(self._on_index_changed)
        self.search = SearchField(_("Filter sub-users"))
        self.count = Label("", "secondary")
        self.import_csv = Button(_("Import CSV"), "upload")
        self.export = Button(_("Export"), "download")
        self.export.setEnabled(False)
        self.add = PrimaryButton(_("Add sub-user"), "user-plus")
        self._lock = Lock(self.import_csv, self.add)
        self._lay_out()
        follow(self._fit)

    def show_subscriptions(self, subscriptions: Sequence[tuple[str, str]], chosen: str) -> None:
        """Shows the subscriptions as (id, text), and which one is chosen."""
        with QSignalBlocker(self.picker):
            self.picker.clear()
            for key, text in subscriptions:
                self.picker.addItem(sanitized(text, 80), key)
            self.picker.setCurrentIndex(self.picker.findData(chosen))

    def set_locked(self, reason: str, *, picker: bool) -> None:
        """Disables changes with a reason, '' enables them; `picker` locks the subscription, too."""
        self._lock.close(reason)
        self.picker.setEnabled(not picker)
        self.picker.setToolTip(tooltip(reason) if picker else "")

    def _lay_out(self) -> None:
        picker = inline_field(_("Subscription"), self.picker)
        left = row((picker, 3), (self.search, 2), spacing=10)
        right = flow(self.count, self.import_csv, self.export, self.add, spacing=10)
        self.setLayout(wrapping((left, 1), right, spacing=10))
        self.picker.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _fit(self) -> None:
        self.picker.setMinimumWidth(scaled(_PICKER))
        self.search.setMinimumWidth(scaled(_FILTER))

    def _on_index_changed(self, index: int) -> None:
        if index >= 0:
            self.subscription_chosen.emit(self.picker.itemData(index))


class SubUsersPane(Card):
    """The card with the table, or with the reason why it is empty or not loaded."""

    def __init__(self, table: MultiSelectTable) -> None:
        super().__init__(padding=1)
        self._table = table
        self.empty = EmptyState(
            "users",
            _("No sub-users yet"),
            _("A sub-user has its own username and password, and a traffic cap if you set one."),
            action=_("Add sub-user"),
            action_icon="user-plus",
        )
        self._nothing = EmptyState("search", _("Nothing found"), _("No sub-user matches this filter."))
        self.unloaded = EmptyState("wifi-off", "", "")
        self._pages: list[QWidget] = [table, self.empty, self._nothing, self.unloaded]
        fill(self.body, *self._pages)
        self._show(table)
        self.select_all = SelectAllBox(table, self)
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """As high as the head of the table and a row; it takes what is left of the page."""
        hint, table = super().sizeHint(), self._table
        if not table.isHidden():
            around = hint.height() - table.sizeHint().height()
            head, bar = table.horizontalHeader().sizeHint(), table.horizontalScrollBar().sizeHint()
            hint.setHeight(around + head.height() + table.row_height() + bar.height())
        return hint

    @cached_property
    def _loading(self) -> QWidget:
        rows = [
            row(*(Skeleton(width, 16) for width in _SKELETON_WIDTHS), None, spacing=40)
            for _row in range(_SKELETON_ROWS)
        ]
        loading = framed(column(*rows, None, spacing=28, margins=(16, 54, 16, 16)))
        self._pages.append(loading)
        self.body.addWidget(loading)
        return loading

    def _show(self, shown: QWidget) -> None:
        """Shows one page, and hands it the keyboard of the one before.

        A stack would stay as high as the highest of all that it has.
        """
        goal = shown.button if isinstance(shown, EmptyState) else shown
        with focus_moved_on(self, (goal,)):
            for page in self._pages:
                page.setVisible(page is shown)

    def show_loading(self) -> None:
        self._show(self._loading)

    def show_error(self, error: AppError) -> None:
        show_unloaded(self.unloaded, error)
        self._show(self.unloaded)

    def show_rows(self, *, loaded: int, shown: int, unreadable: str = "") -> None:
        """Shows the table, or why it is empty: sub-users that are loaded, and that pass the filter."""
        if shown:
            self._show(self._table)
        elif unreadable and not loaded:
            self.unloaded.show_empty("triangle-alert", _("None could be read"), unreadable)
            self._show(self.unloaded)
        else:
            self._show(self._nothing if loaded else self.empty)
