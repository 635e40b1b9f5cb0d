"""A traffic cap to be entered: gigabytes, or none."""

from __future__ import annotations

from app.errors import InvalidInputError
from app.i18n.locales import decimal_sign
from app.i18n.texts import _
from app.present.field_errors import field_error_text
from app.rules.sub_users.traffic_caps import cap_text, parse_cap
from ui.widgets.inputs.check_box import CheckBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit


class CapField(Field):
    """'Traffic cap in GB' with 'No cap' beside it; typing an amount unchecks 'No cap'."""

    def __init__(self) -> None:
        self.amount = LineEdit()
        self.amount.setMaxLength(40)
        self.no_cap = CheckBox(_("No cap"))
        super().__init__(
            _("Traffic cap in GB"),
            self.amount,
            _("1 GB is 1,000,000,000 bytes. A cap of 0 blocks all traffic."),
            beside=(self.no_cap,),
        )
        self.amount.textEdited.connect(self._on_text_edited)
        self.no_cap.toggled.connect(self._on_no_cap_toggled)
        self.no_cap.clicked.connect(self._on_no_cap_clicked)
        self.no_cap.setChecked(True)

    def show_cap(self, traffic_cap_bytes: int | None) -> None:
        """Shows a cap, None for no cap."""
        self.no_cap.setChecked(traffic_cap_bytes is None)
        self.amount.setText("" if traffic_cap_bytes is None else cap_text(traffic_cap_bytes, decimal_sign()))
        self.clear_error()

    def traffic_cap_bytes(self) -> int | None:
        """Returns the cap, None for no cap.

        Raises:
            InvalidInputError: On `cap`; it is shown beside the field already.
        """
        if self.no_cap.isChecked():
            return None
        try:
            return parse_cap(self.amount.text(), decimal_sign())
        except InvalidInputError as error:
            self.show_error(field_error_text(error.field, error.code))
            self.amount.setFocus()
            raise

    def _on_text_edited(self, text: str) -> None:
        self.no_cap.setChecked(not text.strip())
        self.clear_error()

    def _on_no_cap_toggled(self, on: bool) -> None:  # noqa: FBT001 (Qt's signal)
        self.amount.setPlaceholderText(_("no cap") if on else "")

    def _on_no_cap_clicked(self) -> None:
        self.clear_error()
        if self.no_cap.isChecked():
            self.amount.clear()
        else:
            self.amount.setFocus()
