"""The tray: where there is one and somebody wants it, a closed window's work goes on; else closing ends."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from support.tray_desk import TrayDesk, play

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# The offscreen platform neither raises windows nor has a tray.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", "systemTrayWindowChanged")


@pytest.fixture
def at_desk(run: Callable[..., Any], tmp_path: Path) -> Callable[..., None]:
    return partial(play, run, tmp_path)


def test_closing_hides_and_is_said_once_and_the_icon_leads_back(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        for _time in range(2):
            desk.window.close()
            assert desk.window.isHidden()
            assert desk.ended == []
            desk.pick("Open Tollhouse")
            assert desk.window.isVisible()
        assert [note.title for note in desk.said] == ["Tollhouse keeps running"]

    at_desk(story)


def test_quit_ends_the_app_whether_the_window_is_shown_or_not(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        desk.window.close()
        desk.pick("Quit")
        assert desk.ended == [True]
        assert desk.window.isHidden()
        assert desk.icons() == []

    at_desk(story)


def test_without_a_tray_closing_ends_the_app(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        desk.has_host = False
        desk.tray.look()
        desk.window.close()
        assert desk.ended == [True]
        assert desk.said == []

    at_desk(story)


def test_a_tray_that_nobody_wants_stays_empty(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        desk.choose(tray=False)
        assert desk.icons() == []
        desk.window.close()
        assert desk.ended == [True]

    at_desk(story)


def test_a_tray_that_goes_brings_the_window_back_and_one_that_comes_gets_a_new_icon(
    at_desk: Callable[..., None],
) -> None:
    async def story(desk: TrayDesk) -> None:
        (first,) = desk.icons()
        desk.window.close()
        desk.has_host = False
        desk.tray.look()
        assert desk.window.isVisible()
        assert desk.icons() == []
        desk.has_host = True
        desk.tray.look()
        (second,) = desk.icons()
        assert second is not first
        desk.window.close()
        assert desk.window.isHidden()

    at_desk(story)


def test_what_others_see_is_a_count_and_no_more(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        calm = desk.icons()[0].icon().pixmap(32, 32).toImage()
        for count, text in ((0, ""), (1, " · 1 top-up in progress"), (2, " · 2 top-ups in progress")):
            desk.open_topups = count
            for tell in desk.pollers.on_change:
                tell()
            assert desk.icons()[0].toolTip() == f"Tollhouse{text}"
        assert desk.icons()[0].icon().pixmap(32, 32).toImage() != calm

    at_desk(story)


def test_a_new_top_up_is_asked_for_over_the_window(at_desk: Callable[..., None]) -> None:
    async def story(desk: TrayDesk) -> None:
        wanted: list[bool] = []
        desk.window.new_wanted.connect(lambda: wanted.append(True))
        desk.window.close()
        desk.pick("New top-up")
        assert wanted == [True]
        assert desk.window.isVisible()

    at_desk(story)
