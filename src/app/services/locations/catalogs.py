"""The locations of all services, built when they are used first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.api.client import ServiceClient
    from app.clock import Clock
    from app.services.locations.locations import CountryChoiceStore, Locations
    from app.storage.state import State


class LocationCatalogs:
    """The locations of all services; two accounts at the same service share them."""

    def __init__(self, state: State, clock: Clock) -> None:
        self._state = state
        self._clock = clock
        self._clients: dict[str, ServiceClient] = {}
        self._locations: dict[str, Locations] = {}
        self._choices: CountryChoiceStore | None = None

    def use(self, service: str, client: ServiceClient) -> None:
        """Lets the locations of a service use `client` from now on: the demo's port changes."""
        self._clients[service] = client

    def of(self, service: str) -> Locations:
        """Returns the locations of a service for which `use` was called."""
        from app.services.locations.cache import LocationCache  # noqa: PLC0415 (after the first top-ups)
        from app.services.locations.locations import CountryChoiceStore, Locations  # noqa: PLC0415 (likewise)

        if self._choices is None:
            self._choices = CountryChoiceStore(self._state)
        if service not in self._locations:
            self._locations[service] = Locations(
                lambda: self._clients[service].catalog,
                cache=LocationCache(self._state, service),
                choices=self._choices,
                clock=self._clock,
            )
        return self._locations[service]
