"""A sandbox in process, and what the app keeps of its locations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.api.client import ServiceClient
from app.services.locations.catalogs import LocationCatalogs
from app.storage.state import State
from support.linked_service import ADDRESS, LinkedService

if TYPE_CHECKING:
    from pathlib import Path

    from app.services.locations.locations import Locations


class KeptLocations:
    """A sandbox, and the app's locations of it, without any key."""

    def __init__(self, folder: Path) -> None:
        self.service = LinkedService(folder)
        self.folder = folder
        self.locations = self.restarted()

    def restarted(self, service: str = ADDRESS) -> Locations:
        """The locations as after a start of the app: nothing in memory."""
        state = State(self.folder / "state.sqlite")
        catalogs = LocationCatalogs(state, self.service.clock)
        client = ServiceClient(ADDRESS, None, http=self.service.http, clock=self.service.clock)
        catalogs.use(service, client)
        return catalogs.of(service)

    async def asked(self, path: str) -> int:
        return len(await self.service.requests("GET", path))
