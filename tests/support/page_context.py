"""The context of a page that stands alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from app.services.notifications import Notifications
from app.services.settings import SettingsStore
from app.storage.settings import SavedSettings, SettingsFile
from app.storage.state import State
from ui.links import Links
from ui.pages.context import PageContext

if TYPE_CHECKING:
    from ui.clipboard import Clipboard


@dataclass
class FakeRouter:
    """Records what a page asks of others.

    Attributes:
        plans: The plan of each top-up.
        sub_users: The subscription of each list.
        usages: The subscription and the sub-user of each usage.
    """

    plans: list[str] = field(default_factory=list)
    sub_users: list[str] = field(default_factory=list)
    usages: list[tuple[str, str]] = field(default_factory=list)

    def open_new_topup(self, plan_id: str = "") -> None:
        self.plans.append(plan_id)

    def show_sub_users(self, subscription_id: str) -> None:
        self.sub_users.append(subscription_id)

    def show_usage(self, subscription_id: str, sub_user_id: str) -> None:
        self.usages.append((subscription_id, sub_user_id))


def page_context(
    clipboard: Clipboard,
    messages: list[str] | None = None,
    *,
    router: FakeRouter | None = None,
    links: Links | None = None,
    folder: Path = Path("/nowhere"),
) -> PageContext:
    """Returns a context whose messages and ways are recorded; settings are saved in `folder`."""
    said = [] if messages is None else messages
    file = SettingsFile(folder / "settings.json")
    settings = SettingsStore(file, SavedSettings(), lambda _proxy: None)
    notifications = Notifications(State(folder / "notifications.sqlite"), lambda _kind: True)
    return PageContext(
        clipboard, links or Links(), router or FakeRouter(), said.append, settings, notifications
    )
