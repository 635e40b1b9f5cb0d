"""The form for alert thresholds: a row for each, with what is so now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.errors import InvalidInputError
from app.i18n.locales import decimal_sign
from app.i18n.texts import _, ngettext
from app.models.settings import ALERT_DAYS, ALERT_PERCENTS, AlertThresholds
from app.present.notifications import kind_name
from app.rules.sub_users.changes import cap_text, parse_cap
from ui.theme.theme import follow, scaled
from ui.widgets.buttons.buttons import Button, LinkButton
from ui.widgets.inputs.check_box import Switch
from ui.widgets.inputs.combo_box import SpinBox
from ui.widgets.inputs.field import mark_invalid
from ui.widgets.inputs.line_edit import LineEdit
from ui.widgets.layout.boxes import column, flow, framed, row, wrapping
from ui.widgets.layout.cards import Divider
from ui.widgets.text.badge import Badge
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ui.pages.subscriptions.alerts_view import AlertState, AlertsView

_NAME_WIDTH = 180
_FIELDS_WIDTH = 236
_FACTS_WIDTH = 288
_FIELD_WIDTH = 76


class AlertRow(QWidget):
    """A switch with the fields of its thresholds, and the state of the alert."""

    def __init__(self, name: str, fields: Sequence[SpinBox | LineEdit], units: Sequence[Label]) -> None:
        super().__init__()
        self.fields = fields
        self.switch = Switch()
        self.switch.setAccessibleName(name)
        self._name = Label(name, wrap=True)
        self._name.setBuddy(self.switch)
        self._now = Label("", "secondary", wrap=True)
        self._badge = Badge()
        self._quiet = Label("", "secondary")
        self._error = Label("", "secondary", wrap=True, tone="danger")
        self._error.hide()
        self._named = framed(row(self.switch, (self._name, 1), spacing=10))
        pairs = [item for pair in zip(fields, units, strict=True) for item in pair]
        self._fields = framed(row(*pairs, None, spacing=8))
        side = Qt.AlignmentFlag.AlignVCenter
        self._facts = framed(row((self._now, 1), (self._quiet, side), (self._badge, side), spacing=8))
        line = wrapping((self._named, 1), self._fields, (self._facts, 1), centered=True)
        column(line, self._error, spacing=4, margins=(8, 8, 8, 8), on=self)
        follow(self._fit)

    def is_on(self) -> bool:
        return self.switch.isChecked()

    def show_on(self, *, is_on: bool) -> None:
        self.switch.setChecked(is_on)
        for field in self.fields:
            field.setEnabled(is_on)

    def show_state(self, state: AlertState) -> None:
        self._now.setText(state.now)
        self._badge.setVisible(bool(state.kind))
        self._quiet.setVisible(not state.kind)
        if state.kind:
            self._badge.show_badge(state.kind, state.text, "triangle-alert")
        else:
            self._quiet.setText(state.text)
        self.switch.setAccessibleDescription(f"{state.now}, {state.text}" if state.now else state.text)

    def show_error(self, text: str) -> None:
        """Shows what is wrong with the fields; '' for nothing."""
        self._error.show_text(text)
        for field in self.fields:
            mark_invalid(field, invalid=bool(text))
            field.setAccessibleDescription(text)

    def has_error(self) -> bool:
        return not self._error.isHidden()

    def _fit(self) -> None:
        self._named.setMinimumWidth(scaled(_NAME_WIDTH))
        self._fields.setFixedWidth(scaled(_FIELDS_WIDTH))
        self._facts.setMinimumWidth(scaled(_FACTS_WIDTH))
        for field in self.fields:
            field.setFixedWidth(scaled(_FIELD_WIDTH))


class AlertsForm(QWidget):
    """The thresholds of one subscription; what is invalid is shown beside its field.

    Attributes:
        shown: The thresholds that were shown or saved last.

    Signals:
        edited(bool): A threshold was changed; True by a switch, False by typing.
    """

    edited = Signal(bool)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.shown = AlertThresholds()
        percents, days = (ALERT_PERCENTS[0], ALERT_PERCENTS[-1]), (ALERT_DAYS[0], ALERT_DAYS[-1])
        self.first, self.second, self.days = SpinBox(*percents), SpinBox(*percents), SpinBox(*days)
        self.amount = LineEdit()
        self.amount.setMaxLength(20)
        self.first.setAccessibleName(kind_name("traffic_80"))
        self.second.setAccessibleName(kind_name("traffic_95"))
        self.amount.setAccessibleName(_("Traffic left in GB"))
        self.days.setAccessibleName(_("Days left"))
        self._days_unit = _unit("")
        signs = (_unit(_("% and")), _unit("%"))
        self.used = AlertRow(_("Traffic used"), (self.first, self.second), signs)
        self.remaining = AlertRow(kind_name("traffic_left"), (self.amount,), (_unit(_("GB")),))
        self.lasting = AlertRow(kind_name("days_left"), (self.days,), (self._days_unit,))
        self.reset = LinkButton(_("Reset to default"))
        self.use_as_default = Button(_("Use as default for all"))
        self._scope = Label("", "secondary", wrap=True, limit=300)
        self._lay_out()
        self._connect()
        self.show_thresholds(self.shown)

    def show_thresholds(self, alerts: AlertThresholds) -> None:
        self.shown = alerts
        with QSignalBlocker(self):
            self.first.setValue(alerts.first_percent)
            self.second.setValue(alerts.second_percent)
            self.amount.setText(cap_text(alerts.left_bytes, decimal_sign()))
            self.days.setValue(alerts.days)
            for one, is_on in zip(
                self._rows(),
                (alerts.notifies_used, alerts.notifies_left, alerts.notifies_days),
                strict=True,
            ):
                one.show_on(is_on=is_on)
                one.show_error("")

    def show_view(self, view: AlertsView, *, is_own: bool, is_default: bool) -> None:
        for one, state in zip(self._rows(), (view.used, view.left, view.days), strict=True):
            one.show_state(state)
        self.show_scope(view.scope)
        for button, is_useful in ((self.reset, is_own), (self.use_as_default, not is_default)):
            if button.hasFocus() and not is_useful:
                self.used.switch.setFocus()
            button.setEnabled(is_useful)

    def show_scope(self, text: str, *, is_failure: bool = False) -> None:
        """Shows whose thresholds these are, or why they could not be saved."""
        self._scope.set_tone("danger" if is_failure else "")
        self._scope.setText(text)

    def thresholds(self) -> AlertThresholds:
        """Returns the thresholds; those of alerts that are off or invalid are those shown last."""
        is_used, is_left, is_days = (one.is_on() for one in self._rows())
        entered = replace(self.shown, notifies_used=is_used, notifies_left=is_left, notifies_days=is_days)
        first, second = self.first.value(), self.second.value()
        used = left = ""
        if is_used and first < second:
            entered = replace(entered, first_percent=first, second_percent=second)
        elif is_used:
            used = _("The second threshold must be higher than the first.")
        left_bytes = self._left_bytes() if is_left else None
        if left_bytes:
            entered = replace(entered, left_bytes=left_bytes)
        elif is_left:
            left = _("Enter an amount in GB, such as 10.")
        if is_days:
            entered = replace(entered, days=self.days.value())
        for one, text in ((self.used, used), (self.remaining, left)):
            one.show_error(text)
        return entered

    @property
    def is_valid(self) -> bool:
        """Whether all thresholds were valid when they were asked for last."""
        return not any(one.has_error() for one in self._rows())

    def _left_bytes(self) -> int | None:
        try:
            return parse_cap(self.amount.text(), decimal_sign())
        except InvalidInputError:
            return None

    def _rows(self) -> tuple[AlertRow, AlertRow, AlertRow]:
        return self.used, self.remaining, self.lasting

    def _lay_out(self) -> None:
        buttons = flow(self.reset, self.use_as_default, spacing=12)
        last = wrapping((self._scope, 1), buttons, centered=True)
        last.setContentsMargins(8, 10, 8, 10)
        lines = [item for one in self._rows() for item in (Divider(), one)]
        column(*lines, Divider(), last, spacing=0, on=self)

    def _connect(self) -> None:
        for one in self._rows():
            one.switch.switched.connect(lambda is_on, changed=one: self._on_switched(changed, is_on=is_on))
        for spin in (self.first, self.second, self.days):
            spin.valueChanged.connect(lambda _value: self.edited.emit(False))
            spin.editingFinished.connect(self.left)
        self.days.valueChanged.connect(self._show_days_unit)
        self._show_days_unit()
        self.amount.textEdited.connect(lambda _text: self.edited.emit(False))
        self.amount.editingFinished.connect(self.left)

    def _show_days_unit(self) -> None:
        self._days_unit.setText(ngettext("day", "days", self.days.value()))

    def _on_switched(self, changed: AlertRow, *, is_on: bool) -> None:
        changed.show_on(is_on=is_on)
        self.edited.emit(True)


def _unit(text: str) -> Label:
    return Label(text, "secondary")
