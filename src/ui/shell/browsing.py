"""Browses a service's locations without a key."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, cast

from app.errors import InvalidInputError
from app.i18n.texts import _
from app.present.field_errors import field_error_text
from app.services.accounts.known import demo_account, place_of
from ui.shell.tabs import LOCATIONS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

    from app.bootstrap import Services
    from app.services.accounts.accounts import PublicService
    from app.services.locations.country_cache import CountryList
    from app.services.locations.locations import Locations
    from ui.pages.accounts.connect import ConnectForm
    from ui.pages.context import PageContext
    from ui.pages.locations.page import LocationsPage
    from ui.pages.page import Page
    from ui.shell.window import MainWindow


class Browsing:
    """Shows a service's public locations (spec 5.2); services keep their pages.

    Attributes:
        page: What is open; None while nothing is browsed.
    """

    def __init__(
        self,
        window: MainWindow,
        services: Services,
        context: PageContext,
        on_built: Callable[[Page], None],
    ) -> None:
        self._window = window
        self._services = services
        self._context = context
        self._on_built = on_built
        self._pages: dict[str, LocationsPage] = {}
        self._locations: dict[LocationsPage, Locations] = {}
        self.page: LocationsPage | None = None

    async def open(self, address: str, form: ConnectForm) -> LocationsPage | None:
        """Shows a service's locations; returns their page, None when the form shows errors instead.

        Args:
            address: The service address as it was typed; the demo's service if it is empty.
            form: Where it was typed.

        Raises:
            AppError: The service could not be asked, and nothing is known of it.
        """
        accounts = self._services.accounts
        try:
            public = accounts.browse(address) if address else await accounts.browse_demo()
        except InvalidInputError as error:
            form.show_field_error("serviceAddress", field_error_text(error.field, error.code))
            return None
        await _see(public)
        place = place_of(public.base_url) if address else demo_account().place
        self.page = self._page_of(place, public)
        self._window.show_account(place, _("no key"), "globe")
        self._window.show_key_state(_("Connect an account"), "", "")
        self._window.offer_tabs((LOCATIONS.key,))
        self.show_again()
        self.page.focus_search()
        return self.page

    def locations(self) -> Locations | None:
        """Returns what is browsed; None while nothing is."""
        return None if self.page is None else self._locations.get(self.page)

    def show_again(self) -> bool:
        """Shows what was browsed, after another page; returns False if nothing is."""
        if self.page is None:
            return False
        self._window.show_page(self.page, LOCATIONS.key)
        self.page.show_connection_status()
        return True

    def leave(self) -> None:
        """Leaves browsing, for an account or the welcome page."""
        if self.page is not None:
            self.page = None
            self._window.offer_tabs(None)

    def _page_of(self, place: str, public: PublicService) -> LocationsPage:
        if place not in self._pages:
            from ui.pages.locations.page import LocationsPage  # noqa: PLC0415 (light until it is visited)

            page = LocationsPage(public.locations, self._services.clock, self._context)
            self._pages[place] = page
            self._locations[page] = public.locations
            self._on_built(page)
            page.load()
        return self._pages[place]


async def _see(public: PublicService) -> None:
    """Waits until the countries are known: from the cache, or from the service."""
    countries = cast("AsyncGenerator[CountryList]", public.locations.countries())
    async with aclosing(countries) as known:
        async for _listed in known:
            return
