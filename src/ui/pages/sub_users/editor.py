"""Adds and edits sub-users: the form, the calls, and concurrent changes by another window."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.errors import AppError, InvalidInputError, UnknownOutcomeError, ValidationError
from app.i18n.texts import _
from app.models.sub_users import UNSET, SubUserChange, SubUserChangedError
from app.present.errors import present_error
from app.present.field_errors import field_error_text
from ui.pages.sub_users.form import SubUserForm
from ui.pages.sub_users.view import change_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from app.models.sub_users import SubUser, SubUserDraft
    from app.services.sub_users.sub_users import SubUsers
    from ui.pages.context import PageContext
    from ui.pages.page import Page

_FIELDS = ("label", "password", "trafficLimitBytes")


class SubUserEditor(QObject):
    """One form at a time.

    Signals:
        saved(SubUser): It was added or changed.
        refreshed(SubUser): The service reported a newer state, without a change of ours.
    """

    saved = Signal(object)
    refreshed = Signal(object)

    def __init__(self, service: SubUsers, context: PageContext, page: Page) -> None:
        super().__init__(page)
        self._service = service
        self._context = context
        self._page = page
        self._draft: SubUserDraft | None = None
        self._unknown: UnknownOutcomeError | None = None
        self._conflict: tuple[SubUser, SubUserChange] | None = None
        self._numbers = count()
        self.form: SubUserForm | None = None

    def add(self, subscription_id: str) -> None:
        """Opens 'Add sub-user'."""
        if self.form is None:
            self._draft = self._unknown = None
            form = self._open(None)
            form.submitted.connect(lambda draft: self._start(self._add(form, subscription_id, draft)))

    def edit(self, subscription_id: str, sub_user: SubUser) -> None:
        """Opens 'Edit sub-user'."""
        if self.form is not None:
            return
        self._conflict = None
        form = self._open(sub_user)

        def save(seen: SubUser, change: SubUserChange) -> None:
            self._start(self._save(form, subscription_id, seen, change))

        form.submitted.connect(lambda draft: save(sub_user, wanted_change(sub_user, draft)))
        form.mine_kept.connect(lambda: self._keep_mine(form, save))
        form.theirs_taken.connect(lambda: form.done(0))

    async def _add(self, form: SubUserForm, subscription_id: str, draft: SubUserDraft) -> None:
        unknown = self._unknown if draft == self._draft else None
        self._draft, self._unknown = draft, None
        try:
            added = await self._service.create(subscription_id, draft, unknown)
        except AppError as error:
            if isinstance(error, UnknownOutcomeError) and form is self.form:
                self._unknown = error
            self._show_error(form, error)
        else:
            self._finish(form, added)

    async def _save(
        self, form: SubUserForm, subscription_id: str, seen: SubUser, change: SubUserChange
    ) -> None:
        if change == SubUserChange():
            form.done(0)
            return
        try:
            changed = await self._service.change(subscription_id, seen, change)
        except SubUserChangedError as error:
            if form is not self.form:
                self._page.show_error(error)
                return
            self._conflict = (error.now, change)
            self._page.report_answer()
            self.refreshed.emit(error.now)
            form.show_conflict(change_lines(error))
        except AppError as error:
            self._show_error(form, error)
        else:
            self._finish(form, changed)

    def _keep_mine(self, form: SubUserForm, save: Callable[[SubUser, SubUserChange], None]) -> None:
        """Overwrites the concurrent change."""
        if self._conflict is not None:
            form.show_asking(asking=False)
            form.set_busy(busy=True)
            save(*self._conflict)

    def _show_error(self, form: SubUserForm, error: AppError) -> None:
        errors = field_errors(error)
        if form is not self.form:
            self._page.show_error(error)
        elif errors:
            form.show_field_errors(errors)
        else:
            form.show_error(present_error(error).text)

    def _finish(self, form: SubUserForm, sub_user: SubUser) -> None:
        if form is not self.form:
            self._context.show_message(_("Saved"))
            self._page.load()
            return
        form.set_busy(busy=False)
        form.done(1)
        self._page.report_answer()
        self.saved.emit(sub_user)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        # A name of its own: the save of a form that was closed continues beside the next form's.
        self._page.tasks.start(f"save {next(self._numbers)}", work)

    def _open(self, sub_user: SubUser | None) -> SubUserForm:
        form = SubUserForm(sub_user, self._context.clipboard.text, self._page.window())
        form.finished.connect(self._on_form_finished)
        self.form = form
        form.open()
        form.label.setFocus()
        return form

    def _on_form_finished(self) -> None:
        form, self.form = self.form, None
        if form is not None:
            form.deleteLater()


def wanted_change(sub_user: SubUser, draft: SubUserDraft) -> SubUserChange:
    """Returns what of a form differs from what it began with; what is the same is not sent."""
    label = draft.label.strip()
    traffic_cap_bytes = draft.traffic_cap_bytes
    return SubUserChange(
        label=label if label != sub_user.label else None,
        traffic_cap_bytes=traffic_cap_bytes if traffic_cap_bytes != sub_user.traffic_cap_bytes else UNSET,
    )


def field_errors(error: AppError) -> dict[str, str]:
    """Returns our words for each field that was refused, by us or by the service; none for other errors."""
    if isinstance(error, InvalidInputError):
        pairs = [(error.field, error.code)]
    elif isinstance(error, ValidationError):
        pairs = [(item.field, item.code) for item in error.fields]
    else:
        return {}
    if not pairs or any(field not in _FIELDS for field, _code in pairs):
        return {}
    return {field: field_error_text(field, code) for field, code in pairs}
