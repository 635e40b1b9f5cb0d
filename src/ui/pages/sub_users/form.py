"""The form that adds or edits a sub-user, and the field for its traffic cap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from app.errors import InvalidInputError
from app.i18n.locales import decimal_sign
from app.i18n.texts import _
from app.models.sub_users import SubUserDraft
from app.present.field_errors import field_error_text
from app.present.subscriptions import label_counter
from app.rules.sub_users.traffic_caps import cap_text, parse_cap
from ui.pages.sub_users.view import password_counter
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.check_box import CheckBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit, SecretEdit
from ui.widgets.layout.cards import Notice
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtWidgets import QLineEdit, QWidget

    from app.models.sub_users import SubUser

_WIDTH = 480


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


class SubUserForm(SheetDialog):
    """Label, password and cap.

    Signals:
        submitted(SubUserDraft): It is to be added, or changed to this.
        mine_kept(): What another window changed is to be overwritten.
        theirs_taken(): What another window changed is to stay.
    """

    submitted = Signal(object)
    mine_kept = Signal()
    theirs_taken = Signal()

    def __init__(
        self, sub_user: SubUser | None, paste: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """Makes the form.

        Args:
            sub_user: Who is edited; None to add one.
        """
        title = _("Add sub-user") if sub_user is None else _("Edit sub-user")
        super().__init__(title, parent, width=_WIDTH)
        self._is_busy = False
        self._is_new = sub_user is None
        self.label = LineEdit()
        self._label_field = Field(_("Label"), self.label, label_counter(""))
        self.password = SecretEdit(_("Password"), paste, show=_("Show password"), hide=_("Hide password"))
        self._password_field = Field(_("Password"), self.password)
        self.cap = CapField()
        self.notice = Notice("danger")
        self.notice.hide()
        self._leave = Label("", "secondary", wrap=True)
        self.cancel = Button(_("Cancel"))
        self.keep = Button(_("Keep mine"))
        self.take = PrimaryButton(_("Take theirs"), "check")
        self.submit = (
            PrimaryButton(_("Add"), "user-plus") if self._is_new else PrimaryButton(_("Save"), "check")
        )
        self._lay_out()
        self._connect()
        self._show_counters()
        if sub_user is not None:
            self.show_sub_user(sub_user)
            self._forbid_password()

    def show_sub_user(self, sub_user: SubUser) -> None:
        """Shows another state of who is edited."""
        self.label.setText(sub_user.label)
        self.cap.show_cap(sub_user.traffic_cap_bytes)
        self.show_asking(asking=False)

    def set_busy(self, *, busy: bool) -> None:
        """Locks the form while the service is asked; it can be closed all the same."""
        self._is_busy = busy
        self.submit.set_busy(busy)
        self.cancel.setText(_("Close") if busy else _("Cancel"))
        self._leave.setText(_("You can close this: the app goes on with it.") if busy else "")
        for button in (self.keep, self.take):
            button.setEnabled(not busy)
        for field in (self.label, self.cap.amount):
            field.setReadOnly(busy)
        self.cap.no_cap.setEnabled(not busy)
        if self._is_new:
            self.password.setReadOnly(busy)

    def show_field_errors(self, errors: Mapping[str, str]) -> None:
        """Shows field errors: texts by `label`, `password`, `trafficLimitBytes`."""
        self.set_busy(busy=False)
        fields: tuple[tuple[str, Field, QLineEdit], ...] = (
            ("trafficLimitBytes", self.cap, self.cap.amount),
            ("password", self._password_field, self.password),
            ("label", self._label_field, self.label),
        )
        for name, field, edit in fields:
            if name in errors:
                field.show_error(errors[name])
                edit.setFocus()

    def show_error(self, text: str) -> None:
        """Shows why it failed; it can be tried again."""
        self.set_busy(busy=False)
        self.notice.show_notice("danger", text)
        self.notice.show()

    def show_conflict(self, lines: Sequence[str]) -> None:
        """Shows the concurrent changes, and asks which values to use."""
        self.set_busy(busy=False)
        self.notice.show_notice("warning", " ".join(lines))
        self.show_asking(asking=True)
        self.notice.show()
        self.take.setFocus()

    def show_asking(self, *, asking: bool) -> None:
        """Shows the two answers instead of the usual button."""
        self.notice.hide()
        self.submit.setVisible(not asking)
        self.keep.setVisible(asking)
        self.take.setVisible(asking)

    def _lay_out(self) -> None:
        for widget in (self.notice, self._label_field, self._password_field, self.cap):
            self.body.addWidget(widget)
        self.footer.addWidget(self._leave, 1)
        for button in (self.cancel, self.keep, self.take, self.submit):
            self.footer.addWidget(button)
        self.show_asking(asking=False)

    def _connect(self) -> None:
        self.cancel.clicked.connect(self.reject)
        self.submit.clicked.connect(self._on_submitted)
        self.keep.clicked.connect(self.mine_kept)
        self.take.clicked.connect(self.theirs_taken)
        self.label.textChanged.connect(self._show_counters)
        self.password.textChanged.connect(self._show_counters)
        for edit in (self.label, self.password, self.cap.amount):
            edit.returnPressed.connect(self._on_submitted)

    def _forbid_password(self) -> None:
        """Disables the password, which can be chosen only when a sub-user is created (spec 4.13)."""
        self.password.setEnabled(False)
        self._password_field.set_hint(
            _("A password can't be chosen later; 'New password' has the service generate one.")
        )

    def _show_counters(self) -> None:
        self._label_field.clear_error()
        self._label_field.set_hint(label_counter(self.label.text()))
        if not self._is_new:
            return
        self._password_field.clear_error()
        typed = self.password.text()
        self._password_field.set_hint(
            password_counter(typed) if typed else _("Leave it empty to have the service generate one.")
        )

    def _on_submitted(self) -> None:
        if self._is_busy or self.submit.isHidden():
            return
        self.notice.hide()
        try:
            traffic_cap_bytes = self.cap.traffic_cap_bytes()
        except InvalidInputError:
            return
        password = self.password.text() or None if self._is_new else None
        self.set_busy(busy=True)
        self.submitted.emit(SubUserDraft(self.label.text(), password, traffic_cap_bytes))
