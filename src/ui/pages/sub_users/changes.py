"""Changes of sub-users from the table: switches, bulk runs and imports, with questions and results."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import AppError
from app.i18n.locales import decimal_sign
from app.i18n.texts import _
from app.models.sub_users import BulkChange, SubUserChange, SubUserChangedError
from app.present.bulk_runs import count_text, present_import, present_run, reason, row_reason
from app.present.errors import present_error
from app.present.sub_users import bulk_question, shown_label
from app.rules.sub_users.files import read_rows
from ui.pages.sub_users.dialogs import CapDialog, ImportDialog
from ui.widgets.overlays.dialog import ConfirmDialog

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.models.sub_users import BulkKind, RunProgress, RunRow, SubUser
    from app.services.sub_users.bulk_runs import SubUserRun
    from app.services.sub_users.sub_users import SubUsers
    from ui.pages.page import Page
    from ui.pages.sub_users.bulk_bar import BulkBar
    from ui.pages.sub_users.table import SubUserModel
    from ui.widgets.tables.multi_select_table import MultiSelectTable


class SubUserChanges(QObject):
    """Switches of single rows, and one bulk run at a time, shown in the table and in the bar below it."""

    running_changed = Signal()

    def __init__(
        self, service: SubUsers, model: SubUserModel, table: MultiSelectTable, bar: BulkBar, page: Page
    ) -> None:
        super().__init__(page)
        self._service = service
        self._model = model
        self._table = table
        self._bar = bar
        self._page = page
        self._is_asking = False
        self._run: SubUserRun | None = None
        self._shown: set[int] = set()
        self._changed: list[str] = []
        self.is_running = False
        bar.stop.clicked.connect(self._on_stop_clicked)
        bar.again_requested.connect(self._on_again_requested)
        bar.dismissed.connect(self._on_result_dismissed)

    def switch(self, subscription_id: str, sub_user: SubUser, *, on: bool) -> None:
        """Shows the switch in its wanted state and sends it; it may be switched again meanwhile."""
        is_asking = sub_user.id in self._model.switches
        self._model.show_switch(sub_user.id, on=on)
        if not is_asking:
            self._page.tasks.start(f"switch {sub_user.id}", self._switch(subscription_id, sub_user))

    async def _switch(self, subscription_id: str, sub_user: SubUser) -> None:
        """Sends the switch until the service has the wanted state; on failure it reverts."""
        known = sub_user
        try:
            while (on := self._model.switches[sub_user.id]) != known.enabled:
                known = await self._service.change(subscription_id, known, SubUserChange(enabled=on))
                self._page.report_response()
        except AppError as error:
            if isinstance(error, SubUserChangedError):
                known = error.now
            self._show_not_switched(sub_user, error)
        finally:
            self._model.show_switch(sub_user.id, on=None)
            # Another subscription may be shown by now.
            if self._model.record(sub_user.id) is not None:
                self._model.update(known)

    def _show_not_switched(self, sub_user: SubUser, error: AppError) -> None:
        view = present_error(error)
        if view.offline:
            self._page.show_error(error)
            return
        text = _("“{label}” was not switched. {reason}")
        text = text.format(label=shown_label(sub_user), reason=reason(error))
        self._page.show_banner("danger", text, icon=view.icon, details=view.details)

    def preview_import(self, subscription_id: str, path: Path, remaining: int | None) -> None:
        """Opens the preview of a file; a confirmed one is imported, as many as there is room for."""
        self._page.tasks.start("read import", self._preview_import(subscription_id, path, remaining))

    async def _preview_import(self, subscription_id: str, path: Path, remaining: int | None) -> None:
        content = await self._service.read_import(path)
        labels = [sub_user.label for sub_user in self._model.records()]
        preview = await asyncio.to_thread(
            read_rows, content, existing=labels, remaining=remaining, decimal_sign=decimal_sign()
        )
        dialog = ImportDialog(path.name, present_import(preview), self._page.window())
        dialog.accepted.connect(
            lambda: self.start(self._service.import_all(subscription_id, preview.drafts, preview.lines))
        )
        dialog.open()

    def ask(self, subscription_id: str, kind: BulkKind, sub_users: Sequence[SubUser]) -> None:
        """Starts a bulk change once the user has confirmed it; ignored while a question is open.

        Enabling and disabling can be undone, so they start at once. For a cap, the list is loaded again: what
        it shows as used may be hours old, and an allowance comes on top of that.
        """
        if not sub_users or self._is_asking:
            return

        def start(change: BulkChange) -> None:
            self.start(self._service.bulk(subscription_id, sub_users, change))

        if kind in ("enable", "disable"):
            start(BulkChange(kind))
            return
        window = self._page.window()
        dialog: CapDialog | ConfirmDialog
        if kind == "cap":
            dialog = self._cap_dialog(subscription_id, sub_users)
        else:
            title, text = bulk_question(kind, sub_users)
            action = _("Delete") if kind == "delete" else title
            dialog = ConfirmDialog(title, text, action, window)
            dialog.accepted.connect(lambda: start(BulkChange(kind)))
        dialog.finished.connect(self._on_question_finished)
        self._is_asking = True
        dialog.open()

    def _cap_dialog(self, subscription_id: str, sub_users: Sequence[SubUser]) -> CapDialog:
        dialog = CapDialog(sub_users, self._page.window())

        def start(change: BulkChange) -> None:
            self.start(self._service.bulk(subscription_id, self._as_used_now(sub_users), change))

        def show_present() -> None:
            dialog.show_present(self._as_used_now(sub_users[:1])[0])

        dialog.entered.connect(start)
        for changed in (self._model.modelReset, self._model.dataChanged):
            connection = changed.connect(show_present)
            dialog.finished.connect(lambda _result, ended=connection: QObject.disconnect(ended))
        self._page.load()
        return dialog

    def _as_used_now(self, sub_users: Sequence[SubUser]) -> list[SubUser]:
        """Returns sub-users with the traffic that they have used by now, and else as they were seen."""
        used = {one.id: one.traffic_used_bytes for one in self._model.records([one.id for one in sub_users])}
        return [
            one.model_copy(update={"traffic_used_bytes": used.get(one.id, one.traffic_used_bytes)})
            for one in sub_users
        ]

    def start(self, run: SubUserRun) -> None:
        """Starts a run; ignored while another one is under way."""
        if self.is_running:
            return
        self._changed = []
        self._begin(run)

    def _begin(self, run: SubUserRun) -> None:
        self._run = run
        self._shown = set()
        self.is_running = True
        self._model.show_failures({})
        # Not to 'Stop', which a key that is held down would press at once.
        self._table.setFocus()
        self._show_progress(run.progress)
        self.running_changed.emit()
        self._page.tasks.start("run", self._work(run))

    def forget(self) -> None:
        if not self.is_running:
            self._run = None
            self._bar.hide_result()
            self._model.show_failures({})

    def unfinished(self) -> tuple[str, ...]:
        """Returns how much is done of the run that is under way, and a text for each switch that was sent."""
        switches = tuple(_("Enable") if on else _("Disable") for on in self._model.switches.values())
        if self._run is None or not self.is_running:
            return switches
        return (count_text(self._run.progress), *switches)

    def changed_sub_users(self) -> list[SubUser]:
        """Returns the current state of the sub-users that the last run and its repetitions changed."""
        return self._model.records(self._changed)

    async def _work(self, run: SubUserRun) -> None:
        try:
            final = await run.run(self._show_progress)
        finally:
            self.is_running = False
        self._show_rows(final)
        self._model.show_failures(
            {row.row_id: row_reason(row) for row in final.left if row.row_id and row.state != "not_tried"}
        )
        if final.left:
            self._table.mark([row.row_id for row in final.left])
            self._table.go_to(final.left[0].row_id, "mark")
        if self._bar.window().focusWidget() is self._bar.stop:
            # It is about to be hidden, and the focus would be lost with it.
            self._table.setFocus()
        offers_copy = final.kind in ("new_passwords", "create") and bool(self.changed_sub_users())
        self._bar.show_result(present_run(final), offers_copy=offers_copy)
        self.running_changed.emit()
        self._page.load()

    def _show_progress(self, progress: RunProgress) -> None:
        self._bar.show_running(present_run(progress))
        self._show_rows(progress)

    def _show_rows(self, progress: RunProgress) -> None:
        """Shows the rows that were completed since the last call."""
        done = [row for row in progress.rows if row.state == "done" and row.number not in self._shown]
        self._shown.update(row.number for row in done)
        for row in done:
            self._show_row(row)

    def _show_row(self, row: RunRow) -> None:
        if row.sub_user is not None:
            self._changed.append(row.sub_user.id)
            self._model.update(row.sub_user)
        else:
            self._model.remove(row.row_id)

    def _on_stop_clicked(self) -> None:
        if self._run is not None and self.is_running:
            self._run.stop()
            self._show_progress(self._run.progress)

    def _on_again_requested(self) -> None:
        if self._run is not None and not self.is_running:
            self._begin(self._run.again())

    def _on_result_dismissed(self) -> None:
        self.forget()
        self._table.setFocus()

    def _on_question_finished(self) -> None:
        self._is_asking = False
