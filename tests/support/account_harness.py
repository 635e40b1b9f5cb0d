"""What a person does in the window to connect and change accounts."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QAbstractButton, QApplication

from app.clock import SystemClock
from app.models.sub_users import RunRow
from app.services.sub_users.bulk_runs import SubUserRun
from support.accessible import name_of
from support.harnesses import Harness, at_window
from ui.pages.sub_users.page import SubUsersPage

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tollhouse_sandbox.process import SandboxProcess
    from ui.pages.accounts.connect import ConnectForm

    Sandboxes = tuple[SandboxProcess, SandboxProcess]


class AccountHarness(Harness):
    """The window with the forms and dialogs of accounts."""

    @property
    def form(self) -> ConnectForm:
        return self.navigation.welcome.form

    async def connect(self, sandbox: SandboxProcess, name: str = "") -> None:
        """Fills the form of the welcome page in and presses 'Connect'."""
        self.fill(self.form, sandbox.base_url, sandbox.api_key, name)
        self.form.connect_button.click()
        await self.form.tasks.join()
        await self.navigation.tasks.join()

    async def connect_both(self, sandboxes: Sandboxes) -> None:
        """Connects 'Work' and 'Home', of which the last is open."""
        for sandbox, name in zip(sandboxes, ("Work", "Home"), strict=True):
            self.navigation.show_welcome()
            await self.connect(sandbox, name)

    def fill(self, form: ConnectForm, address: str, key: str, name: str = "") -> None:
        form.address.setText(address)
        form.key.setText(key)
        form.name.setText(name)

    def dialog(self, kind: type[Any]) -> Any:
        found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind)]
        shown = [widget for widget in found if widget.isVisible()]
        assert shown, f"no {kind.__name__} is open"
        return shown[-1]

    async def begin_changes(self) -> asyncio.Event:
        """Begins to set the cap of two sub-users of the open account; each change waits for the event."""
        self.window.tab_chosen.emit("sub-users")
        page = self.navigation.page
        assert isinstance(page, SubUsersPage)
        await page.tasks.join()
        may_end = asyncio.Event()

        async def work(_row: RunRow) -> None:
            await may_end.wait()

        rows = tuple(RunRow(number, "Worker") for number in (1, 2))
        page.changes.start(SubUserRun("cap", rows, work=work, at_once=1, clock=SystemClock()))
        return may_end

    def shown_name(self) -> str:
        return self.window.account_button.accessibleDescription()


def button(dialog: QWidget, name: str) -> QAbstractButton:
    """Returns the button of this name."""
    (found,) = [
        one for one in dialog.findChildren(QAbstractButton) if name_of(one) == name and not one.isHidden()
    ]
    return found


account_harness = partial(at_window, AccountHarness)
