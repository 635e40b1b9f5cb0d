"""'Buy a plan when it is credited': what to order from the balance, in the dialog 'New top-up'."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.i18n.texts import _
from app.rules.topups.purchases import MAX_QUANTITY, MAX_TEXT, check_purchase
from ui.theme import theme
from ui.widgets.buttons.buttons import IconButton, LinkButton
from ui.widgets.inputs.check_box import Switch, text_inset
from ui.widgets.inputs.combo_box import ComboBox, SpinBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.cards import Card
from ui.widgets.layout.flow_layout import WrappingRow
from ui.widgets.text.label import Label
from ui.widgets.text.untrusted_text import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.topups import PurchaseDraft


class PurchaseForm(Card):
    """Switched off at first: then nothing is bought."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=14, parent=parent)
        self.switch = Switch(_("Buy a plan when it is credited"))
        self._hint = Label(
            _("The plan is paid from your balance as soon as the top-up is credited"), "secondary", wrap=True
        )
        self.switch.setAccessibleDescription(self._hint.shown_text())
        self.switch.toggled.connect(self._on_toggled)
        self.plan = ComboBox(editable=True)
        self.plan.setInsertPolicy(ComboBox.InsertPolicy.NoInsert)
        self.quantity = SpinBox(1, MAX_QUANTITY)
        self.promo = LineEdit(_("optional"))
        self.promo.setMaxLength(MAX_TEXT)
        self._plan_field = Field(_("Plan ID"), self.plan)
        self._quantity_field = Field(_("Quantity"), self.quantity)
        self._promo_field = Field(_("Promo code"), self.promo)
        self.plan.editTextChanged.connect(self._plan_field.clear_error)
        self.promo.textEdited.connect(self._promo_field.clear_error)
        self.more = LinkButton(_("Options"), "chevron-right")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._on_more_toggled)
        self.options = OptionRows()
        self._options_error = Label("", "secondary", wrap=True)
        self._options_error.set_tone("danger")
        self._lay_out()

    def show_plan_ids(self, plan_ids: Sequence[str]) -> None:
        """Offers plans to choose from; what was typed stays."""
        typed = self.plan.currentText()
        self.plan.clear()
        self.plan.addItems([plan_id for plan_id in plan_ids if plan_id == plain(plan_id)])
        self.plan.setEditText(typed)

    def show_plan(self, plan_id: str) -> None:
        """Switches the purchase on, with this plan."""
        self.switch.setChecked(True)
        self.plan.setEditText(plan_id)

    def draft(self) -> PurchaseDraft | None:
        """Returns what to buy; None for nothing.

        Raises:
            InvalidInputError: What was entered is not valid.
        """
        if not self.switch.isChecked():
            return None
        return check_purchase(
            self.plan.currentText(), self.quantity.text(), self.promo.text(), self.options.rows()
        )

    def show_field_error(self, field: str, text: str) -> None:
        """Shows a field error.

        Args:
            field: `purchase.` and the interface's name of it.
            text: Our words.
        """
        self.switch.setChecked(True)
        fields = {
            "purchase.planId": self._plan_field,
            "purchase.quantity": self._quantity_field,
            "purchase.promoCode": self._promo_field,
        }
        if field in fields:
            fields[field].show_error(text)
            fields[field].control.setFocus()
            return
        self._options_error.setText(text)
        self._options_error.show()
        if field.startswith("purchase.options"):
            self.more.setChecked(True)
            self.options.focus_first()

    def clear_errors(self) -> None:
        """Takes back what was wrong."""
        for field in (self._plan_field, self._quantity_field, self._promo_field):
            field.clear_error()
        self._options_error.hide()

    def _lay_out(self) -> None:
        row = WrappingRow(10)
        for field, stretch in ((self._plan_field, 5), (self._quantity_field, 2), (self._promo_field, 3)):
            row.add(field, stretch)
        self._hint_row = QHBoxLayout()
        self._hint_row.addWidget(self._hint)
        theme.follow(self._restyle)
        self._fields = QWidget()
        column = QVBoxLayout(self._fields)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.options)
        column.addWidget(self._options_error)
        self.body.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.switch)
        words.addLayout(self._hint_row)
        self.body.addLayout(words)
        self.body.addWidget(self._fields)
        self._fields.hide()
        self.options.hide()
        self._options_error.hide()

    def _restyle(self) -> None:
        self._hint_row.setContentsMargins(text_inset(), 0, 0, 0)

    def _on_toggled(self, on: bool) -> None:  # noqa: FBT001 (a signal's slot)
        self._fields.setVisible(on)
        if on:
            self.plan.setFocus()

    def _on_more_toggled(self, on: bool) -> None:  # noqa: FBT001 (a signal's slot)
        self.more.show_icon("chevron-down" if on else "chevron-right")
        self.options.setVisible(on)
        if on:
            self.options.focus_first()


_MAX = 20


class _Row(QWidget):
    """One option."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.key = LineEdit(_("key"))
        self.value = LineEdit(_("value"))
        for edit, name in ((self.key, _("Option {n}, key")), (self.value, _("Option {n}, value"))):
            edit.setAccessibleName(name.format(n=number))
            edit.setMaxLength(MAX_TEXT)
        self.remove = IconButton("x", _("Remove option {n}").format(n=number))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.key, 1)
        row.addWidget(self.value, 1)
        row.addWidget(self.remove)


class OptionRows(QWidget):
    """Begins with one empty row; empty rows mean nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._made = 0
        self._rows: list[_Row] = []
        self.add = LinkButton(_("Add an option"), "plus")
        self.add.clicked.connect(self._on_add_clicked)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addWidget(self.add)
        self._add_row()

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Returns keys and values as they were typed."""
        return tuple((row.key.text(), row.value.text()) for row in self._rows)

    def focus_first(self) -> None:
        """Puts the cursor into the first key."""
        self._rows[0].key.setFocus()

    def _add_row(self) -> _Row:
        self._made += 1
        row = _Row(self._made)
        row.remove.clicked.connect(lambda: self._remove(row))
        self._column.insertWidget(len(self._rows), row)
        self._rows.append(row)
        self.add.setEnabled(len(self._rows) < _MAX)
        return row

    def _remove(self, row: _Row) -> None:
        if len(self._rows) == 1:
            row.key.clear()
            row.value.clear()
            return
        self._rows.remove(row)
        row.hide()
        row.deleteLater()
        self.add.setEnabled(True)
        self.focus_first()

    def _on_add_clicked(self) -> None:
        self._add_row().key.setFocus()
