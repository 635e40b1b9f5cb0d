"""Frozen views of sub-users: texts and flags, no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.present.subscription_views import BarKind
    from app.present.topup_views import Kind


@dataclass(frozen=True, slots=True)
class SubUserRow:
    """A sub-user in the table.

    Attributes:
        id: Its id.
        label: Its label; its username when it has none. Untrusted text.
        username: Its proxy username. Untrusted text.
        used: '3.2 / 5 GB', '0.4 GB / no cap'.
        used_full: '3.21 GB of 5 GB used, 64 %', for the tooltip and screen readers.
        share: How much of the cap is used, 0 to 1; None without a cap.
        bar: The color of the bar: amber from 80 %, red from 95 %.
        enabled: Whether it may use the gateway.
        created: '2 Nov'.
        created_full: The moment in full, for the tooltip.
        spoken: All of it in one sentence.
        search: The folded text that the filter searches.
        trouble: Why the row needs attention, '' where it needs none.
    """

    id: str
    label: str
    username: str
    used: str
    used_full: str
    share: float | None
    bar: BarKind
    enabled: bool
    created: str
    created_full: str
    spoken: str
    search: str
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class RunView:
    """How far a run over many sub-users is, or how it ended.

    Attributes:
        text: 'Setting the cap: 12 of 50', 'Done for 12 sub-users; 1 failed.'
        kind: The tone.
        icon: The name of the icon that fits.
        lines: A line for each row that is left, with its reason; empty while it runs.
        share: The finished share, 0 to 1.
        can_stop: Whether 'Stop' does anything.
        can_try_again: Whether rows are left.
    """

    text: str
    kind: Kind
    icon: str
    lines: tuple[str, ...]
    share: float
    can_stop: bool
    can_try_again: bool


@dataclass(frozen=True, slots=True)
class ImportRowView:
    """A row of a file to import.

    Attributes:
        number: 'Line 3'.
        label: The label. Untrusted text.
        password: Dots, or that the service makes it.
        cap: '5 GB', 'No cap', or as it is written if it can't be read.
        ok: Whether it will be made.
        notes: Its problems and warnings.
        spoken: All of it in one sentence.
    """

    number: str
    label: str
    password: str
    cap: str
    ok: bool
    notes: tuple[str, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class ImportView:
    """What a file would make.

    Attributes:
        rows: Its rows, in order.
        summary: '12 sub-users will be added. 2 rows are left out.'
        can_import: Whether any row is good.
    """

    rows: tuple[ImportRowView, ...]
    summary: str
    can_import: bool
