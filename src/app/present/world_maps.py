"""The world map: shapes by country, and each country's share of the traffic."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from app.i18n import units
from app.i18n.texts import _, listed
from app.present.countries import country_name
from app.resources import resource_path
from app.rules.subscriptions.usage import country_shares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.models.usage import UsageReport

LEVELS: Final = (0.0, 0.02, 0.10, 0.25)
"""From which share of the traffic on a country has level 1, 2, 3, 4; without any it has level 0."""

Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class WorldShapes:
    """The land, country by country, in units of the map; y goes down.

    Attributes:
        width: The map's width.
        height: The map's height.
        shapes: Closed rings by ISO 3166-1 alpha-2 code, to be filled by the even-odd rule; land that
            has no code is under ''.
    """

    width: float
    height: float
    shapes: Mapping[str, tuple[Ring, ...]]


@dataclass(frozen=True, slots=True)
class MapCountry:
    """A country with traffic; `level` is 1 to 4."""

    code: str
    name: str
    amount: str
    percent: str
    level: int
    spoken: str


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What a level means: '2 to 10 %'."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class MapView:
    """Traffic on the map, largest first; `off_map` names what is not drawn, or is empty."""

    places: tuple[MapCountry, ...]
    legend: tuple[LegendEntry, ...]
    off_map: str


@cache
def load_world() -> WorldShapes:
    """Reads the shapes that come with the app, once."""
    content = json.loads(resource_path("map", "world.json").read_text(encoding="utf-8"))
    shapes = {
        code: tuple(tuple(zip(ring[::2], ring[1::2], strict=True)) for ring in rings)
        for code, rings in content["shapes"].items()
    }
    return WorldShapes(content["width"], content["height"], shapes)


def present_map(report: UsageReport) -> MapView:
    """Returns the countries of a report for the map; the same numbers as its table."""
    shares = country_shares(report)
    largest = max((item.used_bytes for item in shares), default=0)
    drawn = load_world().shapes
    places, missing = [], []
    for item in shares:
        name, amount = country_name(item.code), units.data_in_unit_of(item.used_bytes, largest)
        if item.code not in drawn or not item.code:
            missing.append(f"{name} {amount}")
            continue
        percent = units.percent(item.share)
        level = sum(item.share >= start for start in LEVELS)
        spoken = listed((name, amount, percent))
        places.append(MapCountry(item.code, name, amount, percent, level, spoken))
    off_map = _("Not on the map: {places}").format(places=units.enumerated(missing)) if missing else ""
    return MapView(tuple(places), _legend(), off_map)


def _legend() -> tuple[LegendEntry, ...]:
    return (
        LegendEntry(0, _("None")),
        LegendEntry(1, _("Under 2 %")),
        LegendEntry(2, _("2 to 10 %")),
        LegendEntry(3, _("10 to 25 %")),
        LegendEntry(4, _("25 % and more")),
    )
