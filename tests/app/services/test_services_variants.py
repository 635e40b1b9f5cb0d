"""The core does its work whatever of the answers that the interface leaves open the service gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import ConflictError, ValidationError
from app.models.sub_users import SubUserDraft
from app.models.topup_requests import TopUpDraft
from app.models.topups import CREDITED, REJECTED
from app.present.errors import present_error
from support.variant_walk import assert_same, true_id
from tollhouse_sandbox.account.settlement import settle
from tollhouse_sandbox.account.topups import get_topup
from tollhouse_sandbox.store.records import TopUp as Truth
from tollhouse_sandbox.store.records import select
from tollhouse_sandbox.variants import VARIANTS

if TYPE_CHECKING:
    from support.linked_service import LinkedService
    from tollhouse_sandbox.settings import Scale

DRAFT = TopUpDraft(amount_usd="50.00", coin="LTC", network="litecoin")

NOT_PAYABLE = {"padded": "amount_too_precise"}


@pytest.fixture
def scale() -> Scale:
    return "demo"


async def choose(service: LinkedService, name: str, value: str) -> None:
    await service.control("variants", {name: value})


@pytest.mark.parametrize("scale", ["empty"])
@pytest.mark.parametrize("name", VARIANTS)
async def test_a_topup_is_checked_reported_and_credited(service: LinkedService, name: str) -> None:
    for value in VARIANTS[name].values:
        await choose(service, name, value)
        await _credit_one(service, value)


async def _credit_one(service: LinkedService, value: str) -> None:
    topups = service.account.topups
    topup = await topups.get((await topups.create(DRAFT)).id)
    truth = get_topup(service.world, true_id(topup.id))
    assert_same(topup, truth)
    deposit = await topups.check(topup)
    if value in NOT_PAYABLE:
        assert [problem.code for problem in deposit.problems] == [NOT_PAYABLE[value]]
    assert deposit.payable == (value not in NOT_PAYABLE)
    assert deposit.address == (truth.address if deposit.payable else None)
    await service.control(f"topups/{truth.id}/pay", {"amount": "exact"})
    assert_same(await topups.report(topup.id, ""), get_topup(service.world, truth.id))
    await service.control(f"topups/{truth.id}/confirm", {"count": truth.confirmations_required})
    ended = await topups.get(topup.id)
    assert_same(ended, get_topup(service.world, truth.id))
    assert ended.status == CREDITED


@pytest.mark.parametrize("variant", ["totals", "order", "ids", "absent", "timestamps", "decimals", "busy"])
async def test_the_whole_history_is_read(service: LinkedService, variant: str) -> None:
    settle(service.world)
    wanted = {row.id: row for row in select(service.world.connection, Truth, "WHERE 1")}
    for value in VARIANTS[variant].values:
        await choose(service, variant, value)
        found = [topup async for page in service.account.topups.pages() for topup in page.items]
        assert len(found) == len(wanted) > 100, value
        for topup in found:
            assert_same(topup, wanted[true_id(topup.id)])


@pytest.mark.parametrize("value", VARIANTS["errors"].values)
async def test_a_refusal_is_understood_as_far_as_it_says(service: LinkedService, value: str) -> None:
    await choose(service, "errors", value)
    with pytest.raises(ValidationError) as refused:
        await service.account.topups.create(DRAFT.model_copy(update={"amount_usd": "24.00"}))
    assert refused.value.detail
    assert bool(refused.value.fields) == (value != "message")
    codes = {field.code for field in refused.value.fields}
    assert codes == (set() if value == "message" else {"" if value == "texts" else "too_small"})
    topups = [await service.account.topups.create(DRAFT) for _time in range(2)]
    txid = "ab" * 32
    await service.account.topups.report(topups[0].id, txid)
    with pytest.raises(ConflictError) as refused_report:
        await service.account.topups.report(topups[1].id, txid)
    assert refused_report.value.code == ("" if value == "message" else "txid_already_used")


@pytest.mark.parametrize("value", VARIANTS["limit-code"].values)
async def test_one_sub_user_too_many_is_refused_in_words_of_the_limit(
    service: LinkedService, value: str
) -> None:
    await choose(service, "limit-code", value)
    subscription = (await service.account.subscriptions.list()).items[0]
    listed = await service.client.sub_users.list(subscription.id)
    for _number in range((listed.limit or 0) - len(listed.items)):
        await service.client.sub_users.create(subscription.id, SubUserDraft(label="one more"))
    with pytest.raises(ConflictError) as refused:
        await service.client.sub_users.create(subscription.id, SubUserDraft(label="too many"))
    assert not present_error(refused.value).about_key


@pytest.mark.parametrize("value", VARIANTS["overpayment"].values)
async def test_too_much_ends_as_the_service_decides(service: LinkedService, value: str) -> None:
    await choose(service, "overpayment", value)
    topup = await service.account.topups.create(DRAFT)
    await service.control(f"topups/{topup.id}/pay", {"amount": "over"})
    await service.account.topups.report(topup.id, "")
    await service.control(f"topups/{topup.id}/confirm", {"count": topup.confirmations_required})
    ended = await service.account.topups.get(topup.id)
    assert_same(ended, get_topup(service.world, topup.id))
    assert ended.status == (REJECTED if value == "reject" else CREDITED)
