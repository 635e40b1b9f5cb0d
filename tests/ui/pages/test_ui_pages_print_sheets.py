"""Print sheets: of the selection and from the share dialog, read back from the PDF as text and by camera."""

from __future__ import annotations

import asyncio
import re
import shutil
import stat
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.models.sub_users import SubUserChange, SubUserDraft
from app.rules.proxy_formats.logins import Credentials, credentials_of
from app.rules.proxy_formats.rendering import render
from support.qr_camera import codes_on
from support.shown import callout_of
from support.sub_users_screen import SubUsersScreen
from support.subscriptions_screen import SubscriptionsScreen
from ui.pages.hand_outs.print_dialog import PrintDialog
from ui.pages.hand_outs.share_dialog import ShareDialog
from ui.pages.hand_outs.sheet_pdf import page_count, sheet_pdf
from ui.pages.hand_outs.sheet_view import SheetCard, SheetUser, fits_sheet, present_sheet
from ui.theme.theme import apply_theme

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QApplication

    from app.models.subscriptions import Subscription
    from support.page_screen import PageScreen

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support"),
    pytest.mark.page(screen=SubUsersScreen),
]

needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")
HOSTILE = "p@s:s/w#r?d%41 +&…"
MANY = 120


def run(*command: str | Path) -> str:
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout


def text_of(path: Path) -> str:
    return re.sub(r"[ ]+", " ", run("pdftotext", "-layout", path, "-"))


def codes_of(path: Path) -> list[str]:
    """Returns what a camera reads off the printed pages."""
    run("pdftoppm", "-r", "150", "-gray", path, path.with_suffix(""))
    pages = sorted(path.parent.glob(f"{path.stem}-*.pgm"))
    return [text for page in pages for text in codes_on(QImage(str(page)))]


def subscription_of(screen: SubUsersScreen) -> Subscription:
    found = screen.service.account.subscription_store.get(screen.page.current_id())
    assert found is not None
    return found


def opened(screen: PageScreen) -> PrintDialog:
    (dialog,) = screen.visible(PrintDialog)
    return dialog


async def save(screen: PageScreen, dialog: PrintDialog, path: Path) -> None:
    screen.press("Save to file", dialog)
    await dialog.tasks.join()
    await screen.save_as(path)


def users(count: int) -> list[SheetUser]:
    return [
        SheetUser(Credentials("gw.example.net", 8000, 8001, f"user{at}", HOSTILE, f"Label {at}"))
        for at in range(count)
    ]


@needs_poppler
async def test_the_selected_sub_users_are_on_a_private_sheet(screen: SubUsersScreen, tmp_path: Path) -> None:
    draft = SubUserDraft("Zürich", HOSTILE)
    service = screen.service.client.sub_users
    hostile = await service.create(screen.page.current_id(), draft)
    await service.change(screen.page.current_id(), hostile.id, SubUserChange(enabled=False))
    await screen.load()
    screen.mark("Berlin runner", "Zürich")
    screen.press("Print sheet…")
    dialog = opened(screen)
    assert "2 cards on 1 page" in screen.words(dialog)
    assert "The sheet contains passwords." in callout_of(dialog.callout)
    assert HOSTILE not in screen.words(dialog)
    path = tmp_path / "sheet.pdf"
    await save(screen, dialog, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert screen.notes[-1] == "Saved, readable by you alone"
    text = text_of(path)
    assert "Price watch EU · Residential" in text
    assert "Page 1 of 1" in text
    assert re.search(r"Zürich +disabled", text)
    assert not re.search(r"Berlin runner +disabled", text)
    for label in ("Berlin runner", "Zürich"):
        assert screen.at(label).username in text
        assert screen.at(label).password in text
    subscription = subscription_of(screen)
    wanted = {
        render("http_url", credentials_of(subscription, screen.at(one))).text for one in screen.marked()
    }
    assert set(codes_of(path)) == wanted
    fonts = run("pdffonts", path).splitlines()[2:]
    assert fonts
    assert all(row.split()[-5] == "yes" for row in fonts), "a font is not embedded"


@needs_poppler
async def test_the_share_dialog_prints_its_format(screen: SubUsersScreen, tmp_path: Path) -> None:
    screen.page.do("share", screen.at("Berlin runner").id)
    (share,) = screen.visible(ShareDialog)
    share.format.setCurrentIndex(share.format.findData("json"))
    screen.press("Print sheet…", share)
    dialog = opened(screen)
    assert dialog.format.currentText() == "JSON"
    screen.press("Letter", dialog)
    path = tmp_path / "sheet.pdf"
    await save(screen, dialog, path)
    share.close()
    assert "(letter)" in run("pdfinfo", path)
    credentials = credentials_of(subscription_of(screen), screen.at("Berlin runner"))
    assert codes_of(path) == [render("json", credentials).text]


@needs_poppler
@pytest.mark.page(screen=SubscriptionsScreen)
async def test_the_main_user_of_a_subscription_is_printed(
    screen: SubscriptionsScreen, tmp_path: Path
) -> None:
    screen.press("Show QR code", screen.detail.credentials)
    (share,) = screen.visible(ShareDialog)
    screen.press("Print sheet…", share)
    path = tmp_path / "sheet.pdf"
    await save(screen, opened(screen), path)
    share.close()
    assert codes_of(path) == [render("http_url", credentials_of(screen.current())).text]


@needs_poppler
async def test_a_hundred_and_twenty_are_on_twenty_pages(screen: SubUsersScreen, tmp_path: Path) -> None:
    sheet = present_sheet("Many", users(MANY), ("HTTP URL", "http_url", ""), screen.service.clock.now())
    done: list[int] = []
    path = tmp_path / "many.pdf"
    path.write_bytes(await sheet_pdf(sheet, "A4", "1", done.append))
    assert done == list(range(MANY))
    assert page_count(MANY) == 20
    text = text_of(path)
    assert "Page 20 of 20" in text
    assert all(f"user{at}" in text for at in range(MANY))
    assert len(set(codes_of(path))) == MANY


@needs_poppler
async def test_paper_is_the_same_in_every_theme_and_text_size(
    screen: SubUsersScreen, tmp_path: Path, qapp: QApplication
) -> None:
    sheet = present_sheet("Same", users(2), ("HTTP URL", "http_url", ""), screen.service.clock.now())
    light, dark = tmp_path / "light.pdf", tmp_path / "dark.pdf"
    light.write_bytes(await sheet_pdf(sheet, "A4", "1", lambda _done: None))
    apply_theme(qapp, "dark", text_scale=2.0)
    dark.write_bytes(await sheet_pdf(sheet, "A4", "1", lambda _done: None))
    apply_theme(qapp, "light")
    for path in (light, dark):
        run("pdftoppm", "-r", "60", "-gray", "-singlefile", path, path.with_suffix(""))
    assert light.with_suffix(".pgm").read_bytes() == dark.with_suffix(".pgm").read_bytes()


@needs_poppler
async def test_hostile_texts_stay_on_their_card(screen: SubUsersScreen, tmp_path: Path) -> None:
    who = Credentials("h" * 200, 8000, 8001, "u" * 300, "p" * 64, "\u202eevil\n" + "W" * 500)
    sheet = present_sheet(
        "\x1b" + "N" * 500, [SheetUser(who), *users(1)], ("JSON", "json", ""), screen.service.clock.now()
    )
    path = tmp_path / "hostile.pdf"
    path.write_bytes(await sheet_pdf(sheet, "Letter", "1", lambda _done: None))
    text = text_of(path)
    assert "\u202e" not in text
    assert "U+202E\u203aevil␊WWW" in text
    assert "p" * 30 in text
    boxes = run("pdftotext", "-bbox", path, "-")
    assert max(float(right) for right in re.findall(r'xMax="([\d.]+)"', boxes)) <= 612 - 48 + 1
    assert "Label 0" in text


@needs_poppler
async def test_long_values_stay_within_the_lines_to_cut_along(screen: SubUsersScreen, tmp_path: Path) -> None:
    who = Credentials("h" * 80, 8000, 8001, "u" * 80, "p" * 64, "Long")
    several = [SheetUser(who), SheetUser(replace(who, label="Next"))]
    sheet = present_sheet("Cut", several, ("HTTP URL", "http_url", ""), screen.service.clock.now())
    path = tmp_path / "cut.pdf"
    path.write_bytes(await sheet_pdf(sheet, "A4", "1", lambda _done: None))
    boxes = run("pdftotext", "-bbox", path, "-")
    found = re.findall(r'yMin="([\d.]+)".*yMax="([\d.]+)">(\S+)</word>', boxes)
    (next_top,) = (float(top) for top, _bottom, word in found if word == "Next")
    ports = [(float(top), float(bottom)) for top, bottom, word in found if word == "SOCKS5"]
    first_cut, second_cut = (72 / 96 * (124 + 146 * n) for n in (1, 2))
    assert ports[0][1] < first_cut < next_top
    assert ports[1][1] < second_cut


@needs_poppler
async def test_values_begin_behind_the_longest_name(screen: SubUsersScreen, tmp_path: Path) -> None:
    lines = (("Имя_пользователя_прокси", "acme_r7f2"), ("Порты", "8000"))
    sheet = present_sheet("Long", (), ("HTTP URL", "http_url", ""), screen.service.clock.now())
    path = tmp_path / "names.pdf"
    cards = (SheetCard("Label", "", lines, ""),)
    path.write_bytes(await sheet_pdf(sheet._replace(cards=cards), "A4", "1", lambda _done: None))
    boxes = run("pdftotext", "-bbox", path, "-")
    found = re.findall(r'xMin="([\d.]+)".*xMax="([\d.]+)".*>(\S+)</word>', boxes)
    edges = {word: (float(left), float(right)) for left, right, word in found}
    assert edges[lines[0][0]][1] < edges["acme_r7f2"][0]
    assert edges["acme_r7f2"][0] == edges["8000"][0]


async def test_only_formats_with_a_code_are_offered(screen: SubUsersScreen) -> None:
    screen.mark("Berlin runner", "QA laptop")
    screen.press("Print sheet…")
    dialog = opened(screen)
    offered = [dialog.format.itemText(row) for row in range(dialog.format.count())]
    assert {"HTTP URL", "SOCKS5 URL", "JSON"} <= set(offered)
    assert "Proxifier" not in offered  # too long
    dialog.close()


def test_a_format_that_needs_an_address_has_no_code() -> None:
    assert not fits_sheet("proxychains", "", users(1))
    assert fits_sheet("http_url", "", users(1))


async def test_a_format_that_cannot_hold_a_password_says_whose(screen: SubUsersScreen) -> None:
    draft = SubUserDraft("Colon", "a:b")
    await screen.service.client.sub_users.create(screen.page.current_id(), draft)
    await screen.load()
    screen.mark("Berlin runner", "Colon")
    screen.press("Print sheet…")
    dialog = opened(screen)
    dialog.format.setCurrentIndex(dialog.format.findData("host_port_user_pass"))
    assert callout_of(dialog.callout) == "Colon: This format can't contain a password with ':'."
    assert not dialog.save.isEnabled()
    dialog.close()


async def test_a_sheet_that_is_no_longer_wanted_is_not_made(screen: SubUsersScreen) -> None:
    screen.mark("Berlin runner")
    screen.press("Print sheet…")
    dialog = opened(screen)
    screen.press("Save to file", dialog)
    await asyncio.sleep(0)
    assert dialog.progress.isVisible()
    screen.press("Cancel", dialog)
    await screen.quiet()
    assert screen.window.findChild(QFileDialog) is None


async def test_a_file_that_cannot_be_written_is_named(screen: SubUsersScreen, tmp_path: Path) -> None:
    screen.mark("Berlin runner")
    screen.press("Print sheet…")
    (tmp_path / "folder.pdf").mkdir()
    await save(screen, opened(screen), tmp_path / "folder.pdf")
    assert screen.banner() != ""


async def test_a_file_that_is_saved_ends_what_was_said_of_one_that_was_not(
    screen: SubUsersScreen, tmp_path: Path
) -> None:
    screen.mark("Berlin runner")
    screen.press("Print sheet…")
    await save(screen, opened(screen), tmp_path / "gone" / "sheet.pdf")
    assert screen.banner() == "The file could not be written: its folder does not exist any more."
    await screen.load()
    assert screen.banner() != "", "what the service responds says nothing of the file"
    screen.press("Print sheet…")
    await save(screen, opened(screen), tmp_path / "sheet.pdf")
    assert screen.banner() == ""


@pytest.mark.page(screen=SubscriptionsScreen)
async def test_a_file_of_a_subscription_that_is_saved_ends_what_was_said_of_one_that_was_not(
    screen: SubscriptionsScreen, tmp_path: Path
) -> None:
    for path, banner in (
        (
            tmp_path / "gone" / "proxies.txt",
            "The file could not be written: its folder does not exist any more.",
        ),
        (tmp_path / "proxies.txt", ""),
    ):
        screen.press("Save to file")
        await screen.quiet()
        await screen.save_as(path)
        assert screen.banner() == banner


async def test_enter_makes_the_sheet(screen: SubUsersScreen) -> None:
    screen.mark("Berlin runner")
    for control in ("format", "paper"):
        screen.press("Print sheet…")
        dialog = opened(screen)
        focused = dialog.format if control == "format" else dialog.paper.button("A4")
        QTest.keyClick(focused, Qt.Key.Key_Return)
        await dialog.tasks.join()
        (asked,) = screen.window.findChildren(QFileDialog)
        asked.close()
        asked.setParent(None)


async def test_nothing_selected_prints_nothing(screen: SubUsersScreen) -> None:
    assert not screen.button("Print sheet…").isEnabled()
    screen.mark("Berlin runner")
    assert screen.button("Print sheet…").isEnabled()
