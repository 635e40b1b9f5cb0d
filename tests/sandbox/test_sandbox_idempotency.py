"""The same Idempotency-Key gives the same answer, and never a second top-up (spec 4.2, 8)."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import httpx

from support.sandbox_service import Service, codes, error_code
from tollhouse_sandbox.process import start_sandbox

BODY = b'{"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}'
JSON = {"Content-Type": "application/json"}


async def create(service: Service, key: str, body: bytes = BODY) -> httpx.Response:
    return await service.client.post("/v1/topups", content=body, headers={**JSON, "Idempotency-Key": key})


async def count(service: Service) -> int:
    return int((await service.get("/v1/topups")).json()["pagination"]["total"])


async def test_the_same_key_and_body_replay_the_answer_byte_for_byte(service: Service) -> None:
    first = await create(service, "k1")
    await service.advance(minutes=40)
    second = await create(service, "k1")
    assert (second.status_code, second.content) == (201, first.content)
    assert await count(service) == 1


async def test_another_body_with_the_same_key_is_a_conflict(service: Service) -> None:
    await create(service, "k1")
    answer = await create(service, "k1", BODY.replace(b"50", b"51"))
    assert error_code(answer) == (409, "idempotency_conflict")
    # The same values in other bytes are another body too.
    assert (await create(service, "k1", BODY.replace(b": ", b":"))).status_code == 409
    assert await count(service) == 1


async def test_a_key_is_forgotten_after_24_hours(service: Service) -> None:
    first = await create(service, "k1")
    await service.advance(hours=23, minutes=59)
    assert (await create(service, "k1")).content == first.content
    await service.advance(minutes=1)
    assert (await create(service, "k1")).json()["id"] != first.json()["id"]


async def test_a_refused_request_does_not_use_up_its_key(service: Service) -> None:
    assert (await create(service, "k1", BODY.replace(b"50", b"20"))).status_code == 422
    assert (await create(service, "k1")).status_code == 201


async def test_no_key_means_a_new_topup_each_time(service: Service) -> None:
    for _ in range(2):
        await service.topup()
    assert await count(service) == 2


async def test_a_key_has_at_most_128_characters(service: Service) -> None:
    assert codes(await create(service, "k" * 129)) == {"Idempotency-Key": "too_long"}
    assert (await create(service, "k" * 128)).status_code == 201


async def test_key_topup_and_ledger_row_are_committed_together(service: Service) -> None:
    answer = await create(service, "k1")
    entries = (await service.get("/_sandbox/ledger")).json()["data"]
    created = [entry for entry in entries if entry.get("commit") == "topup.created"]
    assert [entry["topup"] for entry in created] == [answer.json()["id"]]
    requests = [entry for entry in entries if entry["kind"] == "request"]
    assert requests[0]["idempotencyKey"] == "k1"
    assert requests[0]["status"] == 201


async def test_of_other_bodies_at_the_same_time_one_is_used(service: Service) -> None:
    bodies = [BODY.replace(b"50", b"5%d" % number) for number in range(4)] * 3
    answers = await asyncio.gather(*(create(service, "race", body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 9
    assert len({answer.content for answer in answers if answer.status_code == 201}) == 1
    assert await count(service) == 1


def test_requests_at_the_same_time_create_one_topup() -> None:
    with (
        start_sandbox("--scale", "empty") as sandbox,
        httpx.Client(base_url=sandbox.base_url, headers=sandbox.headers) as client,
        ThreadPoolExecutor(8) as threads,
    ):

        def send(_number: int) -> bytes:
            answer = client.post("/v1/topups", content=BODY, headers=JSON | {"Idempotency-Key": "race"})
            assert answer.status_code == 201
            return answer.content

        assert len(set(threads.map(send, range(24)))) == 1
        listed = client.get("/v1/topups").json()
        assert listed["pagination"]["total"] == 1
