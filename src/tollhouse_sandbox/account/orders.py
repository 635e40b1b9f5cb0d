"""Orders: priced when a top-up is created, placed from the balance when it is credited (spec 2.2, 3.2)."""

import sqlite3
from dataclasses import replace
from datetime import datetime
from typing import Any

from tollhouse_sandbox.errors import conflict, invalid
from tollhouse_sandbox.ledger import write_commit
from tollhouse_sandbox.rules.ids import letters, new_id, new_password
from tollhouse_sandbox.rules.plans import PLANS, PROMOS, Plan, order_total
from tollhouse_sandbox.store.database import read_balance, save_balance
from tollhouse_sandbox.store.records import Purchase, Subscription, insert


def price_purchase(plan_id: str, quantity: int, options: dict[str, Any], promo_code: str | None) -> Purchase:
    """Checks and prices a purchase (spec 4.2.4).

    Raises:
        ApiError: 422 on a `purchase.` field, or 409 `plan_unavailable`.
    """
    promo = None
    if promo_code is not None:
        promo = PROMOS.get(promo_code)
        if promo is None:
            raise invalid("purchase.promoCode", "invalid", "This promo code is not known.")
    plan = PLANS.get(plan_id)
    if plan is None:
        raise conflict("plan_unavailable", "This plan is not available.")
    return Purchase(
        plan_id=plan.id,
        plan_name=plan.name,
        quantity=quantity,
        options=options,
        promo_code=promo_code,
        total=order_total(plan, quantity, promo),
    )


def place_order(connection: sqlite3.Connection, purchase: Purchase, topup_id: str, now: datetime) -> Purchase:
    """Buys from the balance, inside the transaction that credited the top-up (spec 4.2.6).

    Returns:
        The purchase, `completed` with its order id, or `failed` with the reason.
    """
    plan = PLANS.get(purchase.plan_id)
    balance = read_balance(connection)
    promo = PROMOS.get(purchase.promo_code or "")
    if plan is None or not plan.in_stock:
        return _failed(connection, purchase, topup_id, now, "The plan is sold out.")
    if promo is not None and not promo.usable:
        return _failed(connection, purchase, topup_id, now, "The promo code cannot be used any more.")
    if balance < purchase.total:
        return _failed(connection, purchase, topup_id, now, "The balance does not cover the price.")
    save_balance(connection, balance - purchase.total)
    subscription = _subscription(plan, purchase.quantity, now)
    insert(connection, [subscription])
    done = replace(purchase, status="completed", order_id=new_id("ord"))
    write_commit(
        connection, now, "order.placed", topup=topup_id, order=done.order_id, subscription=subscription.id
    )
    return done


def _failed(
    connection: sqlite3.Connection, purchase: Purchase, topup_id: str, now: datetime, reason: str
) -> Purchase:
    write_commit(connection, now, "order.failed", topup=topup_id, reason=reason)
    return replace(purchase, status="failed", failure_reason=reason)


def _subscription(plan: Plan, quantity: int, now: datetime) -> Subscription:
    return Subscription(
        id=new_id("sub"),
        product_id=plan.product_id,
        label=plan.name,
        plan_id=plan.id,
        traffic_total_bytes=plan.traffic_bytes * quantity,
        traffic_used_bytes=0,
        expires_at=None if plan.lasts is None else now + plan.lasts,
        auto_renew=False,
        username=f"acme_{letters(6)}",
        password=new_password(),
        created_at=now,
        country_weights="US:1",
    )
