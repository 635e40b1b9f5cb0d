"""Opens a sandbox: data from an earlier start, or new ones, and a clock that does not go back."""

import sqlite3
from datetime import UTC, datetime, timedelta

from tollhouse_sandbox.chain import Chain
from tollhouse_sandbox.clock import Clock
from tollhouse_sandbox.fault_script import FaultScript
from tollhouse_sandbox.ledger import last_time, trim
from tollhouse_sandbox.rules.locations import Locations
from tollhouse_sandbox.settings import Settings
from tollhouse_sandbox.store.database import open_database, read_value, save_value, transaction
from tollhouse_sandbox.variants import Variants
from tollhouse_sandbox.world import World


def open_world(settings: Settings) -> World:
    """Opens the data, or seeds new ones, and starts the clock.

    Raises:
        DataError: The data folder cannot be used.
    """
    connection = open_database(settings.data_dir)
    clock = Clock(_start_time(connection, settings), settings.speed)
    chain = Chain(connection, clock)
    if read_value(connection, "seeded_at") is None:
        with transaction(connection):
            if settings.scale != "empty":
                from tollhouse_sandbox.seed import seed  # noqa: PLC0415 - needed once in the life of the data

                seed(connection, settings.seed, clock.now())
            save_value(connection, "seeded_at", clock.now().isoformat())
    trim(connection)
    chain.set_automatic(automatic=settings.automatic_blocks)
    locations = Locations(large=settings.scale == "large")
    return World(
        settings, connection, clock, chain, locations, FaultScript(), Variants(dict(settings.variants))
    )


def _start_time(connection: sqlite3.Connection, settings: Settings) -> datetime:
    if settings.now is not None:
        return settings.now
    ahead = timedelta(seconds=float(read_value(connection, "clock_ahead_seconds") or 0))
    start = datetime.now(UTC) + max(ahead, timedelta(0))
    # After a crash the clock's lead may be lost, yet time must not go back behind what was recorded.
    recorded = last_time(connection)
    return max(start, recorded) if recorded else start
