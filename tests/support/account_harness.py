"""What a person does in the window to connect and change accounts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication

from support.harnesses import Harness, at_window

if TYPE_CHECKING:
    from tollhouse_sandbox.process import SandboxProcess
    from ui.pages.accounts.connect import ConnectForm


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

    def fill(self, form: ConnectForm, address: str, key: str, name: str = "") -> None:
        form.address.setText(address)
        form.key.setText(key)
        form.name.setText(name)

    def dialog(self, kind: type[Any]) -> Any:
        found = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind)]
        shown = [widget for widget in found if widget.isVisible()]
        assert shown, f"no {kind.__name__} is open"
        return shown[-1]

    def shown_name(self) -> str:
        return self.window.account_button.accessibleDescription()


account_harness = partial(at_window, AccountHarness)
