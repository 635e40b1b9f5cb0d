"""'Buy a plan when it is credited': what to order from the balance, in the dialog 'New top-up'."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.i18n.texts import _
from app.rules.topups.entries import MAX_QUANTITY, MAX_TEXT, check_purchase
from app.untrusted_text import sanitized
from ui.theme import theme
from ui.widgets.buttons.buttons import IconButton, LinkButton
from ui.widgets.inputs.check_box import Switch, text_inset
from ui.widgets.inputs.combo_box import ComboBox, SpinBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.boxes import column, fill, framed, row, set_margins, wrapping
from ui.widgets.layout.cards import Card
from ui.widgets.layout.scroll_area import reveal
from ui.widgets.screen_reader import announce
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.models.topup_requests import PurchaseDraft


_MAX_OPTIONS = 20


class PurchaseForm(Card):
    """A switch, off at first, and the fields of an order."""

    def __init__(self) -> None:
        super().__init__(padding=14)
        self.switch = Switch(_("Buy a plan when it is credited"))
        self._hint = Label(
            _("The plan is paid from your balance as soon as the top-up is credited"), "secondary", wrap=True
        )
        self.switch.setAccessibleDescription(self._hint.shown_text())
        self.switch.switched.connect(self._on_switched)
        self.plan = ComboBox(editable=True)
        self.plan.setInsertPolicy(ComboBox.InsertPolicy.NoInsert)
        # Qt would complete 'plan-1' to 'plan-10', and order that.
        self.plan.setCompleter(None)  # type: ignore[arg-type] # the stubs know no None
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
        self._options_error = Label("", "secondary", wrap=True, tone="danger")
        self._lay_out()

    def show_plan_ids(self, plan_ids: Sequence[str]) -> None:
        """Offers plans to choose from; what was typed stays."""
        typed = self.plan.currentText()
        self.plan.clear()
        self.plan.addItems([plan_id for plan_id in plan_ids if plan_id == sanitized(plan_id)])
        self.plan.setEditText(typed)

    def show_plan(self, plan_id: str) -> None:
        self.switch.setChecked(True)
        self.plan.setEditText(plan_id)

    def show_purchase(self, purchase: PurchaseDraft) -> None:
        """Fills in what another top-up was to buy."""
        self.show_plan(purchase.plan_id)
        self.quantity.setValue(purchase.quantity)
        self.promo.setText(purchase.promo_code or "")
        if purchase.options:
            self.options.show_rows(purchase.options)
            self.more.setChecked(True)

    def draft(self) -> PurchaseDraft | None:
        """Returns the order, None for none; raises an `InvalidInputError`."""
        if not self.switch.isChecked():
            return None
        return check_purchase(
            self.plan.currentText(), self.quantity.text(), self.promo.text(), self.options.rows()
        )

    def show_field_error(self, field: str, text: str) -> None:
        """`field` is `purchase.` and the interface's name of the field."""
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
        reveal(self._options_error)
        if field.startswith("purchase.options"):
            self.more.setChecked(True)
            self.options.show_wrong(text)
        else:
            announce(self._options_error, text)

    def clear_errors(self) -> None:
        for field in (self._plan_field, self._quantity_field, self._promo_field):
            field.clear_error()
        self._options_error.hide()
        self.options.clear_wrong()

    def _lay_out(self) -> None:
        fields = wrapping(
            (self._plan_field, 5), (self._quantity_field, 2), (self._promo_field, 3), spacing=10
        )
        self._hint_row = row(self._hint)
        theme.follow(self._restyle)
        more = (self.more, Qt.AlignmentFlag.AlignLeft)
        self._fields = framed(column(fields, more, self.options, self._options_error, spacing=8))
        fill(self.body, column(self.switch, self._hint_row, spacing=0), self._fields, spacing=12)
        self._fields.hide()
        self.switch.toggled.connect(self._fields.setVisible)
        self.options.hide()
        self._options_error.hide()

    def _restyle(self) -> None:
        set_margins(self._hint_row, text_inset(), 0, 0, 0)

    def _on_switched(self, on: bool) -> None:  # noqa: FBT001 (a signal's slot)
        if on:
            self.plan.setFocus()
            reveal(self)

    def _on_more_toggled(self, on: bool) -> None:  # noqa: FBT001 (a signal's slot)
        self.more.show_icon("chevron-down" if on else "chevron-right")
        self.options.setVisible(on)
        if on:
            self.options.focus_first()
            reveal(self.options)


class _OptionRow(QWidget):
    def __init__(self, number: int) -> None:
        super().__init__()
        self.key = LineEdit(_("key"))
        self.value = LineEdit(_("value"))
        for edit, name in ((self.key, _("Option {n}, key")), (self.value, _("Option {n}, value"))):
            edit.setAccessibleName(name.format(n=number))
            edit.setMaxLength(MAX_TEXT)
        self.remove = IconButton("x", _("Remove option {n}").format(n=number))
        row((self.key, 1), (self.value, 1), self.remove, spacing=8, on=self)


class OptionRows(QWidget):
    """Keys and values in rows; begins with one empty row, and empty rows are ignored."""

    def __init__(self) -> None:
        super().__init__()
        self._made = 0
        self._rows: list[_OptionRow] = []
        self.add = LinkButton(_("Add an option"), "plus")
        self.add.clicked.connect(self._on_add_clicked)
        self._column = column(self.add, spacing=6, on=self)
        self._add_row()

    def rows(self) -> tuple[tuple[str, str], ...]:
        return tuple((option.key.text(), option.value.text()) for option in self._rows)

    def show_rows(self, options: Mapping[str, str]) -> None:
        """Fills in these, as many as there may be."""
        for number, (key, value) in enumerate(list(options.items())[:_MAX_OPTIONS]):
            option = self._rows[number] if number < len(self._rows) else self._add_row()
            option.key.setText(key)
            option.value.setText(value)

    def focus_first(self) -> None:
        self._rows[0].key.setFocus()

    def show_wrong(self, text: str) -> None:
        """Marks what is wrong, and focuses it, with a text for screen readers."""
        key = self._wrong_row().key
        key.show_wrong(text)
        key.setFocus()

    def clear_wrong(self) -> None:
        for option in self._rows:
            option.key.show_wrong("")

    def _wrong_row(self) -> _OptionRow:
        """Returns the first row without a key, or with that of another one; else the first row."""
        keys: set[str] = set()
        for option in self._rows:
            key, value = option.key.text().strip(), option.value.text().strip()
            if key in keys or (value and not key):
                return option
            keys |= {key} - {""}
        return self._rows[0]

    def _add_row(self) -> _OptionRow:
        self._made += 1
        option = _OptionRow(self._made)
        option.remove.clicked.connect(lambda: self._remove(option))
        option.key.textEdited.connect(lambda _text: option.key.show_wrong(""))
        self._column.insertWidget(len(self._rows), option)
        self._rows.append(option)
        # Above 'Add an option', which was there before, and before what follows the rows.
        before = [one.remove for one in self._rows[-2:-1]]
        for first, second in pairwise((*before, option.key, option.value, option.remove, self.add)):
            QWidget.setTabOrder(first, second)
        self.add.setEnabled(len(self._rows) < _MAX_OPTIONS)
        return option

    def _remove(self, option: _OptionRow) -> None:
        if len(self._rows) == 1:
            option.key.clear()
            option.value.clear()
            return
        index = self._rows.index(option)
        self._rows.remove(option)
        # The one that takes its place, or the last one.
        self._rows[min(index, len(self._rows) - 1)].key.setFocus()
        option.hide()
        option.deleteLater()
        self.add.setEnabled(True)

    def _on_add_clicked(self) -> None:
        self._add_row().key.setFocus()
