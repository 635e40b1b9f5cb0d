"""What comes in and goes out: importing with a preview, exporting, copying, the share card."""

from __future__ import annotations

import asyncio
import csv
import json
import stat
import threading
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.models.sub_users import SubUserDraft
from app.rules.sub_users.files import read_rows
from support.page_scenarios import on_page
from support.shown import message_of
from support.sub_users_screen import ALL, SubUsersScreen
from ui.pages import formats_menu
from ui.pages.files import png_bytes
from ui.pages.sub_users import changes
from ui.pages.sub_users.dialogs import ExportDialog, ImportDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QDialog, QMenu


pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),  # raising and grabbing, which menus do
    pytest.mark.page(screen=SubUsersScreen),
]

POST = f"POST {ALL}"
GB = 1_000_000_000


def _file(folder: Path, text: str) -> Path:
    path = folder / "people.csv"
    path.write_text(text, encoding="utf-8")
    return path


async def _preview(screen: SubUsersScreen, path: Path) -> ImportDialog:
    """Chooses a file to import and returns its preview."""
    screen.press("Import CSV")
    await screen.save_as(path)
    dialog = screen.dialog()
    assert isinstance(dialog, ImportDialog)
    return dialog


def _open(screen: SubUsersScreen, kind: type[QDialog]) -> QDialog:
    dialog = screen.dialog()
    assert isinstance(dialog, kind)
    return dialog


def _choose(menu: QMenu, text: str) -> None:
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


async def test_an_import_is_looked_at_before_anything_is_sent(screen: SubUsersScreen, tmp_path: Path) -> None:
    text = "label,password,cap\nOne,,5\n,,1\nTwo,geheim 1,none\nThree,,lots\nFour,,0\n"
    dialog = await _preview(screen, _file(tmp_path, text))
    summary = dialog.summary.shown_text()
    assert "3 sub-users will be added" in summary
    assert "2 rows are left out" in summary
    notes = [dialog.model.index(row, 4).data() for row in range(dialog.model.rowCount())]
    assert [bool(note) for note in notes] == [True, True, False, False, False]
    assert "left out" in str(dialog.model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole))
    assert "geheim 1" not in screen.words(dialog)
    assert len(await screen.known()) == 9
    screen.press("Import", dialog)
    await screen.quiet()
    assert screen.result() == "3 sub-users added."
    known = await screen.known()
    assert known["One"].traffic_cap_bytes == 5 * GB
    assert (known["Two"].password, known["Two"].traffic_cap_bytes) == ("geheim 1", None)
    assert known["Four"].traffic_cap_bytes == 0
    assert screen.page.toolbar.count.shown_text() == "12 of 50"


async def test_columns_that_are_not_imported_are_named_in_the_preview(
    screen: SubUsersScreen, tmp_path: Path
) -> None:
    dialog = await _preview(screen, _file(tmp_path, "Name;Limit;Team\nAnna;5;north\n"))
    assert "Columns that are not imported: Limit, Team." in screen.words(dialog)
    dialog.reject()
    dialog = await _preview(screen, _file(tmp_path, "Name;Cap\nAnna;5\n"))
    assert "not imported" not in screen.words(dialog)


async def test_a_file_of_many_lines_is_not_read_by_the_thread_of_the_window(
    screen: SubUsersScreen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of hundred thousands of lines, as of a log, takes a second."""
    threads = []

    def read(*arguments: Any, **options: Any) -> Any:
        threads.append(threading.current_thread())
        return read_rows(*arguments, **options)

    monkeypatch.setattr(changes, "read_rows", read)
    screen.press("Import CSV")
    await screen.save_as(_file(tmp_path, "x\n" * 1001))
    assert threads
    assert threading.main_thread() not in threads
    assert "at most 1,000 rows" in message_of(screen.page.banner)


async def test_rows_beyond_the_limit_are_left_out(screen: SubUsersScreen, tmp_path: Path) -> None:
    rows = "".join(f"worker {number}\n" for number in range(45))
    dialog = await _preview(screen, _file(tmp_path, "label\n" + rows))
    assert "41 sub-users will be added" in dialog.summary.shown_text()
    screen.press("Import", dialog)
    await screen.quiet()
    assert len(await screen.known()) == 50


async def test_sub_users_that_cannot_be_read_take_room_too(screen: SubUsersScreen, tmp_path: Path) -> None:
    change = {"route": f"GET {ALL}", "kind": "mutate", "every": True}
    await screen.service.faults({**change, "path": "data.0.createdAt", "value": "soon"})
    await screen.load()
    assert screen.page.toolbar.count.shown_text() == "9 of 50"
    rows = "".join(f"worker {number}\n" for number in range(45))
    dialog = await _preview(screen, _file(tmp_path, "label\n" + rows))
    assert "41 sub-users will be added" in dialog.summary.shown_text()
    dialog.reject()
    await screen.service.faults(
        {**change, "path": "data.0.createdAt", "value": "soon"}, {**change, "path": "limit", "value": 9}
    )
    await screen.load()
    screen.press("Add sub-user")
    assert "has reached its maximum of 9 sub-users" in message_of(screen.page.banner)


async def test_an_import_with_lost_answers_doubles_nobody(screen: SubUsersScreen, tmp_path: Path) -> None:
    rows = "".join(f"worker {number}\n" for number in range(12))
    dialog = await _preview(screen, _file(tmp_path, "label\n" + rows))
    await screen.service.faults(
        {"route": POST, "nth": 3, "kind": "reset_after"},
        {"route": POST, "nth": 6, "kind": "status", "status": 409},
        {"route": POST, "nth": 8, "kind": "status_after", "status": 502},
    )
    screen.press("Import", dialog)
    await screen.quiet()
    if "Try again" in screen.words():
        screen.press("Try again")
        await screen.quiet()
    found = (await screen.service.client.sub_users.list(screen.page.current_id())).items
    workers = sorted(item.label for item in found if item.label.startswith("worker"))
    assert workers == sorted(f"worker {number}" for number in range(12))


async def test_the_result_names_the_lines_of_the_file(screen: SubUsersScreen, tmp_path: Path) -> None:
    dialog = await _preview(screen, _file(tmp_path, "label,cap\n,1\nOne,5\n,1\nTwo,lots\nThree,\n"))
    await screen.service.faults({"route": POST, "nth": 2, "kind": "status", "status": 500})
    screen.press("Import", dialog)
    await screen.quiet()
    lines = [line.shown_text() for line in screen.bar.result.lines.findChildren(Label)]
    assert len(lines) == 1
    assert lines[0].startswith("Line 6, Three: ")


async def test_a_file_that_is_no_list_of_sub_users_is_named(screen: SubUsersScreen, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_bytes(b"\xff\xfe\x00")
    screen.press("Import CSV")
    await screen.save_as(path)
    assert screen.dialogs() == []
    assert screen.banner() != ""


async def test_enter_exports_from_every_choice(screen: SubUsersScreen, tmp_path: Path) -> None:
    screen.mark("Berlin runner")
    for control in ("whom", "form", "passwords"):
        screen.press("Export")
        dialog = _open(screen, ExportDialog)
        assert isinstance(dialog, ExportDialog)
        chosen = {"whom": dialog.whom.button("marked"), "form": dialog.form.button("csv")}
        QTest.keyClick(chosen.get(control, dialog.passwords), Qt.Key.Key_Return)
        await screen.quiet()
        await screen.save_as(tmp_path / f"{control}.csv")
        assert "Berlin runner" in (tmp_path / f"{control}.csv").read_text()


async def test_an_export_holds_passwords_only_when_chosen(screen: SubUsersScreen, tmp_path: Path) -> None:
    passwords = {item.password for item in screen.model.records()}
    screen.press("Export")
    dialog = _open(screen, ExportDialog)
    screen.press("Save to file", dialog)
    await screen.quiet()
    await screen.save_as(tmp_path / "out.csv")
    text = (tmp_path / "out.csv").read_text()
    assert len(list(csv.reader(text.splitlines()))) == 10
    assert not any(password in text for password in passwords)
    assert stat.S_IMODE((tmp_path / "out.csv").stat().st_mode) == 0o600
    screen.press("Export")
    dialog = _open(screen, ExportDialog)
    screen.press("Include passwords", dialog)
    screen.press("JSON", dialog)
    screen.press("Save to file", dialog)
    await screen.quiet()
    await screen.save_as(tmp_path / "out.json")
    found = json.loads((tmp_path / "out.json").read_text())
    assert all(password in json.dumps(found) for password in passwords)
    assert screen.notes[-1] == "Saved, readable by you alone"


async def test_an_export_is_of_the_selected_or_of_all(screen: SubUsersScreen, tmp_path: Path) -> None:
    screen.mark("Berlin runner", "QA laptop")
    for choice, count in (("", 2), ("All 9", 9)):
        screen.press("Export")
        dialog = _open(screen, ExportDialog)
        assert "2 selected" in screen.words(dialog)
        if choice:
            screen.press(choice, dialog)
        screen.press("Save to file", dialog)
        await screen.quiet()
        await screen.save_as(tmp_path / "out.csv")
        rows = csv.DictReader((tmp_path / "out.csv").read_text().splitlines())
        labels = [row["label"] for row in rows]
        assert len(labels) == count
        assert {"Berlin runner", "QA laptop"} <= set(labels)


async def test_an_export_of_many_does_not_hold_the_window_up(screen: SubUsersScreen, tmp_path: Path) -> None:
    many = screen.model.records()[:1] * 40_000
    screen.page.credentials.export(many, [])
    dialog = _open(screen, ExportDialog)
    screen.press("Save to file", dialog)
    turns = 0
    while screen.page.tasks.names():
        turns += 1
        await asyncio.sleep(0)
    assert turns > 5, "while the text is written"
    await screen.save_as(tmp_path / "out.csv")
    assert len((tmp_path / "out.csv").read_text().splitlines()) == len(many) + 1


async def test_copying_answers_in_the_rows_and_at_the_button(tmp_path: Path) -> None:

    async with on_page(SubUsersScreen, tmp_path) as screen:

        def pictures() -> list[bytes]:
            places = [screen.table.visualRect(screen.index(label, "password")) for label in labels]
            grabs = [screen.table.viewport().grab(place) for place in places]
            return [png_bytes(grab) for grab in (*grabs, screen.bar.copy.grab())]

        labels = ("Berlin runner", "QA laptop", "Spare")
        screen.mark("Berlin runner", "QA laptop")
        before = pictures()
        screen.press("Copy credentials")
        _choose(screen.page.credentials.menu, "HTTP URL")
        await screen.quiet()
        changed = [old != new for old, new in zip(before, pictures(), strict=True)]
        assert changed == [True, True, False, True]


async def test_what_is_said_knows_when_the_clipboard_is_cleared(screen: SubUsersScreen) -> None:
    for seconds, words in ((90, "Password copied · clears in 90 s"), (None, "Password copied")):
        screen.clipboard_owner.clear_after_s = seconds
        screen.click_cell("Spare", "password")
        assert screen.notes[-1] == words
        assert screen.clipboard() == screen.at("Spare").password


async def test_credentials_of_many_are_copied_in_a_format(screen: SubUsersScreen) -> None:
    screen.mark("Berlin runner", "QA laptop")
    screen.press("Copy credentials")
    _choose(screen.page.credentials.menu, "HTTP URL")
    await screen.quiet()
    berlin, laptop = screen.at("Berlin runner"), screen.at("QA laptop")
    lines = screen.clipboard().splitlines()
    assert len(lines) == 2
    assert f"{berlin.username}:{berlin.password}@" in lines[0]
    assert f"{laptop.username}:{laptop.password}@" in lines[1]
    assert screen.is_marked_secret()
    assert screen.notes[-1] == "Credentials of 2 sub-users copied · clears in 30 s"


async def test_a_format_that_cannot_hold_a_password_says_whose(screen: SubUsersScreen) -> None:
    draft = SubUserDraft("Colon", "a:b")
    await screen.service.client.sub_users.create(screen.page.current_id(), draft)
    await screen.load()
    screen.mark("Berlin runner", "Colon")
    screen.press("Copy credentials")
    action = next(
        action
        for action in screen.page.credentials.menu.actions()
        if action.text() == "host:port:user:pass (not possible)"
    )
    assert not action.isEnabled()
    assert action.toolTip() == "Colon: This format can't contain a password with ':'."
    screen.page.credentials.menu.close()


async def test_of_very_many_a_format_says_whose_password_it_cannot_hold_when_it_is_chosen(
    screen: SubUsersScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats_menu, "MAX_CHECKED", 1)
    await screen.service.client.sub_users.create(screen.page.current_id(), SubUserDraft("Colon", "a:b"))
    await screen.load()
    screen.mark("Berlin runner", "Colon")
    screen.press("Copy credentials")
    _choose(screen.page.credentials.menu, "host:port:user:pass")
    await screen.quiet()
    assert screen.notes[-1] == "Colon: This format can't contain a password with ':'."
    assert screen.clipboard() == ""
