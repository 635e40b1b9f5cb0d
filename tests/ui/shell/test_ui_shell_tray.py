"""The tray: where there is one and somebody wants it, a closed window's work goes on; else closing ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.tray_harness import TrayHarness, tray_harness

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path


# The offscreen platform neither raises windows nor has a tray.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")


@pytest.fixture
def harness(tmp_path: Path) -> AbstractAsyncContextManager[TrayHarness]:
    return tray_harness(tmp_path)


async def test_closing_hides_and_is_said_once_and_the_icon_leads_back(harness: TrayHarness) -> None:
    for _time in range(2):
        harness.window.close()
        assert harness.window.isHidden()
        assert harness.ended == []
        harness.pick("Open Tollhouse")
        assert harness.window.isVisible()
    assert [note.title for note in harness.said] == ["Tollhouse keeps running"]


async def test_quit_ends_the_app_whether_the_window_is_shown_or_not(harness: TrayHarness) -> None:
    harness.window.close()
    harness.pick("Quit")
    assert harness.ended == [True]
    assert harness.window.isHidden()
    assert harness.icons() == []


async def test_without_a_tray_closing_ends_the_app(harness: TrayHarness) -> None:
    harness.has_host = False
    harness.tray.check()
    harness.window.close()
    assert harness.ended == [True]
    assert harness.said == []


async def test_a_tray_that_nobody_wants_stays_empty(harness: TrayHarness) -> None:
    harness.choose(tray=False)
    assert harness.icons() == []
    harness.window.close()
    assert harness.ended == [True]


async def test_a_tray_that_goes_brings_the_window_back_and_one_that_comes_gets_a_new_icon(
    harness: TrayHarness,
) -> None:
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


async def test_what_others_see_is_a_count_and_no_more(harness: TrayHarness) -> None:
    calm = harness.icons()[0].icon().pixmap(32, 32).toImage()
    for count, text in ((0, ""), (1, " · 1 top-up in progress"), (2, " · 2 top-ups in progress")):
        harness.open_topups = count
        for tell in harness.pollers.on_change:
            tell()
        assert harness.icons()[0].toolTip() == f"Tollhouse{text}"
    assert harness.icons()[0].icon().pixmap(32, 32).toImage() != calm


async def test_a_new_top_up_is_asked_for_over_the_window(harness: TrayHarness) -> None:
    wanted: list[bool] = []
    harness.window.new_requested.connect(lambda: wanted.append(True))
    harness.window.close()
    harness.pick("New top-up")
    assert wanted == [True]
    assert harness.window.isVisible()
