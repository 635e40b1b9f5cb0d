"""Notes about top-ups: over the window with the amount, on the desktop without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from app.models.topups import TopUpDraft
from app.rules.topup_notes import Note
from support.linked_service import linked_service
from support.stepped_clock import SteppedClock
from ui.desktop_notes import show_on_desktop
from ui.shell.notes import Notes
from ui.shell.window import MainWindow
from ui.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DRAFT = TopUpDraft.model_validate({"amountUsd": "50.00", "coin": "BTC", "network": "bitcoin"})


def test_a_note_is_told_here_and_on_the_desktop_and_leads_to_its_topup(
    run: Callable[..., Any], tmp_path: Path
) -> None:
    async def main() -> None:
        with linked_service(tmp_path, clock=SteppedClock()) as service:
            window = MainWindow()  # not shown: nobody looks at it
            told: list[tuple[str, str]] = []
            wanted: list[tuple[str, str]] = []

            async def tell(title: str, text: str) -> bool:
                told.append((title, text))
                return True

            tasks = Tasks(window, lambda _error: None)
            notes = Notes(window, tasks, tell)
            notes.topup_wanted.connect(lambda account, topup: wanted.append((account, topup)))
            following = service.account.following
            notes.listen("work", "Work", following)
            topup = await service.account.topups.create(DRAFT)
            for listener in following.on_note:
                listener(Note("credited", topup, service.clock.now()))
            await tasks.join()
            assert notes.banner.shown_text() == "Work: $50.00 paid with BTC is on your balance."
            assert [title for title, _text in told] == ["Top-up credited"]
            assert "50" not in str(told)
            window.show()
            for width, height in ((800, 600), (1180, 760)):
                window.resize(width, height)
                assert window.rect().contains(notes.banner.geometry())
            notes.banner.acted.emit()
            assert wanted == [("work", topup.id)]
            assert notes.banner.shown_text() == ""
            window.close()
            window.deleteLater()
            await service.aclose()

    run(main())


@pytest.mark.parametrize("address", [None, "unix:path=/nowhere/at/all", "no address"])
async def test_a_desktop_that_takes_no_notes_harms_nothing(
    monkeypatch: pytest.MonkeyPatch, address: str | None
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    if address is not None:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    assert not await show_on_desktop("Top-up credited", "The money is on your balance.")
