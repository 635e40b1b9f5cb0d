"""Counts bytes and requests into the day, the subscription and the sub-user, up to what is left."""

from tollhouse_sandbox.account.subscriptions import subscription_status
from tollhouse_sandbox.gateway.admission import Grant
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.store.records import Subscription, SubUser, find
from tollhouse_sandbox.world import World


class UsedUpError(Exception):
    """No more bytes may pass: a cap is reached, the subscription ended, or the sub-user was stopped."""


class Meter:
    """What one connection uses."""

    def __init__(self, world: World, grant: Grant) -> None:
        self._world = world
        self._grant = grant

    def count_request(self) -> None:
        """Counts one request, or one tunnel."""
        self._add(0, 1)

    def take(self, wanted: int) -> int:
        """Counts bytes about to pass, and returns how many of them may.

        Raises:
            UsedUpError: None of them may.
        """
        allowed = min(wanted, self._remaining())
        if allowed <= 0:
            raise UsedUpError
        self._add(allowed, 0)
        return allowed

    def take_all(self, wanted: int) -> None:
        """Counts bytes that pass as a whole or not at all.

        Raises:
            UsedUpError: They may not.
        """
        if self.take(wanted) < wanted:
            raise UsedUpError

    def _remaining(self) -> int:
        connection = self._world.connection
        owner = find(connection, Subscription, "WHERE id = ?", self._grant.subscription_id)
        if owner is None or subscription_status(owner, self._world.clock.now()) != "active":
            return 0
        remaining = owner.traffic_total_bytes - owner.traffic_used_bytes
        if not self._grant.sub_user_id:
            return remaining
        user = find(connection, SubUser, "WHERE id = ?", self._grant.sub_user_id)
        if user is None or not user.enabled:
            return 0
        if user.traffic_limit_bytes is None:
            return remaining
        return min(remaining, user.traffic_limit_bytes - user.traffic_used_bytes)

    def _add(self, count_bytes: int, requests: int) -> None:
        connection, grant = self._world.connection, self._grant
        day = self._world.clock.now().date().isoformat()
        with transaction(connection):
            connection.execute(
                "INSERT INTO usage_days (subscription_id, sub_user_id, day, bytes, requests)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT (subscription_id, day, sub_user_id)"
                " DO UPDATE SET bytes = bytes + excluded.bytes, requests = requests + excluded.requests",
                [grant.subscription_id, grant.sub_user_id, day, count_bytes, requests],
            )
            for table, record_id in (
                ("subscriptions", grant.subscription_id),
                ("sub_users", grant.sub_user_id),
            ):
                query = f"UPDATE {table} SET traffic_used_bytes = traffic_used_bytes + ? WHERE id = ?"  # noqa: S608 (names from above)
                connection.execute(query, [count_bytes, record_id])
