"""The form that adds or edits a sub-user: its fields, its calls, and concurrent changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal

from app.errors import AppError, InvalidInputError, UnknownOutcomeError, ValidationError
from app.i18n.locales import decimal_sign
from app.i18n.texts import _, sentences
from app.models.sub_users import UNSET, SubUserChange, SubUserChangedError, SubUserDiffersError, SubUserDraft
from app.present.errors import present_error
from app.present.field_errors import field_error_text
from app.present.statuses import label_counter
from app.present.sub_users import change_lines, password_counter
from app.rules.sub_users.changes import cap_text, parse_cap
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.inputs.check_box import CheckBox
from ui.widgets.inputs.field import Field
from ui.widgets.inputs.line_edit import LineEdit, SecretEdit
from ui.widgets.layout.boxes import fill
from ui.widgets.layout.cards import Callout
from ui.widgets.layout.details import Details
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from PySide6.QtWidgets import QLineEdit

    from app.models.sub_users import SubUser
    from app.services.sub_users.sub_users import SubUsers
    from ui.pages.context import PageContext
    from ui.pages.page import Page
    from ui.tasks import Tasks

_WIDTH = 480
_ADDING, _CHANGING = "adding", "changing"
_FIELDS = ("label", "password", "trafficLimitBytes")


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
        self.no_cap.setChecked(traffic_cap_bytes is None)
        self.amount.setText("" if traffic_cap_bytes is None else cap_text(traffic_cap_bytes, decimal_sign()))
        self.clear_error()

    def traffic_cap_bytes(self) -> int | None:
        """Returns the cap, None for no cap; an `InvalidInputError` is already shown beside the field."""
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
    """The form for label, password and cap. A call continues after it is closed; the page shows the outcome.

    Signals:
        saved(SubUser): The sub-user was added or changed.
        refreshed(SubUser): The service reported a newer state, without a change of ours.
    """

    saved = Signal(object)
    refreshed = Signal(object)

    def __init__(
        self,
        service: SubUsers,
        subscription_id: str,
        sub_user: SubUser | None,
        context: PageContext,
        page: Page,
    ) -> None:
        """Adds a sub-user if `sub_user` is None; the page runs the calls, and shows later errors."""
        title = _("Add sub-user") if sub_user is None else _("Edit sub-user")
        super().__init__(title, page.window(), width=_WIDTH)
        self._service = service
        self._subscription_id = subscription_id
        self._sub_user = sub_user
        self._context = context
        self._page = page
        self._is_closed = False
        self._unknown: tuple[SubUserDraft, UnknownOutcomeError] | None = None
        self._conflict: tuple[SubUser, SubUserChange] | None = None
        self.label = LineEdit()
        self._label_field = Field(_("Label"), self.label, label_counter(""))
        self.password = SecretEdit(
            _("Password"), context.clipboard.text, show=_("Show password"), hide=_("Hide password")
        )
        self._password_field = Field(_("Password"), self.password)
        self.cap = CapField()
        self.callout = Callout("danger")
        self._details = Details(_("Details"))
        self._leave = Label("", "secondary", wrap=True)
        self.cancel = self.cancel_button()
        self.keep = Button(_("Keep mine"))
        self.take = PrimaryButton(_("Take theirs"), "check")
        self.submit = (
            PrimaryButton(_("Add"), "user-plus") if sub_user is None else PrimaryButton(_("Save"), "check")
        )
        fields = (self._label_field, self._password_field, self.cap)
        fill(self.body, self.callout, *fields, self._details)
        fill(self.footer, (self._leave, 1), self.cancel, self.keep, self.take, self.submit)
        self._show_choice(visible=False)
        self._connect()
        self._show_counters()
        if sub_user is not None:
            self.label.setText(sub_user.label)
            self.cap.show_cap(sub_user.traffic_cap_bytes)
            # It can be chosen only when a sub-user is created (spec 4.13).
            self.password.setEnabled(False)
            self._password_field.set_hint(
                _("A password can't be chosen later; 'New password' has the service generate one.")
            )

    def _connect(self) -> None:
        self.finished.connect(self._on_closed)
        self.submit.setDefault(True)
        self.submit.clicked.connect(self._on_submitted)
        self.keep.clicked.connect(self._on_keep_clicked)
        self.take.clicked.connect(self.reject)
        self.label.textChanged.connect(self._show_counters)
        self.password.textChanged.connect(self._show_counters)

    async def _add(self, draft: SubUserDraft) -> None:
        # The unknown outcome of the same draft is reconciled before it is sent again.
        known, self._unknown = self._unknown, None
        unknown = known[1] if known is not None and known[0] == draft else None
        try:
            added = await self._service.create(self._subscription_id, draft, unknown)
        except SubUserDiffersError as error:
            # It is there, and must not be added again.
            self._finish(error.created)
            self._page.show_error(error)
        except AppError as error:
            if isinstance(error, UnknownOutcomeError):
                self._unknown = (draft, error)
            self._show_error(error)
        else:
            self._finish(added)

    async def _change(self, seen: SubUser, change: SubUserChange) -> None:
        if change == SubUserChange():
            self.reject()
            return
        try:
            changed = await self._service.change(self._subscription_id, seen, change)
        except SubUserChangedError as error:
            if self._is_closed:
                self._page.show_error(error)
                return
            self._conflict = (error.now, change)
            self._page.report_response()
            self.refreshed.emit(error.now)
            self._show_conflict(error)
        except AppError as error:
            self._show_error(error)
        else:
            self._finish(changed)

    def _finish(self, sub_user: SubUser) -> None:
        if self._is_closed:
            self._context.show_message(_("Saved"))
            self._page.load()
            return
        self._set_busy(busy=False)
        self.accept()
        self._page.report_response()
        self.saved.emit(sub_user)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._set_busy(busy=True)
        # A name of its own: the call of a form that was closed continues beside the next form's.
        kind = _ADDING if self._sub_user is None else _CHANGING
        self._page.tasks.start(f"{kind} {id(self)}", work)

    def _set_busy(self, *, busy: bool) -> None:
        """Locks the form during the call; it can be closed all the same."""
        self.submit.set_busy(busy)
        self.cancel.setText(_("Close") if busy else _("Cancel"))
        self._leave.setText(_("You can close this: the app goes on with it.") if busy else "")
        for button in (self.keep, self.take):
            button.setEnabled(not busy)
        for field in (self.label, self.cap.amount):
            field.setReadOnly(busy)
        self.cap.no_cap.setEnabled(not busy)
        if self._sub_user is None:
            self.password.setReadOnly(busy)

    def _show_error(self, error: AppError) -> None:
        if self._is_closed:
            self._page.show_error(error)
            return
        self._set_busy(busy=False)
        view = present_error(error)
        self._details.show_details(view.details)
        if errors := field_errors(error):
            self._show_field_errors(errors)
        else:
            self.callout.report("danger", view.text)

    def _show_field_errors(self, errors: Mapping[str, str]) -> None:
        fields: tuple[tuple[str, Field, QLineEdit], ...] = (
            ("trafficLimitBytes", self.cap, self.cap.amount),
            ("password", self._password_field, self.password),
            ("label", self._label_field, self.label),
        )
        for name, field, edit in fields:
            if name in errors:
                field.show_error(errors[name])
                edit.setFocus()

    def _show_conflict(self, error: SubUserChangedError) -> None:
        """Shows the concurrent changes, and asks which values to use."""
        self._set_busy(busy=False)
        self._show_choice(visible=True)
        self.callout.report("warning", sentences(change_lines(error)))
        self.take.setFocus()

    def _show_choice(self, *, visible: bool) -> None:
        """Shows the two buttons of the conflict instead of the usual one."""
        self.callout.hide()
        self.submit.setVisible(not visible)
        self.keep.setVisible(visible)
        self.take.setVisible(visible)

    def _show_counters(self) -> None:
        self._label_field.clear_error()
        self._label_field.set_hint(label_counter(self.label.text()))
        if self._sub_user is not None:
            return
        self._password_field.clear_error()
        typed = self.password.text()
        self._password_field.set_hint(
            password_counter(typed) if typed else _("Leave it empty to have the service generate one.")
        )

    def _on_submitted(self) -> None:
        self.callout.hide()
        self._details.show_details("")
        try:
            traffic_cap_bytes = self.cap.traffic_cap_bytes()
        except InvalidInputError:
            return
        if self._sub_user is None:
            draft = SubUserDraft(self.label.text(), self.password.text() or None, traffic_cap_bytes)
            self._start(self._add(draft))
        else:
            change = change_from_fields(self._sub_user, self.label.text(), traffic_cap_bytes)
            self._start(self._change(self._sub_user, change))

    def _on_keep_clicked(self) -> None:
        if self._conflict is not None:
            self._show_choice(visible=False)
            self._start(self._change(*self._conflict))

    def _on_closed(self) -> None:
        self._is_closed = True


def unfinished_forms(tasks: Tasks) -> tuple[str, ...]:
    """Returns the titles of the forms whose calls are under way, also of those that were closed."""
    titles = {_ADDING: _("Add sub-user"), _CHANGING: _("Edit sub-user")}
    kinds = sorted(name.partition(" ")[0] for name in tasks.names())
    return tuple(titles[kind] for kind in kinds if kind in titles)


def change_from_fields(sub_user: SubUser, label: str, traffic_cap_bytes: int | None) -> SubUserChange:
    """Returns the fields whose values differ from the sub-user's; blanks around the label don't count."""
    label = label.strip()
    return SubUserChange(
        label=label if label != sub_user.label.strip() else None,
        traffic_cap_bytes=traffic_cap_bytes if traffic_cap_bytes != sub_user.traffic_cap_bytes else UNSET,
    )


def field_errors(error: AppError) -> dict[str, str]:
    """Returns the text for each field that the app or the service refused; none for other errors."""
    if isinstance(error, InvalidInputError):
        pairs = [(error.field, error.code)]
    elif isinstance(error, ValidationError):
        pairs = [(item.field, item.code) for item in error.fields]
    else:
        return {}
    if not pairs or any(field not in _FIELDS for field, _code in pairs):
        return {}
    return {field: field_error_text(field, code) for field, code in pairs}
