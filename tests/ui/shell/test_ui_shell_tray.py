"""The tray: where there is one and somebody wants it, a closed window's work goes on; else closing ends."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from support.tray_harness import TrayHarness, run_scenario

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# The offscreen platform neither raises windows nor has a tray.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")


@pytest.fixture
def with_harness(run: Callable[..., Any], tmp_path: Path) -> Callable[..., None]:
    return partial(run_scenario, run, tmp_path)


def test_closing_hides_and_is_said_once_and_the_icon_leads_back(with_harness: Callable[..., None]) -> None:
    async def scenario(harness: TrayHarness) -> None:
        for _time in range(2):
            harness.window.close()
            assert harness.window.isHidden()
            assert harness.ended == []
            harness.pick("Open Tollhouse")
            assert harness.window.isVisible()
        assert [note.title for note in harness.said] == ["Tollhouse keeps running"]

    with_harness(scenario)


def test_quit_ends_the_app_whether_the_window_is_shown_or_not(with_harness: Callable[..., None]) -> None:
    async def scenario(harness: TrayHarness) -> None:
        harness.window.close()
        harness.pick("Quit")
        assert harness.ended == [True]
        assert harness.window.isHidden()
        assert harness.icons() == []

    with_harness(scenario)


def test_without_a_tray_closing_ends_the_app(with_harness: Callable[..., None]) -> None:
    async def scenario(harness: TrayHarness) -> None:
        harness.has_host = False
        harness.tray.check()
        harness.window.close()
        assert harness.ended == [True]
        assert harness.said == []

    with_harness(scenario)


def test_a_tray_that_nobody_wants_stays_empty(with_harness: Callable[..., None]) -> None:
    async def scenario(harness: TrayHarness) -> None:
        harness.choose(tray=False)
        assert harness.icons() == []
        harness.window.close()
        assert harness.ended == [True]

    with_harness(scenario)


def test_a_tray_that_goes_brings_the_window_back_and_one_that_comes_gets_a_new_icon(
    with_harness: Callable[..., None],
) -> None:
    async def scenario(harness: TrayHarness) -> None:
        (first,) = harness.icons()
        harness.window.close()
        harness.has_host = False
        harness.tray.check()
        assert harness.window.isVisible()
        assert harness.icons() == []
        harness.has_host = True
        harness.tray.check()
        (second,) = harness.icons()
        assert second is not first
        harness.window.close()
        assert harness.window.isHidden()

    with_harness(scenario)


def test_what_others_see_is_a_count_and_no_more(with_harness: Callable[..., None]) -> None:
    async def scenario(harness: TrayHarness) -> None:
        calm = harness.icons()[0].icon().pixmap(32, 32).toImage()
        for count, text in ((0, ""), (1, " · 1 top-up in progress"), (2, " · 2 top-ups in progress")):
            harness.open_topups = count
            for tell in harness.pollers.on_change:
                tell()
            assert harness.icons()[0].toolTip() == f"Tollhouse{text}"
        assert harness.icons()[0].icon().pixmap(32, 32).toImage() != calm

    with_harness(scenario)


def test_a_new_top_up_is_asked_for_over_the_window(with_harness: Callable[..., None]) -> None:
    async def scenario(harness: TrayHarness) -> None:
        wanted: list[bool] = []
        harness.window.new_wanted.connect(lambda: wanted.append(True))
        harness.window.close()
        harness.pick("New top-up")
        assert wanted == [True]
        assert harness.window.isVisible()

    with_harness(scenario)
