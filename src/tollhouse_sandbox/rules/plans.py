"""The plans on sale, promo codes, and what an order costs (spec 2.2)."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal

GB = 1_000_000_000
_CENT = Decimal("0.01")
_MONTH = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan; one that is not `in_stock` can be priced, but is sold out by the time of the order."""

    id: str
    name: str
    product_id: str
    traffic_bytes: int
    price: Decimal
    lasts: timedelta | None
    in_stock: bool = True


@dataclass(frozen=True, slots=True)
class Promo:
    """A promo code: the share of the price it takes off, and whether an order may still use it."""

    code: str
    discount: Decimal
    usable: bool = True


def _residential(gigabytes: int, price: str) -> Plan:
    name = f"Residential {gigabytes} GB"
    return Plan(f"residential-{gigabytes}gb", name, "residential", gigabytes * GB, Decimal(price), _MONTH)


def _mobile(gigabytes: int, price: str) -> Plan:
    name = f"Mobile {gigabytes} GB"
    return Plan(f"mobile-gb-{gigabytes}", name, "mobile-gb", gigabytes * GB, Decimal(price), None)


PLANS = {
    plan.id: plan
    for plan in (
        _residential(1, "4.00"),
        _residential(5, "17.50"),
        _residential(10, "32.00"),
        _residential(25, "75.00"),
        _residential(50, "140.00"),
        _residential(100, "260.00"),
        _mobile(1, "8.00"),
        _mobile(5, "37.50"),
        _mobile(10, "70.00"),
        _mobile(25, "165.00"),
        Plan(
            "residential-flash-20gb",
            "Residential flash sale 20 GB",
            "residential",
            20 * GB,
            Decimal("30.00"),
            _MONTH,
            in_stock=False,
        ),
    )
}

PROMOS = {
    promo.code: promo
    for promo in (Promo("WELCOME10", Decimal("0.10")), Promo("SPENT", Decimal("0.50"), usable=False))
}


def order_total(plan: Plan, quantity: int, promo: Promo | None) -> Decimal:
    share = 1 - promo.discount if promo else Decimal(1)
    return (plan.price * quantity * share).quantize(_CENT, ROUND_HALF_UP)
