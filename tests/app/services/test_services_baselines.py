"""Later answers are held against what passed the gate, and against nothing that never did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.models.money import DecimalText
from app.models.topups import TopUpDraft
from app.services.topups import TopUps
from app.storage.outbox import Outbox
from support.linked_service import linked_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.models.topups import TopUp
    from support.linked_service import LinkedService

DRAFT = TopUpDraft.model_validate({"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"})
OTHER = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LinkedService]:
    with linked_service(tmp_path) as service:
        yield service


def reborn(service: LinkedService) -> TopUps:
    """The same account's top-ups, after the app was started anew."""
    return TopUps(
        api=service.client.topups,
        coins=service.account.topups._coins,
        outbox=Outbox(service.outbox._database.path),
        account="demo",
        service="demo",
        clock=service.clock,
    )


def a_little_more(topup: TopUp) -> TopUp:
    """Another amount, such as the gate would let pass if it knew no better."""
    units = int(topup.amount_crypto.replace(".", "")) + 1
    amount = DecimalText(f"0.{units:08d}")
    return topup.model_copy(update={"amount_crypto": amount, "payment_uri": None})


async def test_what_was_blocked_at_first_does_not_stand_against_what_is_right(
    service: LinkedService,
) -> None:
    lie = {"kind": "mutate", "path": "address", "value": OTHER, "every": True}
    await service.faults({"route": "POST /v1/topups", **lie}, {"route": "GET /v1/topups/{id}", **lie})
    topup = await service.account.topups.create(DRAFT)
    for topups in (service.account.topups, reborn(service)):
        deposit = await topups.check(await topups.get(topup.id))
        assert [(one.code, one.found) for one in deposit.problems] == [("address_not_catalog", OTHER)]
    await service.faults()
    for topups in (service.account.topups, reborn(service)):
        assert (await topups.check(await topups.get(topup.id))).payable


async def test_what_passed_stands_against_later_answers_after_a_crash_too(service: LinkedService) -> None:
    topup = await service.account.topups.create(DRAFT)
    assert (await reborn(service).check(a_little_more(topup))).payable, "it was not shown yet"
    other = await service.account.topups.create(DRAFT)
    assert (await service.account.topups.check(other)).payable
    for topups in (service.account.topups, reborn(service)):
        (problem,) = (await topups.check(a_little_more(other))).problems
        assert problem.code == "amount_changed"
        assert problem.expected == other.amount_crypto


async def test_one_that_another_app_made_is_held_against_what_was_shown_here(service: LinkedService) -> None:
    made = await service.account.topups.create(DRAFT)
    elsewhere = TopUps(
        api=service.client.topups,
        coins=service.account.topups._coins,
        outbox=Outbox(service.outbox._database.path.with_name("other.sqlite")),
        account="demo",
        service="demo",
        clock=service.clock,
    )
    assert (await elsewhere.check(made)).payable
    assert [one.code for one in (await elsewhere.check(a_little_more(made))).problems] == ["amount_changed"]
