"""Background imports after the first paint and after the first page."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import Final

_ALWAYS: Final = (
    # httpx and others import these at the first request only.
    "anyio._backends._asyncio",
    "httpcore._backends.anyio",
    "ui.clipboard",
    "ui.start.event_loop",
    "ui.links",
    "ui.shell.privacy",
    "ui.shell.navigation",
    "ui.shell.tray",
)
_TABS: Final = {
    "topups": "ui.pages.topups.page",
    "subscriptions": "ui.pages.subscriptions.page",
    "sub-users": "ui.pages.sub_users.page",
    "locations": "ui.pages.locations.page",
}
_OTHERS: Final = ("ui.pages.settings.page",)


def import_for(tab: str) -> None:
    """Imports what the window needs with its first page.

    Args:
        tab: The key of the tab that it opens at; empty for the first.
    """
    for name in (*_ALWAYS, _TABS.get(tab, _TABS["topups"])):
        import_module(name)


async def import_others() -> None:
    """Imports the other pages, one after the other in a worker thread."""
    for name in (*_TABS.values(), *_OTHERS):
        await asyncio.to_thread(import_module, name)
