"""Answers that are no answers: the page says so in our words, keeps what was there, and lives on."""

from __future__ import annotations

from typing import Any

import pytest

from support.topups_screen import TopUpsScreen

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="empty")

FOREIGN = "F0REIGN"
NOT_UNDERSTOOD = "does not understand"
BODIES = {
    "empty": "",
    "null": "null",
    "a list": "[]",
    "an empty object": "{}",
    "a text": f'"{FOREIGN}"',
    "a number": "5",
    "NaN": "NaN",
    "html": f"<html><body>{FOREIGN}</body></html>",
    "half an object": '{"data": [{"id": "tu_1"',
    "two objects": '{"data": []}{"data": []}',
    "data null": '{"data": null}',
    "data an object": '{"data": {}}',
    "data a text": '{"data": "x"}',
    "deep lists": "[" * 100_000,
    "deep objects": '{"data":' * 5_000 + "1" + "}" * 5_000,
    "a long number": '{"data": ' + "9" * 5_000 + "}",
    "control characters": '{"data": "\x00\x01"}',
    "a megabyte": '{"data": "' + "x" * 1_000_000 + '"}',
    "python": "{'data': []}",
}
STATUSES: dict[str, tuple[dict[str, Any], str]] = {
    "301": ({"status": 301, "headers": {"Location": "http://evil.example/"}}, "not understand"),
    "302": ({"status": 302, "headers": {"Location": "https://evil.example/"}}, "not understand"),
    "307": ({"status": 307, "headers": {"Location": "/v1/catalog/coins"}}, "not understand"),
    "400": ({"status": 400}, "HTTP 400"),
    "403": ({"status": 403}, "refuses this API key"),
    "404": ({"status": 404}, "no longer knows this"),
    "418": ({"status": 418}, "HTTP 418"),
    "429": ({"status": 429, "headers": {"Retry-After": "7200"}}, "a pause of 2 h 0 min"),
    "429 junk": ({"status": 429, "headers": {"Retry-After": "soon"}}, "asks for a pause"),
    "500": ({"status": 500}, "internal problem"),
    "502 html": (
        {"status": 502, "body": f"<h1>{FOREIGN}</h1>", "content_type": "text/html"},
        "internal problem",
    ),
    "503": ({"status": 503, "body": f'{{"error": {{"message": "{FOREIGN}"}}}}'}, "internal problem"),
    "503 nothing": ({"status": 503, "body": ""}, "internal problem"),
}


async def assert_survives(screen: TopUpsScreen, fault: dict[str, Any], words: str, name: str) -> None:
    """Loads through a fault, then without it."""
    rows, chosen = screen.rows(), screen.selected_id()
    await screen.service.faults({"route": "GET /v1/topups", "every": True} | fault)
    await screen.load()
    assert words in screen.banner(), name
    assert FOREIGN not in screen.words(), name
    assert (screen.rows(), screen.selected_id()) == (rows, chosen), name
    await screen.service.faults()
    await screen.load()
    assert screen.banner() == "", name
    assert (screen.rows(), screen.selected_id()) == (rows, chosen), name


@pytest.mark.page(scale="demo")
async def test_bodies_that_are_no_list(screen: TopUpsScreen) -> None:
    for name, body in BODIES.items():
        await assert_survives(screen, {"kind": "raw_body", "body": body}, NOT_UNDERSTOOD, name)


@pytest.mark.page(scale="demo")
async def test_statuses_that_are_no_success(screen: TopUpsScreen) -> None:
    for name, (fault, words) in STATUSES.items():
        await assert_survives(screen, {"kind": "status"} | fault, words, name)


@pytest.mark.parametrize("kind", ["reset_before", "reset_after", "truncate"])
@pytest.mark.page(scale="demo")
async def test_connections_that_break(screen: TopUpsScreen, kind: str) -> None:
    await assert_survives(screen, {"kind": kind, "bytes": 100}, "No connection", kind)


async def test_the_services_words_stand_behind_details(screen: TopUpsScreen) -> None:
    body = f'{{"error": {{"code": "nope", "message": "{FOREIGN}"}}}}'
    fault = {"route": "GET /v1/topups", "every": True, "kind": "status", "status": 400, "body": body}
    await screen.service.faults(fault)
    await screen.load()
    assert FOREIGN not in screen.words()
    screen.press("Details", screen.page.banner)
    assert FOREIGN in screen.words(screen.page.banner)
    screen.press("Dismiss", screen.page.banner)
    assert screen.banner() == ""


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("data.3", None),
        ("data.3", []),
        ("data.3", "text"),
        ("data.3.id", 5),
        ("data.3.amountCrypto", 0.5),
        ("data.3.amountCrypto", "1e9"),
        ("data.3.final", "false"),
        ("data.3.createdAt", "yesterday"),
    ],
)
@pytest.mark.page(scale="demo", load=False)
async def test_one_bad_record_among_many_is_set_aside(screen: TopUpsScreen, path: str, value: object) -> None:
    await screen.service.faults(
        {"route": "GET /v1/topups", "every": True, "kind": "mutate", "path": path, "value": value}
    )
    await screen.load()
    assert len(screen.rows()) == 49
    assert screen.unreadable() == "1 top-up could not be read and is not shown."
    await screen.service.faults()
    await screen.load()
    assert len(screen.rows()) == 50
    assert screen.unreadable() == screen.banner() == ""


async def test_bad_answers_to_polls_take_the_payment_away_and_change_nothing_else(
    screen: TopUpsScreen,
) -> None:
    topup = await screen.new_topup("BTC on Bitcoin")
    for body in BODIES.values():
        await screen.service.faults(
            {"route": "GET /v1/topups/{id}", "every": True, "kind": "raw_body", "body": body}
        )
        await screen.step(36)
        screen.page._on_second_passed(1)
        assert NOT_UNDERSTOOD in screen.words(screen.detail)
        assert screen.banner() == ""
        assert screen.codes() == []
        assert screen.current() == topup
        await screen.service.faults()
        screen.press("Check now")
        await screen.quiet()
        assert screen.codes() == [topup.payment_uri]


async def test_bad_answers_to_a_new_topup_are_asked_again_with_the_same_key(screen: TopUpsScreen) -> None:
    dialog = await screen.open_dialog()
    screen.enter(dialog.amount, "50")
    for name, body in BODIES.items():
        if name == "a megabyte":
            continue  # twice in one script is over its limit
        await screen.service.faults(
            {"route": "POST /v1/topups", "every": True, "kind": "raw_body", "body": body},
            {"route": "GET /v1/topups", "every": True, "kind": "raw_body", "body": body},
        )
        if screen.page.dialog is dialog:
            screen.press("Get payment details", dialog)
        else:
            screen.page.load()
        await screen.quiet()
        assert screen.page.dialog is None
        assert NOT_UNDERSTOOD in screen.banner()
        assert FOREIGN not in screen.words()
    await screen.service.faults()
    await screen.load()
    made = [entry for entry in await screen.service.ledger() if entry.get("commit") == "topup.created"]
    assert len(made) == 1
    assert screen.codes() == [screen.current().payment_uri]


@pytest.mark.page(scale="demo", load=False)
async def test_a_short_pause_is_sat_out(screen: TopUpsScreen) -> None:
    await screen.service.faults(
        {
            "route": "GET /v1/topups",
            "nth": 1,
            "kind": "status",
            "status": 429,
            "headers": {"Retry-After": "5"},
        }
    )
    screen.page.load()
    await screen.until(lambda: bool(screen.clock.sleepers))
    assert screen.banner() == ""
    await screen.clock.move_to(screen.clock.monotonic() + 5)
    await screen.quiet()
    assert screen.banner() == ""
    assert len(screen.rows()) == 50


@pytest.mark.page(scale="demo", load=False)
async def test_gray_rows_stand_in_while_the_first_answer_takes_long(screen: TopUpsScreen) -> None:
    await screen.service.faults({"route": "GET /v1/topups", "nth": 1, "kind": "delay", "seconds": 1})
    screen.page.load()
    cards = screen.pane.list
    await screen.until(lambda: cards.currentWidget() is cards._loading)
    assert screen.page.tasks.is_running("load"), "gray rows only after the answer"
    await screen.quiet()
    assert screen.pane.view.isVisible()
