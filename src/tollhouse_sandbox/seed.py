"""Fills a new database: the demo account, drawn from a seed and placed in time around now."""

import random
import sqlite3
from datetime import datetime
from decimal import Decimal

from tollhouse_sandbox.seed_subscriptions import seed_subscriptions
from tollhouse_sandbox.seed_topups import seed_topups
from tollhouse_sandbox.settings import Settings
from tollhouse_sandbox.store.database import keep_balance

DEMO_BALANCE_USD = Decimal("27.50")


def seed(connection: sqlite3.Connection, settings: Settings, now: datetime) -> None:
    """Fills a new database, unless its scale is `empty`; call it inside a transaction."""
    if settings.scale == "empty":
        return
    draw = random.Random(settings.seed)  # noqa: S311 - demo data, the same at every start
    keep_balance(connection, DEMO_BALANCE_USD)
    seed_topups(connection, draw, now)
    seed_subscriptions(connection, draw, now)
