"""The sources of the command palette: the open account and the window's actions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from app.i18n.texts import _
from app.models.palette import ActionOffer
from app.present.countries import read_country
from app.services.palette.palette import Palette
from ui.shell.shortcuts import shown_keys
from ui.shell.tabs import TABS

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.bootstrap import Services
    from app.services.accounts.accounts import AccountSession
    from app.services.locations.locations import Locations
    from ui.shell.router import Router
    from ui.shell.window import MainWindow


@dataclass(frozen=True, slots=True)
class Action:
    """Something the window can do, and how.

    Attributes:
        offer: How it is found.
        act: Does it.
    """

    offer: ActionOffer
    act: Callable[[], object]


class PaletteSources:
    """Caches what was loaded for each account, so that the palette opens with it the next time.

    Attributes:
        clock: The time.
    """

    def __init__(self, window: MainWindow, services: Services, router: Router) -> None:
        """Takes the collaborators.

        Args:
            window: What its shortcuts do, the palette does too.
        """
        self._window = window
        self._services = services
        self._router = router
        self.clock = services.clock
        self._palettes: dict[int, tuple[object, Palette]] = {}

    def palette(self) -> Palette | None:
        """Returns what can be found now; None before anything is open."""
        opened, browsed = self._router.session(), self._router.browsing.locations()
        if opened is not None:
            return self._kept(opened, partial(self._of_account, opened))
        if browsed is not None:
            return self._kept(browsed, partial(self._of_service, browsed))
        return None

    def actions(self) -> tuple[Action, ...]:
        """Returns what the window can do now."""
        window, router, menu = self._window, self._router, self._window.menu
        actions = [
            _action("settings", _("Settings"), "settings", window.settings_wanted.emit, "Ctrl+,"),
            _action("shortcuts", _("Keyboard shortcuts"), "info", window.shortcuts_wanted.emit, "F1"),
            _action("refresh", _("Refresh"), "refresh-cw", window.refresh_wanted.emit, "F5"),
            _action("add-account", _("Add an account"), "plus", menu.add_wanted.emit),
            _action("accounts", _("Manage accounts"), "building", menu.management_wanted.emit),
        ]
        if self.palette() is not None:
            words = _("Search all cities and ISPs")
            actions.insert(0, _action("all-places", words, "globe", router.search_all_locations))
            actions.append(self.load_locations())
        if router.session() is not None:
            actions.insert(0, _action("new-topup", _("New top-up"), "plus", window.new_wanted.emit, "Ctrl+N"))
            actions += [
                _action(
                    f"tab-{tab.key}",
                    _("Go to {page}").format(page=tab.title()),
                    tab.icon,
                    partial(router.show_tab, tab.key),
                    f"Alt+{number}",
                )
                for number, tab in enumerate(TABS, start=1)
            ]
        actions += [
            _action(
                f"account-{account.id}",
                _("Switch to {account}").format(account=account.name),
                "building",
                partial(menu.account_chosen.emit, account.id),
            )
            for account in self._services.accounts.known()
            if account.id != router.account_id
        ]
        return tuple(actions)

    def load_locations(self) -> Action:
        """Returns what loads all that a search for cities and ISPs may have missed."""
        act = self._router.load_all_locations
        return _action("load-places", _("Load every country"), "download", act)

    def _kept(self, owner: object, make: Callable[[], Palette]) -> Palette:
        """Returns the palette of an account or a service, made when it is wanted first."""
        if id(owner) not in self._palettes:
            self._palettes[id(owner)] = (owner, make())
        return self._palettes[id(owner)][1]

    def _of_service(self, locations: Locations) -> Palette:
        services = self._services
        return Palette(
            account=None,
            locations=locations,
            recents=services.palette_recents,
            clock=services.clock,
            read=read_country,
        )

    def _of_account(self, opened: AccountSession) -> Palette:
        return Palette(
            account=opened,
            locations=opened.locations,
            recents=self._services.palette_recents,
            clock=opened.clock,
            read=read_country,
        )


def _action(key: str, title: str, icon: str, act: Callable[[], object], keys: str = "") -> Action:
    return Action(ActionOffer(key, title, shown_keys(keys) if keys else "", icon), act)
