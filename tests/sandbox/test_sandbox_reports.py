"""Payments are reported, found on the chain, and credited or rejected as spec 3.1 and 4.3 say."""

import asyncio
from collections.abc import Awaitable, Callable
from decimal import Decimal

import pytest

from support.sandbox_service import Service, codes, error_code

HEX = "ab" * 32
SIGNATURE = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"


async def test_an_exact_payment_is_credited_after_its_confirmations(service: Service) -> None:
    topup = await service.topup(coin="LTC", network="litecoin")
    txid = await service.pay(topup["id"])
    reported = (await service.report(topup["id"])).json()
    assert reported["status"] == "verifying"
    assert reported["txidSubmittedAt"] is not None
    for count in range(1, 6):
        seen = await service.confirm(topup["id"])
        assert (seen["status"], seen["confirmations"]) == ("verifying", count)
        assert seen["txid"] == txid
        assert seen["explorerUrl"] == f"https://litecoinspace.org/tx/{txid}"
    credited = await service.confirm(topup["id"])
    assert credited["status"] == "credited"
    assert credited["final"] is True
    assert credited["creditedUsd"] == "50.00"
    assert credited["creditedAt"] is not None
    assert credited["amountReceivedCrypto"] == topup["amountCrypto"]
    assert credited["confirmations"] == 6


async def test_confirmations_come_one_a_second_by_themselves(service: Service) -> None:
    topup = await service.topup(coin="USDT", network="tron")
    await service.pay(topup["id"])
    await service.report(topup["id"])
    await service.advance(seconds=7)
    assert (await service.read(topup["id"]))["confirmations"] == 7
    await service.advance(seconds=13)
    assert (await service.read(topup["id"]))["status"] == "credited"


async def test_automatic_blocks_can_be_stopped_and_started(service: Service) -> None:
    topup = await service.topup()
    await service.pay(topup["id"])
    await service.report(topup["id"])
    assert (await service.post("/_sandbox/chain", {"automatic": False})).json() == {"automatic": False}
    await service.advance(minutes=20)
    assert (await service.read(topup["id"]))["confirmations"] == 0
    await service.post("/_sandbox/chain", {"automatic": True})
    await service.advance(seconds=1)
    assert (await service.read(topup["id"]))["confirmations"] == 1


@pytest.mark.parametrize("amount", ["under", "over", "0.00000001"])
@pytest.mark.parametrize("with_txid", [True, False])
async def test_another_amount_is_rejected_with_what_was_received(
    service: Service, amount: str, *, with_txid: bool
) -> None:
    topup = await service.topup()
    txid = await service.pay(topup["id"], amount)
    await service.report(topup["id"], txid if with_txid else None)
    rejected = await service.read(topup["id"])
    assert rejected["status"] == "rejected"
    assert rejected["final"] is False
    assert rejected["rejection"]["code"] == "amount_mismatch"
    assert rejected["txid"] == txid
    assert rejected["creditedUsd"] is None
    received, asked = Decimal(rejected["amountReceivedCrypto"]), Decimal(topup["amountCrypto"])
    assert (received > asked) is (amount == "over")


async def test_a_rejected_topup_can_be_paid_and_reported_again(service: Service) -> None:
    topup = await service.topup()
    await service.report(topup["id"], await service.pay(topup["id"], "under"))
    assert (await service.read(topup["id"]))["status"] == "rejected"
    await service.pay(topup["id"])
    again = (await service.report(topup["id"])).json()
    assert (again["status"], again["rejection"], again["txid"]) == ("verifying", None, None)
    assert (await service.confirm(topup["id"], 2))["status"] == "credited"


async def test_a_report_before_the_payment_waits_for_it(service: Service) -> None:
    topup = await service.topup()
    await service.report(topup["id"], HEX)
    await service.advance(minutes=30)
    waiting = await service.read(topup["id"])
    assert (waiting["status"], waiting["confirmations"]) == ("verifying", 0)
    assert await service.pay(topup["id"], txid=HEX) == HEX
    await service.advance(seconds=2)
    assert (await service.read(topup["id"]))["status"] == "credited"


async def test_a_payment_that_never_comes_is_rejected_after_an_hour(service: Service) -> None:
    topup = await service.topup()
    await service.report(topup["id"], HEX)
    await service.advance(minutes=59)
    assert (await service.read(topup["id"]))["status"] == "verifying"
    await service.advance(minutes=1)
    rejected = await service.read(topup["id"])
    assert (rejected["status"], rejected["rejection"]["code"]) == ("rejected", "payment_not_found")


async def test_a_late_payment_of_an_expired_topup_counts_until_the_deadline(service: Service) -> None:
    topup = await service.topup()
    await service.advance(hours=72, minutes=29, seconds=59.999)
    assert (await service.read(topup["id"]))["status"] == "expired"
    assert (await service.credit(topup))["status"] == "credited"


async def test_after_the_deadline_a_topup_is_closed(service: Service) -> None:
    topup = await service.topup()
    await service.advance(hours=72, minutes=30)
    assert error_code(await service.report(topup["id"])) == (409, "topup_closed")
    assert error_code(await service.report(topup["id"], "nonsense")) == (409, "topup_closed")


async def test_a_rejected_topup_is_final_and_closed_after_the_deadline(service: Service) -> None:
    topup = await service.topup()
    await service.report(topup["id"], await service.pay(topup["id"], "under"))
    await service.advance(hours=72, minutes=29, seconds=59.999)
    before = await service.read(topup["id"])
    assert (before["status"], before["final"]) == ("rejected", False)
    await service.advance(seconds=0.001)
    assert await service.read(topup["id"]) == {**before, "final": True}
    assert error_code(await service.report(topup["id"])) == (409, "topup_closed")


async def test_one_that_is_verified_at_the_deadline_is_not_final(service: Service) -> None:
    topup = await service.topup()
    await service.advance(hours=72, minutes=29, seconds=59.999)
    await service.report(topup["id"], HEX)
    await service.advance(minutes=1)
    verified = await service.read(topup["id"])
    assert (verified["status"], verified["final"]) == ("verifying", False)
    await service.pay(topup["id"], txid=HEX)
    assert (await service.confirm(topup["id"], 2))["status"] == "credited"


async def test_a_credited_topup_is_closed(service: Service) -> None:
    topup = await service.topup()
    await service.credit(topup)
    assert error_code(await service.report(topup["id"])) == (409, "topup_closed")


async def test_a_second_report_while_verifying_is_refused(service: Service) -> None:
    topup = await service.topup()
    await service.report(topup["id"])
    assert error_code(await service.report(topup["id"], "nonsense")) == (409, "already_reported")


async def test_an_unknown_topup_cannot_be_reported(service: Service) -> None:
    assert error_code(await service.report("tu_none")) == (404, "not_found")


@pytest.mark.parametrize(
    ("coin", "network", "txid", "fine"),
    [
        ("BTC", "bitcoin", HEX, True),
        ("BTC", "bitcoin", HEX.upper(), True),
        ("BTC", "bitcoin", "0x" + HEX, False),
        ("BTC", "bitcoin", HEX[1:], False),
        ("BTC", "bitcoin", HEX + "\n", False),
        ("LTC", "litecoin", HEX, True),
        ("USDT", "tron", HEX, True),
        ("USDT", "tron", SIGNATURE, False),
        ("ETH", "ethereum", "0x" + HEX, True),
        ("ETH", "ethereum", HEX, False),
        ("SOL", "solana", SIGNATURE, True),
        ("SOL", "solana", HEX, False),
        ("SOL", "solana", SIGNATURE[:-3], False),
    ],
)
async def test_a_txid_must_have_its_networks_format(
    service: Service, coin: str, network: str, txid: str, *, fine: bool
) -> None:
    topup = await service.topup(coin=coin, network=network)
    answer = await service.report(topup["id"], txid)
    if fine:
        shown = await service.read(topup["id"])
        assert shown["txid"] == (txid if network == "solana" else txid.lower())
        assert shown["explorerUrl"].endswith(shown["txid"])
    else:
        assert codes(answer) == {"txid": "invalid"}
        assert (await service.read(topup["id"]))["status"] == "awaiting_payment"


async def test_a_txid_is_at_most_128_characters_of_text(service: Service) -> None:
    path = f"/v1/topups/{(await service.topup())['id']}/txid"
    assert codes(await service.post(path, {"txid": "a" * 129})) == {"txid": "too_long"}
    assert codes(await service.post(path, {"txid": 7})) == {"txid": "invalid"}
    assert codes(await service.post(path, {"txid": None})) == {"txid": "invalid"}
    assert (await service.post(path, {"txid": ""})).status_code == 200


async def test_a_txid_belongs_to_the_topup_that_claimed_it_first(service: Service) -> None:
    first, second = await service.topup(), await service.topup()
    await service.report(first["id"], HEX)
    assert error_code(await service.report(second["id"], HEX.upper())) == (409, "txid_already_used")
    assert (await service.read(second["id"]))["status"] == "awaiting_payment"


async def test_of_reports_at_the_same_time_one_gets_the_txid(service: Service) -> None:
    made = [(await service.topup())["id"] for _ in range(8)]
    answers = await asyncio.gather(*(service.report(one, HEX) for one in made))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    listed = (await service.get("/v1/topups", status="verifying")).json()
    assert [item["txid"] for item in listed["data"]] == [HEX]


async def test_a_payment_is_matched_with_one_topup_only(service: Service) -> None:
    first, second = await service.topup(), await service.topup()
    txid = await service.pay(first["id"])
    await service.report(first["id"])
    await service.read(first["id"])
    assert error_code(await service.report(second["id"], txid)) == (409, "txid_already_used")


async def test_a_payment_from_before_a_topup_is_not_its_own(service: Service) -> None:
    old = await service.topup()
    await service.pay(old["id"])
    await service.advance(hours=73)
    new = await service.topup()
    service.world.connection.execute(
        "UPDATE topups SET amount_crypto = ? WHERE id = ?", [old["amountCrypto"], new["id"]]
    )
    await service.report(new["id"])
    assert (await service.confirm(new["id"], 5))["status"] == "verifying"


async def test_a_rejection_can_be_forced(service: Service) -> None:
    topup = await service.topup()
    path = f"/_sandbox/topups/{topup['id']}/reject"
    assert error_code(await service.post(path, {})) == (409, "not_verifying")
    await service.report(topup["id"])
    rejected = (await service.post(path, {"code": "risky", "message": "No."})).json()
    assert rejected["rejection"] == {"code": "risky", "message": "No."}


async def test_control_routes_check_their_bodies(service: Service) -> None:
    topup = await service.topup()
    path = f"/_sandbox/topups/{topup['id']}"
    assert codes(await service.post(f"{path}/pay", {"amount": "lots"})) == {"amount": "invalid"}
    for nothing in ("0", "0.00000000", "000"):
        assert codes(await service.post(f"{path}/pay", {"amount": nothing})) == {"amount": "too_small"}
    assert codes(await service.post(f"{path}/pay", {"txid": "zz"})) == {"txid": "invalid"}
    assert codes(await service.post(f"{path}/confirm", {"count": 0})) == {"count": "too_small"}
    assert codes(await service.post("/_sandbox/clock", {"advance_seconds": -1})) == {
        "advance_seconds": "too_small"
    }
    assert codes(await service.post("/_sandbox/clock", {"advance_seconds": "1"})) == {
        "advance_seconds": "invalid"
    }
    assert codes(await service.post("/_sandbox/chain", {"automatic": 1})) == {"automatic": "invalid"}
    for action in ("pay", "confirm", "reject"):
        answer = await service.post(f"/_sandbox/topups/none/{action}", {})
        assert error_code(answer) == (404, "not_found")
    await service.pay(topup["id"], txid=HEX)
    assert error_code(await service.post(f"{path}/pay", {"txid": HEX})) == (409, "txid_already_used")


async def test_time_ends_at_the_end_of_the_clock_and_nothing_breaks(
    make_service: Callable[..., Awaitable[Service]],
) -> None:
    service = await make_service()
    topup = await service.topup()
    far = {"advance_seconds": 3_200_000_000}
    await service.post("/_sandbox/clock", far)
    await service.post("/_sandbox/clock", far)
    assert codes(await service.post("/_sandbox/clock", far)) == {"advance_seconds": "too_large"}
    assert (await service.read(topup["id"]))["final"] is True
    await service.topup()
