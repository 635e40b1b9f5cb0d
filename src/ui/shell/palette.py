"""The command palette in the window: searches while typing, runs actions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QObject, QTimer

from app.i18n.texts import _, sentences
from app.present.countries import read_country
from app.present.errors import present_error
from app.present.proxy_formats import reason_text
from app.present.statuses import copied_text
from app.rules.palette import VERBS, ActionOffer, SubUserOf, action_item
from app.rules.proxy_formats import USUAL_FORMAT
from app.rules.proxy_formats.rendering import render
from app.services.palette import Palette
from app.services.palette_recents import PaletteRecents
from ui.clipboard import CredentialSource
from ui.shell.palette_view import copy_text, coverage_text, may_be_more, present_entry
from ui.shell.shortcuts import shown_keys
from ui.shell.tabs import TABS
from ui.tasks import Tasks
from ui.widgets.overlays.palette_card import PaletteCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.bootstrap import Services
    from app.errors import AppError
    from app.models.subscriptions import Subscription
    from app.rules.palette import PaletteItem, PaletteSearch, Verb
    from app.rules.proxy_formats.logins import Credentials
    from ui.clipboard import Clipboard
    from ui.shell.router import Router
    from ui.shell.window import MainWindow


@dataclass(frozen=True, slots=True)
class Action:
    """A command of the window, and the texts that find it."""

    offer: ActionOffer
    act: Callable[[], object]


def _action(key: str, title: str, icon: str, act: Callable[[], object], keys: str = "") -> Action:
    return Action(ActionOffer(key, title, shown_keys(keys) if keys else "", icon), act)


_SHOWN: Final = 40
_PAUSE_S: Final = 0.3


class CommandPalette(QObject):
    """Searches and runs what was found, over whatever page is open."""

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        router: Router,
        clipboard: Clipboard,
        show_error: Callable[[AppError], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._services = services
        self._recents = PaletteRecents(services.state)
        self._palettes: dict[int, Palette] = {}
        self._router = router
        self._clipboard = clipboard
        self._palette: Palette | None = None
        self._actions: tuple[Action, ...] = ()
        # Loads all that a search for cities and ISPs may have missed.
        load = _("Load every country")
        self._load_locations = _action("load-places", load, "download", router.load_all_locations)
        self._is_loading = False
        self._search: PaletteSearch | None = None
        self._found: tuple[PaletteItem, ...] = ()
        self._items: tuple[PaletteItem, ...] = ()
        self.tasks = Tasks(self, show_error)
        self._search_timer = QTimer(self)
        self._search_timer.setInterval(0)
        self._search_timer.timeout.connect(self._continue_search)

    @cached_property
    def card(self) -> PaletteCard:
        card = PaletteCard(_("Search everything"), self._window)
        card.field.textChanged.connect(self._find)
        card.run_requested.connect(self._on_run_requested)
        card.finished.connect(self._on_closed)
        return card

    def open(self) -> None:
        """Opens it with the recents, and loads what is not loaded yet."""
        self._palette = self.palette()
        if self._palette is None or self.card.isVisible():
            return
        self._actions = self._list_actions()
        self._is_loading = True
        self._find("")
        self.card.open_empty()
        self.tasks.start("load", self._load(self._palette))

    def close(self) -> None:
        """Closes it, as where another account is opened than the one in which it searches."""
        if self._palette is not None and self.card.isVisible():
            self.card.reject()

    async def finish_search(self) -> None:
        """Waits until everything has been searched."""
        await self.tasks.join("load")
        while self._search is not None and self._search.step():
            pass
        self._continue_search()
        await self.tasks.join("find by ID")
        self._show(keep=True)

    def palette(self) -> Palette | None:
        """Returns the palette of the account or service that is open, cached; None for none."""
        session = self._router.session()
        locations = self._router.browsed_locations if session is None else session.locations
        if locations is None:
            return None
        # Several accounts of one service share its locations.
        owner = id(session or locations)
        if owner not in self._palettes:
            self._palettes[owner] = Palette(
                account=session,
                locations=locations,
                recents=self._recents,
                clock=self._services.clock,
                read=read_country,
            )
        return self._palettes[owner]

    def drop(self, account_id: str) -> None:
        """Forgets what can be found in an account that was removed."""
        self._palettes = {
            owner: palette for owner, palette in self._palettes.items() if palette.account_id != account_id
        }
        if self._palette is not None and self._palette.account_id == account_id:
            self._palette = None

    def _list_actions(self) -> tuple[Action, ...]:
        window, router, known = self._window, self._router, self._services.accounts.known()
        actions = [
            _action("all-places", _("Search all cities and ISPs"), "globe", router.search_all_locations),
            _action("settings", _("Settings"), "settings", window.settings_requested.emit, "Ctrl+,"),
            _action("about", _("About Tollhouse"), "info", window.about_requested.emit),
            _action("shortcuts", _("Keyboard shortcuts"), "info", window.shortcuts_requested.emit, "F1"),
            _action("refresh", _("Refresh"), "refresh-cw", window.refresh_requested.emit, "F5"),
            _action("add-account", _("Add an account"), "plus", window.new_account_requested.emit),
            _action("accounts", _("Manage accounts"), "building", window.accounts_requested.emit),
            self._load_locations,
        ]
        if router.session() is not None or any(not account.is_demo for account in known):
            overview = _("All accounts")
            actions.insert(
                1, _action("overview", overview, "layers", window.overview_requested.emit, "Alt+0")
            )
        if router.session() is not None:
            actions.insert(
                0, _action("new-topup", _("New top-up"), "plus", window.new_requested.emit, "Ctrl+N")
            )
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
                partial(window.account_chosen.emit, account.id),
            )
            for account in known
            if account.id != router.account_id
        ]
        return tuple(actions)

    async def _load(self, palette: Palette) -> None:
        try:
            async for _more in palette.load():
                self._find(self.card.field.text(), keep=True)
        finally:
            self._is_loading = False
        self._show(keep=True)

    def _find(self, text: str, *, keep: bool = False) -> None:
        if self._palette is None:
            return
        self.tasks.cancel("find by ID")
        self._search = self._palette.find(text, [action.offer for action in self._actions])
        self._search.first_page()
        self._show(keep=keep)
        self._search_timer.start()

    async def _find_by_id(self, palette: Palette, text: str) -> None:
        """Loads an old top-up by its ID when typing pauses."""
        await self._services.clock.sleep(_PAUSE_S)
        if await palette.find_topup(text):
            self._find(self.card.field.text(), keep=True)

    def _continue_search(self) -> None:
        """Searches the next slice of locations, so that typing is never delayed."""
        search, palette = self._search, self._palette
        if search is None or palette is None:
            self._search_timer.stop()
            return
        if not search.step():
            self._search_timer.stop()
            if not search.items and not self.tasks.is_running("find by ID"):
                self.tasks.start("find by ID", self._find_by_id(palette, search.text.strip()))
        if search.done or search.items != self._found:
            self._show(keep=True)

    def _show(self, *, keep: bool) -> None:
        search, palette = self._search, self._palette
        if search is None or palette is None:
            return
        self._found = search.items
        self._items = self._found[:_SHOWN]
        message = ""
        if search.done and search.text.strip():
            found, coverage = len(self._items), palette.coverage()
            message = coverage_text(found, coverage) if found or not self._is_loading else _("Loading…")
            offered = action_item(self._load_locations.offer)
            if may_be_more(found, coverage) and offered not in self._items:
                self._items += (offered,)
        now, unconfirmed = self._services.clock.now(), palette.unconfirmed()
        rows = [
            present_entry(item, search.text, palette.country_names, now, unconfirmed=unconfirmed)
            for item in self._items
        ]
        if palette.load_error is not None:
            message = sentences((message, present_error(palette.load_error).text))
        self.card.show_rows(rows, message, keep=keep)

    def _on_run_requested(self, row: int, action: int) -> None:
        if row < len(self._items):
            item = self._items[row]
            self.card.accept()
            self.tasks.start("carry out", self._run_action(item, VERBS[item.kind][action]))

    async def _run_action(self, item: PaletteItem, verb: Verb) -> None:
        palette = self._palette
        if palette is None:
            return
        match verb:
            case "copy_credentials":
                credentials = await palette.credentials(item)
                self._copy_credentials(credentials, palette, self._source(item.value))
            case "copy_id" | "copy_code" | "copy_asn":
                text = copy_text(item)
                self._clipboard.copy_text(text)
                self._show_message(_("{text} copied").format(text=text))
            case "top_up":
                self._router.open_new_topup(cast("Subscription", item.value).plan_id or "")
            case "show_usage":
                whose = cast("SubUserOf", item.value)
                self._router.show_usage(whose.subscription.id, whose.sub_user.id)
            case "run":
                next(action.act for action in self._actions if action.offer == item.value)()
            case "open":
                self._router.show_found(item.value)
        await palette.use(item)

    def _source(self, value: object) -> CredentialSource:
        account_id = self._router.account_id
        if isinstance(value, SubUserOf):
            sub_users = (value.sub_user.id,)
            return CredentialSource(account_id, value.subscription.id, sub_user_ids=sub_users)
        return CredentialSource(account_id, cast("Subscription", value).id)

    def _copy_credentials(self, credentials: Credentials, palette: Palette, source: CredentialSource) -> None:
        rendered = render(USUAL_FORMAT, credentials)
        if not rendered.ok:
            self._show_message(reason_text(rendered.reason))
            return
        text = _("Credentials copied")
        self._clipboard.copy_secret(rendered.text, text, source=source)
        if palette.load_error is not None:
            self._show_message(_("Last known credentials copied: the service did not respond"))
        else:
            self._show_message(copied_text(text, self._clipboard.clear_after_s))

    def _show_message(self, text: str) -> None:
        self._window.status_bar.show_message(text)

    def _on_closed(self) -> None:
        self._search_timer.stop()
        self._search = None
        self.tasks.cancel("load")
        self.tasks.cancel("find by ID")
