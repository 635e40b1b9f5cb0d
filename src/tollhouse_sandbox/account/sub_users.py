"""Sub-users: listed, added, changed, deleted (spec 4.11 to 4.14)."""

from tollhouse_sandbox.account.subscriptions import count_sub_users, get_subscription
from tollhouse_sandbox.errors import conflict, not_found
from tollhouse_sandbox.ledger import write_commit
from tollhouse_sandbox.rules.ids import new_id, new_password, sub_username
from tollhouse_sandbox.rules.limits import SUB_USERS_MAX
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.store.records import SubUser, change, find, insert, select
from tollhouse_sandbox.world import World


def list_sub_users(world: World, subscription_id: str) -> list[SubUser]:
    """Returns a subscription's sub-users, oldest first.

    Raises:
        ApiError: 404.
    """
    get_subscription(world, subscription_id)
    rest = "WHERE subscription_id = ? ORDER BY number"
    return select(world.connection, SubUser, rest, subscription_id)


def get_sub_user(world: World, subscription_id: str, sub_user_id: str) -> SubUser:
    """Finds a sub-user of this subscription.

    Raises:
        ApiError: 404.
    """
    get_subscription(world, subscription_id)
    rest = "WHERE subscription_id = ? AND id = ?"
    found = find(world.connection, SubUser, rest, subscription_id, sub_user_id)
    if found is None:
        raise not_found("sub-user")
    return found


def add_sub_user(
    world: World, subscription_id: str, label: str, password: str | None, traffic_limit_bytes: int | None
) -> SubUser:
    """Adds a sub-user, with a made-up password unless one is given.

    Raises:
        ApiError: 404, or 409 `sub_user_limit`.
    """
    subscription = get_subscription(world, subscription_id)
    if count_sub_users(world, subscription_id) >= SUB_USERS_MAX:
        raise conflict("sub_user_limit", f"A subscription has at most {SUB_USERS_MAX} sub-users.")
    now = world.clock.now()
    sub_user = SubUser(
        id=new_id("su"),
        subscription_id=subscription_id,
        label=label,
        username=sub_username(subscription.username),
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
    """Sets the columns in `changes`, and a new password if requested.

    Raises:
        ApiError: 404.
    """
    get_sub_user(world, subscription_id, sub_user_id)
    if regenerate_password:
        changes["password"] = new_password()
    if changes:
        with transaction(world.connection):
            change(world.connection, SubUser, sub_user_id, **changes)
            write_commit(world.connection, world.clock.now(), "sub_user.updated", sub_user=sub_user_id)
    return get_sub_user(world, subscription_id, sub_user_id)


def delete_sub_user(world: World, subscription_id: str, sub_user_id: str) -> None:
    """Deletes a sub-user; the traffic it used stays in the subscription's usage.

    Raises:
        ApiError: 404.
    """
    get_sub_user(world, subscription_id, sub_user_id)
    with transaction(world.connection):
        world.connection.execute("DELETE FROM sub_users WHERE id = ?", [sub_user_id])
        write_commit(world.connection, world.clock.now(), "sub_user.deleted", sub_user=sub_user_id)
