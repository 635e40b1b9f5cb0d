"""What is imported with the first page, and what behind it."""

import subprocess
import sys

from ui.shell.tabs import TABS
from ui.start.preparation import PAGES

_PROGRAM = """
import asyncio, sys
from ui.start.application import prepare_others
from ui.start.preparation import import_for
class Opened:
    async def wait_for_first_load(self):
        pass
    @property
    def router(self):
        return self
    def build_ahead(self):
        pass
def pages():
    return sorted(name for name in sys.modules if name.startswith("ui.pages.") and name.count(".") == 3)
asyncio.run(import_for({tab!r}))
print(*(name for name in pages() if name.endswith(".page")))
asyncio.run(prepare_others(Opened(), has_several_accounts={several}))
print(*(name for name in pages() if name.endswith(".page")))
"""
_TOPUPS = "ui.pages.topups.page"
_OVERVIEW = "ui.pages.overview.page"
_ALL = {
    "ui.pages.locations.page",
    "ui.pages.settings.page",
    "ui.pages.sub_users.page",
    "ui.pages.subscriptions.page",
    _TOPUPS,
}


def _pages(tab: str, *, several: bool = False) -> list[set[str]]:
    """Returns the pages that are imported with the first one, and then."""
    program = [sys.executable, "-c", _PROGRAM.format(tab=tab, several=several)]
    reported = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    return [set(line.split()) for line in reported.splitlines()]


def test_a_start_imports_the_first_page_and_the_others_behind_it() -> None:
    assert _pages("") == [{_TOPUPS}, _ALL]


def test_with_several_accounts_their_overview_is_imported_too() -> None:
    assert _pages("", several=True) == [{_TOPUPS}, {*_ALL, _OVERVIEW}]


def test_a_start_at_another_tab_imports_that_one() -> None:
    assert _pages("locations") == [{"ui.pages.locations.page"}, _ALL]


def test_every_tab_has_its_page() -> None:
    assert set(PAGES) == {"settings", *(tab.key for tab in TABS)}
