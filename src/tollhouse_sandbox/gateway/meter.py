"""Who may use the gateway, and how much: credentials, caps, and the bytes that count (spec 1, 4.9)."""

import re
import secrets
from datetime import datetime

from tollhouse_sandbox.account.subscriptions import get_subscription, subscription_status
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.store.records import Subscription, SubUser, find
from tollhouse_sandbox.world import World

_STICKY = re.compile(r"(?P<username>.+)-session-[A-Za-z0-9]{1,32}-ttl-(?:[1-9]|[12][0-9]|30)")


class RefusedError(Exception):
    """These credentials may not pass; the message is the reason."""


class UsedUpError(Exception):
    """No more bytes may pass: a cap is reached, the subscription ended, or the sub-user was stopped."""


class Meter:
    """Counts what one connection uses for a subscription, and for a sub-user unless that id is empty."""

    def __init__(self, world: World, subscription_id: str, sub_user_id: str) -> None:
        self._world = world
        self._subscription_id = subscription_id
        self._sub_user_id = sub_user_id

    def count_request(self) -> None:
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
        owner = get_subscription(self._world, self._subscription_id)
        if subscription_status(owner, self._world.clock.now()) != "active":
            return 0
        remaining = owner.traffic_total_bytes - owner.traffic_used_bytes
        if not self._sub_user_id:
            return remaining
        user = find(self._world.connection, SubUser, "WHERE id = ?", self._sub_user_id)
        if user is None or not user.enabled:
            return 0
        if user.traffic_limit_bytes is None:
            return remaining
        return min(remaining, user.traffic_limit_bytes - user.traffic_used_bytes)

    def _add(self, count_bytes: int, requests: int) -> None:
        connection = self._world.connection
        day = self._world.clock.now().date().isoformat()
        with transaction(connection):
            connection.execute(
                "INSERT INTO usage_days (subscription_id, sub_user_id, day, bytes, requests)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT (subscription_id, day, sub_user_id)"
                " DO UPDATE SET bytes = bytes + excluded.bytes, requests = requests + excluded.requests",
                [self._subscription_id, self._sub_user_id, day, count_bytes, requests],
            )
            more = "SET traffic_used_bytes = traffic_used_bytes + ? WHERE id = ?"
            connection.execute(f"UPDATE subscriptions {more}", [count_bytes, self._subscription_id])
            connection.execute(f"UPDATE sub_users {more}", [count_bytes, self._sub_user_id])


def admit(world: World, username: str, password: str) -> Meter:
    """Admits a user whose traffic is not used up, and returns the meter of the connection.

    Raises:
        RefusedError: Unknown, wrong password, disabled, ended, used up, or a malformed sticky suffix.
    """
    name = _without_session(username)
    now = world.clock.now()
    subscription = find(world.connection, Subscription, "WHERE username = ?", name)
    if subscription is not None:
        _check_passwords(password, _main_passwords(subscription, now))
        _check_subscription(subscription, now)
        return Meter(world, subscription.id, "")
    sub_user = find(world.connection, SubUser, "WHERE username = ?", name)
    if sub_user is None:
        raise RefusedError("The username or the password is wrong.")
    _check_passwords(password, [sub_user.password])
    _check_sub_user(sub_user)
    _check_subscription(get_subscription(world, sub_user.subscription_id), now)
    return Meter(world, sub_user.subscription_id, sub_user.id)


def _without_session(username: str) -> str:
    if "-session-" not in username and "-ttl-" not in username:
        return username
    match = _STICKY.fullmatch(username)
    if match is None:
        raise RefusedError("The session is 1 to 32 letters or digits, its time 1 to 30 minutes.")
    return match["username"]


def _main_passwords(subscription: Subscription, now: datetime) -> list[str]:
    """Returns the password, and the previous one while it is still valid."""
    old, until = subscription.old_password, subscription.old_password_until
    if old is None or until is None or now >= until:
        return [subscription.password]
    return [subscription.password, old]


def _check_passwords(given: str, good: list[str]) -> None:
    if not any(secrets.compare_digest(given.encode(), password.encode()) for password in good):
        raise RefusedError("The username or the password is wrong.")


def _check_subscription(subscription: Subscription, now: datetime) -> None:
    if subscription_status(subscription, now) != "active":
        raise RefusedError("The subscription has ended.")
    if subscription.traffic_used_bytes >= subscription.traffic_total_bytes:
        raise RefusedError("The subscription's traffic is used up.")


def _check_sub_user(sub_user: SubUser) -> None:
    if not sub_user.enabled:
        raise RefusedError("The sub-user is disabled.")
    limit = sub_user.traffic_limit_bytes
    if limit is not None and sub_user.traffic_used_bytes >= limit:
        raise RefusedError("The sub-user's traffic cap is reached.")
