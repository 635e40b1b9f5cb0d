"""Who may use the gateway: usernames with or without a sticky suffix, passwords, caps (spec 1, 4.9)."""

import re
import secrets
from dataclasses import dataclass
from datetime import datetime

from tollhouse_sandbox.account.subscriptions import subscription_status
from tollhouse_sandbox.store.records import Subscription, SubUser, find
from tollhouse_sandbox.world import World

_STICKY = re.compile(r"(?P<username>.+)-session-[A-Za-z0-9]{1,32}-ttl-(?:[1-9]|[12][0-9]|30)")


class RefusedError(Exception):
    """These credentials may not pass; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Whose traffic it is; `sub_user_id` is empty for the main user."""

    subscription_id: str
    sub_user_id: str


def admit(world: World, username: str, password: str) -> Grant:
    """Admits a user whose traffic is not used up.

    Raises:
        RefusedError: Unknown, wrong password, disabled, ended, used up, or a malformed sticky suffix.
    """
    name = _without_session(username)
    now = world.clock.now()
    subscription = find(world.connection, Subscription, "WHERE username = ?", name)
    if subscription is not None:
        _check_passwords(password, _main_passwords(subscription, now))
        _check_subscription(subscription, now)
        return Grant(subscription.id, "")
    sub_user = find(world.connection, SubUser, "WHERE username = ?", name)
    if sub_user is None:
        raise RefusedError("The username or the password is wrong.")
    _check_passwords(password, [sub_user.password])
    _check_sub_user(sub_user)
    owner = find(world.connection, Subscription, "WHERE id = ?", sub_user.subscription_id)
    if owner is None:
        raise RefusedError("The subscription is gone.")
    _check_subscription(owner, now)
    return Grant(owner.id, sub_user.id)


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
