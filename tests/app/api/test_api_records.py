from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from app.api.calls import Response
from app.api.json_bodies import (
    Records,
    read_count,
    read_data,
    read_large_list,
    read_object,
    read_record,
    read_records,
    write_json,
)
from app.errors import UnexpectedResponseError
from app.models.subscriptions import Subscription
from app.models.topups import TopUp
from app.models.value import INT64_MAX

if TYPE_CHECKING:
    from collections.abc import Awaitable
from support.service_records import subscription_record, topup_record


def answer(body: bytes | str | object) -> Response:
    if isinstance(body, str):
        body = body.encode()
    return Response(200, body if isinstance(body, bytes) else json.dumps(body).encode())


NO_OBJECTS = [
    ("", "empty"),
    (" \r\n\t", "empty"),
    ("<!DOCTYPE html><p>Hello", "web page"),
    ("not json", "not valid JSON"),
    ('{"a": ', "not valid JSON"),
    ('{"a": NaN}', "not valid JSON"),
    ('{"a": -Infinity}', "not valid JSON"),
    ('{"a": ' + "9" * 5000 + "}", "not valid JSON"),
    ("{'a': 1}", "not valid JSON"),
    ('{"a": 1} {"b": 2}', "not valid JSON"),
    ('{"a": ' + "[" * 200_000, "nested too deep"),
    (b'{"a": "\xff"}', "UTF-8"),
    ('{"a": 1}'.encode("utf-16"), "UTF-8"),
    (b'\xef\xbb\xbf{"a": 1}', "byte order mark"),
]


@pytest.mark.parametrize(
    ("body", "words"),
    [*NO_OBJECTS, ("[]", "not an object"), ("3", "not an object"), ("null", "not an object")],
)
def test_what_is_no_object_is_refused_in_plain_words(body: bytes | str, words: str) -> None:
    with pytest.raises(UnexpectedResponseError, match=words) as caught:
        read_object(answer(body))
    assert caught.value.status == 200


@pytest.mark.parametrize(
    ("body", "words"),
    [
        *NO_OBJECTS,
        ("[]", "not valid JSON"),
        ("{}", "no list"),
        ('{"data": {}}', "no list"),
        ('{"data": null}', "no list"),
        ('{"data": [1,]}', "not valid"),
        ('{"data": [1 2]}', "not valid"),
        ('{"data": [1}', "not valid"),
        ("{1: []}", "not valid"),
        ('{"data": []} x', "not valid"),
        ('{"data" []}', "not valid"),
        ('{"data": [],}', "not valid"),
    ],
)
async def test_a_large_list_is_as_strict(body: bytes | str, words: str) -> None:
    with pytest.raises(UnexpectedResponseError, match=words):
        await read_large_list(answer(body), lambda raw: raw)


@pytest.mark.parametrize("body", ["{}", '{"data": {}}', '{"data": null}', '{"data": "text"}'])
def test_a_list_must_stand_under_data(body: str) -> None:
    with pytest.raises(UnexpectedResponseError, match="no list"):
        read_data(answer(body))


async def test_one_bad_record_does_not_lose_the_other_nineteen() -> None:
    data: list[object] = [topup_record(id=f"tu_{number}") for number in range(20)]
    data[7] = topup_record(amountCrypto=0.5, address=None)
    found = await read_records(data, TopUp)
    assert len(found.items) == 19
    assert found.unreadable == 1
    assert found.problems == ("8: address, amountCrypto",)


@pytest.mark.parametrize("junk", [None, 1, "text", [], {}, True])
async def test_junk_among_records_is_counted(junk: object) -> None:
    found = await read_records([topup_record(), junk], TopUp)
    assert (len(found.items), found.unreadable) == (1, 1)
    assert ("not an object" in found.problems[0]) is not isinstance(junk, dict)


async def test_problems_are_limited_and_their_count_is_not() -> None:
    found = await read_records([None] * 1000, TopUp)
    assert (found.unreadable, len(found.problems)) == (1000, 20)
    large = await read_large_list(answer({"data": [None] * 1000}), lambda raw: raw)
    assert (large.unreadable, len(large.problems)) == (1000, 20)


async def test_a_problem_names_fields_and_never_their_values() -> None:
    record = subscription_record(password=["main-password-canary"])
    with pytest.raises(UnexpectedResponseError) as caught:
        read_record(record, Subscription)
    assert caught.value.detail == "The response's fields are not as expected: password."
    assert "canary" not in str(await read_records([record], Subscription))


async def test_a_large_list_gives_the_records_and_counts_the_bad_ones() -> None:
    body = ' \r\n{"more": {"data": [0]}, "data" : [ 1 , "two", 3 ] , "limit": 5}\n'
    found = await read_large_list(answer(body), lambda raw: raw if isinstance(raw, int) else None)
    assert (found.items, found.unreadable, found.problems) == ((1, 3), 1, ("2: not as expected",))


async def test_an_empty_large_list_is_empty() -> None:
    assert (await read_large_list(answer('{"data":[]}'), lambda raw: raw)).items == ()


async def turns_of_others(reading: Awaitable[Records[Any]]) -> int:
    turns = 0
    done = False

    async def others() -> None:
        nonlocal turns
        while not done:
            turns += 1
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group:
        group.create_task(others())
        await reading
        done = True
    return turns


async def test_others_run_while_a_large_list_is_read() -> None:
    body = json.dumps({"data": [{"id": str(n), "name": f"City {n}", "state": None} for n in range(20_000)]})
    assert await turns_of_others(read_large_list(answer(body), lambda raw: raw)) >= 40


async def test_others_run_while_records_are_read() -> None:
    assert await turns_of_others(read_records([{}] * 20_000, TopUp)) >= 200


@pytest.mark.parametrize(
    ("found", "count"),
    [
        *((whole, whole) for whole in (0, INT64_MAX)),
        *((other, None) for other in (-1, INT64_MAX + 1, 1.0, True, "1", None)),
    ],
)
def test_a_count_is_a_whole_number_of_64_bits(found: object, count: int | None) -> None:
    assert read_count({"total": found}, "total") == count


def test_bodies_are_written_in_one_way() -> None:
    assert write_json({"b": "é\ud800", "a": None}) == rb'{"b":"\u00e9\ud800","a":null}'
