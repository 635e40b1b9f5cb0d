"""The history as a file: whole or not there, for this user only, no cell a formula."""

from __future__ import annotations

import csv
import json
import os
import stat
from typing import TYPE_CHECKING

import pytest

from app.errors import AppError, StorageError
from app.models.topup_requests import TopUpDraft
from app.services.topups.exports import COLUMNS, REFERENCE, export_topups

if TYPE_CHECKING:
    from pathlib import Path

    from support.linked_service import LinkedService

DRAFT = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")


async def many(service: LinkedService, count: int) -> list[str]:
    body = {"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"}
    made = []
    for _each in range(count):
        answer = await service.http.post("/v1/topups", json=body, headers=service.headers)
        made.append(str(answer.json()["id"]))
    return made


async def test_a_csv_file_holds_all_pages_quoted(service: LinkedService, tmp_path: Path) -> None:
    made = await many(service, 105)
    path = tmp_path / "topups.csv"
    looks = [look async for look in export_topups(service.account.topups, path, "csv")]
    assert [(look.done, look.total) for look in looks] == [(100, 105), (105, 105), (105, 105)]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_bytes().decode()
    assert text.count("\r\n") == 106
    rows = list(csv.reader(text.splitlines()))
    assert rows[0] == [*COLUMNS, REFERENCE]
    assert {row[0] for row in rows[1:]} == set(made)
    assert all(cell.startswith('"') for cell in text.splitlines()[1].split(","))


async def test_one_that_leaves_a_status_meanwhile_hides_no_other(
    service: LinkedService, tmp_path: Path
) -> None:
    made = await many(service, 205)
    path = tmp_path / "topups.csv"
    export = export_topups(service.account.topups, path, "csv", ["awaiting_payment"])
    await anext(export)
    for one in made[-1:-4:-1]:
        await service.account.topups.report(one, "")
    looks = [look async for look in export]
    rows = list(csv.reader(path.read_text().splitlines()))
    assert {row[0] for row in rows[1:]} == set(made)
    assert len(rows) == 206
    assert looks[-1].done == 205


async def test_records_that_cannot_be_read_are_counted_over_all_pages(
    service: LinkedService, tmp_path: Path
) -> None:
    await many(service, 105)
    damage = {"route": "GET /v1/topups", "kind": "mutate", "path": "data.0.amountUsd", "value": 50}
    await service.faults({**damage, "nth": 1}, {**damage, "nth": 2})
    looks = [look async for look in export_topups(service.account.topups, tmp_path / "topups.csv", "csv")]
    assert [(look.done, look.unreadable) for look in looks] == [(99, 1), (103, 2), (103, 2)]


async def test_a_formula_is_guarded(service: LinkedService, tmp_path: Path) -> None:
    await service.account.topups.create(DRAFT)
    fault: dict[str, object] = {
        "route": "GET /v1/topups",
        "kind": "mutate",
        "path": "data.0.txid",
        "value": "=HYPERLINK(1)",
    }
    await service.faults(fault)
    path = tmp_path / "topups.csv"
    async for _look in export_topups(service.account.topups, path, "csv"):
        pass
    assert '"\'=HYPERLINK(1)"' in path.read_text()


async def test_a_json_file_holds_the_records_as_the_interface_names_them(
    service: LinkedService, tmp_path: Path
) -> None:
    path = tmp_path / "topups.json"
    async for _look in export_topups(service.account.topups, path, "json"):
        pass
    assert json.loads(path.read_text()) == []
    made = await many(service, 101)
    async for _look in export_topups(service.account.topups, path, "json"):
        pass
    records = json.loads(path.read_text())
    assert [record["id"] for record in records] == made[::-1]
    assert records[0]["amountCrypto"] == (await service.account.topups.get(made[-1])).amount_crypto


async def test_a_file_of_some_statuses_holds_those_alone(service: LinkedService, tmp_path: Path) -> None:
    made = await many(service, 3)
    await service.account.topups.report(made[0], "")
    path = tmp_path / "topups.json"
    for statuses, found in (
        (["verifying"], made[:1]),
        (["awaiting_payment", "credited"], made[:0:-1]),
        (["awaiting_payment", "verifying"], [*made[:0:-1], made[0]]),
    ):
        looks = [look async for look in export_topups(service.account.topups, path, "json", statuses)]
        assert [record["id"] for record in json.loads(path.read_text())] == found
        assert looks[-1] == (len(found), len(found), 0)


async def test_a_json_file_has_what_is_known_and_own_references_as_they_were_written(
    service: LinkedService, tmp_path: Path
) -> None:
    older, newer = [(await service.account.topups.create(DRAFT)).id for _each in range(2)]
    path = tmp_path / "topups.json"
    async for _look in export_topups(service.account.topups, path, "json", references={older: "Zoë, März"}):
        pass
    assert '"Zoë, März"' in path.read_text()
    records = {record["id"]: record for record in json.loads(path.read_text())}
    assert records[older][REFERENCE] == "Zoë, März"
    assert REFERENCE not in records[newer]
    assert None not in records[newer].values()
    assert "creditedAt" not in records[newer]


async def test_a_service_that_counts_nothing_has_no_total_before_the_end(
    service: LinkedService, tmp_path: Path
) -> None:
    await many(service, 2)
    await service.faults(
        {"route": "GET /v1/topups", "kind": "mutate", "path": "pagination", "value": None, "every": True}
    )
    looks = [look async for look in export_topups(service.account.topups, tmp_path / "topups.csv", "csv")]
    assert [(look.done, look.total) for look in looks] == [(2, None), (2, 2)]


async def test_nothing_payable_is_in_a_file_unchecked(service: LinkedService, tmp_path: Path) -> None:
    """Whoever gets it may pay by it: an address is there only once the top-up does not await its payment."""
    waiting, reported = [await service.account.topups.create(DRAFT) for _each in range(2)]
    await service.account.topups.report(reported.id, "")
    for form in ("csv", "json"):
        async for _look in export_topups(service.account.topups, tmp_path / form, form):
            pass
    with (tmp_path / "csv").open(newline="") as file:
        cells = {row["id"]: row["address"] for row in csv.DictReader(file)}
    assert cells == {waiting.id: "", reported.id: reported.address}
    records = {record["id"]: record for record in json.loads((tmp_path / "json").read_text())}
    assert not {"address", "paymentUri"} & records[waiting.id].keys()
    assert records[reported.id]["address"] == reported.address
    assert waiting.address not in json.dumps(records[waiting.id])


async def test_stopped_early_it_leaves_what_was_there_before(service: LinkedService, tmp_path: Path) -> None:
    await service.account.topups.create(DRAFT)
    path = tmp_path / "topups.csv"
    path.write_text("before")
    export = export_topups(service.account.topups, path, "csv")
    await anext(export)
    await export.aclose()  # type: ignore[attr-defined]
    assert [name for name in os.listdir(tmp_path) if name.startswith("topups")] == ["topups.csv"]  # noqa: PTH208 (not async)
    assert path.read_text() == "before"


async def test_a_page_that_cannot_be_had_leaves_no_file(service: LinkedService, tmp_path: Path) -> None:
    await service.faults({"route": "GET /v1/topups", "every": True, "kind": "reset_before"})
    with pytest.raises(AppError):
        _ = [look async for look in export_topups(service.account.topups, tmp_path / "a.csv", "csv")]
    assert not [name for name in os.listdir(tmp_path) if name.startswith("a.csv")]  # noqa: PTH208 (not async)


async def test_a_place_that_cannot_be_written_is_said_so(service: LinkedService, tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        _ = [look async for look in export_topups(service.account.topups, tmp_path / "no" / "a.csv", "csv")]
