"""Subscriptions: read, renamed, renewed, given a new password (spec 4.6 to 4.9)."""

from datetime import datetime

from tollhouse_sandbox.errors import not_found
from tollhouse_sandbox.ledger import write_commit
from tollhouse_sandbox.rules.ids import new_password
from tollhouse_sandbox.rules.limits import OLD_PASSWORD_KEPT
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.store.records import Subscription, change, find, select
from tollhouse_sandbox.world import World


def list_subscriptions(world: World, product_id: str | None) -> list[Subscription]:
    """Returns the subscriptions of a product, or all, oldest first."""
    rest = "WHERE ? IS NULL OR product_id = ? ORDER BY number"
    return select(world.connection, Subscription, rest, product_id, product_id)


def get_subscription(world: World, subscription_id: str) -> Subscription:
    """Finds a subscription.

    Raises:
        ApiError: 404.
    """
    found = find(world.connection, Subscription, "WHERE id = ?", subscription_id)
    if found is None:
        raise not_found("subscription")
    return found


def subscription_status(subscription: Subscription, now: datetime) -> str:
    """Returns `active` or `expired` (spec 3.3 names only `active`)."""
    over = subscription.expires_at is not None and subscription.expires_at <= now
    return "expired" if over else "active"


def count_sub_users(world: World, subscription_id: str) -> int:
    """Counts a subscription's sub-users."""
    query = "SELECT count(*) FROM sub_users WHERE subscription_id = ?"
    return int(world.connection.execute(query, [subscription_id]).fetchone()[0])


def update_subscription(world: World, subscription_id: str, **changes: object) -> Subscription:
    """Sets the label, auto-renew, or both; nothing given changes nothing.

    Raises:
        ApiError: 404.
    """
    get_subscription(world, subscription_id)
    if changes:
        with transaction(world.connection):
            change(world.connection, Subscription, subscription_id, **changes)
            now = world.clock.now()
            write_commit(world.connection, now, "subscription.updated", subscription=subscription_id)
    return get_subscription(world, subscription_id)


def reset_password(world: World, subscription_id: str) -> Subscription:
    """Makes a new main password; the old one stays valid for 60 seconds (spec 4.9).

    Raises:
        ApiError: 404.
    """
    subscription = get_subscription(world, subscription_id)
    now = world.clock.now()
    with transaction(world.connection):
        change(
            world.connection,
            Subscription,
            subscription_id,
            password=new_password(),
            old_password=subscription.password,
            old_password_until=now + OLD_PASSWORD_KEPT,
        )
        write_commit(world.connection, now, "subscription.password_reset", subscription=subscription_id)
    return get_subscription(world, subscription_id)
