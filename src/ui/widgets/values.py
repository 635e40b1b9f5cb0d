"""The values that charts and result lists draw. They know no Qt, so that presenters can make them."""

from __future__ import annotations

from typing import NamedTuple


class Bar(NamedTuple):
    """One day of a chart.

    Attributes:
        share: Height in parts of the axis; None is a gap: nothing is known, which is not zero.
        value: '1.31 GB', or '18,204 req'; for a gap 'No data'.
        caption: '13 Nov · 18,204 req', or '13 Nov · 1.31 GB'.
        accessible_text: '13 Nov: 1.31 GB, 18,204 requests'.
    """

    share: float | None
    value: str
    caption: str
    accessible_text: str


class Tick(NamedTuple):
    """A line of the axis; `share` is its height in parts of the axis."""

    share: float
    text: str


class CountryUsage(NamedTuple):
    """The traffic of a country.

    Attributes:
        code: ISO 3166-1 alpha-2; empty for all others.
        name: An unknown code is unchanged (untrusted text).
        amount: '11.2 GB'; every country has the same unit.
        percent: '36 %' of all traffic.
        share: Its share of the largest country, 0 to 1, for its bar.
        level: The tint on the map, 1 to 4; 0 is none.
        accessible_text: 'Germany, 11.2 GB, 36 %'.
    """

    code: str
    name: str
    amount: str
    percent: str
    share: float
    level: int
    accessible_text: str


class PaletteRow(NamedTuple):
    """A result of the command palette; no secrets. Title and detail are untrusted text.

    Attributes:
        flag: A country's code, to show its flag instead of the icon; may be empty.
        ranges: Start and end of each match in the title.
        detail: 'sub-user of Price watch EU', 'city in Germany · de-berlin'.
        actions: Their texts.
        chosen: The index of the action that Enter runs.
    """

    key: str
    icon: str
    flag: str
    title: str
    ranges: tuple[tuple[int, int], ...]
    detail: str
    actions: tuple[str, ...]
    chosen: int = 0
