"""One running sandbox: its settings, database, clock, chain, fault script and variants."""

import sqlite3
from dataclasses import dataclass

from tollhouse_sandbox.chain import Chain
from tollhouse_sandbox.clock import Clock
from tollhouse_sandbox.fault_script import FaultScript
from tollhouse_sandbox.rules.locations import Locations
from tollhouse_sandbox.settings import Settings
from tollhouse_sandbox.store.database import save_value
from tollhouse_sandbox.variants import Variants


@dataclass(frozen=True, slots=True)
class World:
    """Everything that the routes of one sandbox share."""

    settings: Settings
    connection: sqlite3.Connection
    clock: Clock
    chain: Chain
    locations: Locations
    faults: FaultScript
    variants: Variants

    def save_clock(self) -> None:
        """Saves how far the clock is ahead, for the next start with the same data."""
        save_value(self.connection, "clock_ahead_seconds", str(self.clock.ahead().total_seconds()))

    def close(self) -> None:
        self.save_clock()
        self.connection.close()
