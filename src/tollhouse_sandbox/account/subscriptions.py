"""Subscriptions and their sub-users: listed, changed, given new passwords (spec 4.6 to 4.9, 4.11 to 4.14).

An unknown id raises an `ApiError` of status 404.
"""

from datetime import datetime

from tollhouse_sandbox.errors import conflict, not_found
from tollhouse_sandbox.ledger import write_commit
from tollhouse_sandbox.rules.ids import letters, new_id, new_password
from tollhouse_sandbox.rules.limits import OLD_PASSWORD_LIFETIME, SUB_USERS_MAX
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.store.records import Subscription, SubUser, change, find, insert, select
from tollhouse_sandbox.world import World


def list_subscriptions(world: World, product_id: str | None) -> list[Subscription]:
    """Returns the subscriptions of a product, or all, oldest first."""
    rest = "WHERE ? IS NULL OR product_id = ? ORDER BY number"
    return select(world.connection, Subscription, rest, product_id, product_id)


def get_subscription(world: World, subscription_id: str) -> Subscription:
    found = find(world.connection, Subscription, "WHERE id = ?", subscription_id)
    if found is None:
        raise not_found("subscription")
    return found


def subscription_status(subscription: Subscription, now: datetime) -> str:
    """Returns `active` or `expired` (spec 3.3 names only `active`)."""
    over = subscription.expires_at is not None and subscription.expires_at <= now
    return "expired" if over else "active"


def count_sub_users(world: World, subscription_id: str) -> int:
    query = "SELECT count(*) FROM sub_users WHERE subscription_id = ?"
    return int(world.connection.execute(query, [subscription_id]).fetchone()[0])


def update_subscription(world: World, subscription_id: str, **changes: object) -> Subscription:
    """Sets the label, auto-renew, or both; nothing given changes nothing."""
    get_subscription(world, subscription_id)
    if changes:
        with transaction(world.connection):
            change(world.connection, Subscription, subscription_id, **changes)
            now = world.clock.now()
            write_commit(world.connection, now, "subscription.updated", subscription=subscription_id)
    return get_subscription(world, subscription_id)


def reset_password(world: World, subscription_id: str) -> Subscription:
    """Makes a new main password; the old one stays valid for 60 seconds (spec 4.9)."""
    subscription = get_subscription(world, subscription_id)
    now = world.clock.now()
    with transaction(world.connection):
        change(
            world.connection,
            Subscription,
            subscription_id,
            password=new_password(),
            old_password=subscription.password,
            old_password_until=now + OLD_PASSWORD_LIFETIME,
        )
        write_commit(world.connection, now, "subscription.password_reset", subscription=subscription_id)
    return get_subscription(world, subscription_id)


def list_sub_users(world: World, subscription_id: str) -> list[SubUser]:
    """Oldest first."""
    get_subscription(world, subscription_id)
    rest = "WHERE subscription_id = ? ORDER BY number"
    return select(world.connection, SubUser, rest, subscription_id)


def get_sub_user(world: World, subscription_id: str, sub_user_id: str) -> SubUser:
    get_subscription(world, subscription_id)
    rest = "WHERE subscription_id = ? AND id = ?"
    found = find(world.connection, SubUser, rest, subscription_id, sub_user_id)
    if found is None:
        raise not_found("sub-user")
    return found


def add_sub_user(
    world: World, subscription_id: str, label: str, password: str, traffic_limit_bytes: int | None
) -> SubUser:
    """Adds a sub-user; an empty password makes one up.

    Raises:
        ApiError: 409 `sub_user_limit`.
    """
    subscription = get_subscription(world, subscription_id)
    if count_sub_users(world, subscription_id) >= SUB_USERS_MAX:
        raise conflict("sub_user_limit", f"A subscription has at most {SUB_USERS_MAX} sub-users.")
    now = world.clock.now()
    sub_user = SubUser(
        id=new_id("su"),
        subscription_id=subscription_id,
        label=label,
        username=f"{subscription.username}_{letters(5)}",
        password=password or new_password(),
        traffic_limit_bytes=traffic_limit_bytes,
        traffic_used_bytes=0,
        enabled=True,
        created_at=now,
    )
    with transaction(world.connection):
        insert(world.connection, [sub_user])
        write_commit(world.connection, now, "sub_user.created", sub_user=sub_user.id)
    return sub_user


def update_sub_user(
    world: World, subscription_id: str, sub_user_id: str, *, regenerate_password: bool, **changes: object
) -> SubUser:
    """Sets the columns in `changes`, and a new password if requested."""
    get_sub_user(world, subscription_id, sub_user_id)
    if regenerate_password:
        changes["password"] = new_password()
    if changes:
        with transaction(world.connection):
            change(world.connection, SubUser, sub_user_id, **changes)
            write_commit(world.connection, world.clock.now(), "sub_user.updated", sub_user=sub_user_id)
    return get_sub_user(world, subscription_id, sub_user_id)


def delete_sub_user(world: World, subscription_id: str, sub_user_id: str) -> None:
    """Deletes a sub-user; the traffic it used stays in the subscription's usage."""
    get_sub_user(world, subscription_id, sub_user_id)
    with transaction(world.connection):
        world.connection.execute("DELETE FROM sub_users WHERE id = ?", [sub_user_id])
        write_commit(world.connection, world.clock.now(), "sub_user.deleted", sub_user=sub_user_id)
