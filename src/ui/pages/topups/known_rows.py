"""The cached rows: shown until the service has reported the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n.units import as_of
from app.models.topups import AWAITING_PAYMENT, VERIFYING
from ui.pages.topups.list_pane import ALL, OPEN

if TYPE_CHECKING:
    from datetime import datetime

    from app.clock import Clock
    from app.models.topups import TopUp
    from app.services.topups.known_topups import KnownTopUps
    from ui.pages.topups.list_footer import ListFooter
    from ui.pages.topups.list_model import TopUpListModel

_KINDS = {OPEN: {AWAITING_PAYMENT, VERIFYING}}


class KnownRows:
    """Connects the list with its cache."""

    def __init__(self, known: KnownTopUps, model: TopUpListModel, footer: ListFooter, clock: Clock) -> None:
        self._known = known
        self._model = model
        self._footer = footer
        self._clock = clock
        self._as_of: datetime | None = None
        self._topups: dict[str, TopUp] = {}

    async def show(self, chip: str) -> datetime | None:
        """Shows the cached rows; returns when the service reported them, None if there are none."""
        found = await self._known.read()
        if found is None:
            return None
        self._topups = {topup.id: topup for topup in found.topups}
        self._as_of = found.as_of
        self._footer.show_age(as_of(found.as_of, self._clock.now()))
        self.pick(chip)
        return found.as_of

    def pick(self, chip: str) -> None:
        """Shows those of a chip, while they are what is shown."""
        if self._as_of is not None:
            kinds = _KINDS.get(chip, {chip})
            shown = (topup for topup in self._topups.values() if chip == ALL or topup.status in kinds)
            self._model.begin_anew(tuple(shown))

    def known_at(self, topup: TopUp) -> datetime | None:
        """Returns when this state was reported, if it is not newer than the cache."""
        return self._as_of if self._topups.get(topup.id) is topup else None

    def end(self) -> bool:
        """Records that the service has reported the list; returns whether cached rows were shown."""
        was_shown = self._as_of is not None
        self._as_of = None
        self._topups = {}
        self._footer.show_age("")
        return was_shown
