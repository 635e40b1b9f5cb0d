"""Own references and payment records: found, saved and printed as a user would do it."""

from __future__ import annotations

import asyncio
import re
import shutil
import stat
import subprocess
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.i18n.texts import ENGLISH, languages, use_language
from support.shown import callout_of
from support.topups_screen import TopUpsScreen
from ui.pages.topups.record_pdf import records_pdf
from ui.pages.topups.record_view import present_month, present_record
from ui.pages.topups.records import MAX_REFERENCE, RecordDialog
from ui.theme.theme import apply_theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from app.models.topups import TopUp

pytestmark = pytest.mark.page(screen=TopUpsScreen, scale="demo")

needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler-utils is not installed")


async def open_credited(screen: TopUpsScreen) -> TopUp:
    screen.press("Credited")
    await screen.quiet()
    screen.click_row(0)
    await screen.quiet()
    topup = screen.current()
    assert topup.status == "credited"
    return topup


def run(*command: str | Path) -> str:
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout


def text_of(path: Path) -> str:
    return re.sub(r"[ ]+", " ", run("pdftotext", "-layout", path, "-"))


def ask(screen: TopUpsScreen) -> RecordDialog:
    """Opens the dialog as a user does."""
    screen.press("Payment record")
    (dialog,) = screen.visible(RecordDialog)
    return dialog


async def until_asked(screen: TopUpsScreen) -> None:
    """Waits for the question where to save."""
    await screen.until(lambda: screen.window.findChild(QFileDialog) is not None)


def close_question(screen: TopUpsScreen) -> None:
    """Closes the question where to save, of which there is one."""
    (asked,) = screen.window.findChildren(QFileDialog)
    asked.close()


async def test_a_reference_is_saved_as_it_is_typed_and_found(screen: TopUpsScreen) -> None:
    screen.press("Details", within=screen.detail)
    field = screen.page.topup_page.reference.edit
    assert field.accessibleName() == "Own reference"
    screen.enter(field, "Project Zurich 2291")
    await screen.quiet()
    topup = screen.current()
    assert await screen.service.account.choices.references() == {topup.id: "Project Zurich 2291"}
    screen.page.pane.search.setText("zürich")
    await screen.quiet()
    assert screen.page.model.rowCount() == 1
    assert screen.page.model.id_at(screen.page.model.index(0, 0)) == topup.id


async def test_a_reference_belongs_to_its_topup_and_outlives_the_page(screen: TopUpsScreen) -> None:
    screen.press("Details", within=screen.detail)
    field = screen.page.topup_page.reference.edit
    screen.enter(field, "first")
    await screen.quiet()
    first = screen.current()
    screen.click_row(1)
    await screen.quiet()
    assert field.text() == ""
    screen.click_row(0)
    await screen.quiet()
    assert (screen.current().id, field.text()) == (first.id, "first")
    again = type(screen.page)(screen.service.account, screen.context)
    again.load()
    await again.tasks.join("load")
    again.model.filter_by("first")
    assert again.model.rowCount() == 1
    again.deleteLater()


async def test_a_reference_is_hidden_with_the_details(screen: TopUpsScreen) -> None:
    screen.press("Details", within=screen.detail)
    field = screen.page.topup_page.reference.edit
    assert field.isVisible()
    screen.press("Details", within=screen.detail)
    assert not field.isVisible()


async def test_a_reference_has_a_limit(screen: TopUpsScreen) -> None:
    screen.press("Details", within=screen.detail)
    field = screen.page.topup_page.reference.edit
    screen.enter(field, "x" * (MAX_REFERENCE + 10))
    assert len(field.text()) == MAX_REFERENCE


async def test_only_a_credited_topup_offers_a_record(screen: TopUpsScreen) -> None:
    await open_credited(screen)
    assert screen.detail.outcome.record.isVisible()
    screen.press("Expired")
    await screen.quiet()
    screen.click_row(0)
    await screen.quiet()
    assert not screen.detail.outcome.record.isVisible()


@needs_poppler
async def test_the_record_of_a_topup_is_a_private_pdf_that_can_be_read(
    screen: TopUpsScreen, tmp_path: Path
) -> None:
    topup = await open_credited(screen)
    await screen.service.account.choices.save_reference(topup.id, "Cost center 40-118")
    screen.press("Save to file", ask(screen))
    path = tmp_path / "record.pdf"
    await until_asked(screen)
    await screen.save_as(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = text_of(path)
    assert topup.id in text
    assert topup.address in text
    assert f"{topup.amount_crypto} {topup.coin}" in text
    assert "Cost center 40-118" in text
    assert "not an invoice" in text
    assert "Page 1 of 1" in text
    fonts = run("pdffonts", path).splitlines()[2:]
    assert fonts
    assert all(row.split()[-5] == "yes" for row in fonts), "a font is not embedded"


@pytest.mark.parametrize(
    ("topup_id", "name"),
    [("tu_a-1", "tu_a-1"), ("../../.config/ü:1", "_______config___1"), ("x" * 300, "x" * 64)],
)
async def test_the_name_of_a_record_is_that_of_a_file_whatever_the_id_is(
    screen: TopUpsScreen, topup_id: str, name: str
) -> None:
    topup = (await open_credited(screen)).model_copy(update={"id": topup_id})
    dialog = screen.page.topup_page._records.open(topup)
    screen.press("Save to file", dialog)
    await until_asked(screen)
    (asked,) = screen.window.findChildren(QFileDialog)
    assert [Path(path).name for path in asked.selectedFiles()] == [f"payment-record-{name}.pdf"]
    assert asked.directory().absolutePath() == str(Path.cwd())
    asked.close()


@needs_poppler
async def test_an_account_that_is_named_by_its_service_is_named_once(
    screen: TopUpsScreen, tmp_path: Path
) -> None:
    account = screen.service.account
    account.account = account.account._replace(name=account.account.service)
    await open_credited(screen)
    screen.press("Save to file", ask(screen))
    path = tmp_path / "record.pdf"
    await until_asked(screen)
    await screen.save_as(path)
    assert text_of(path).count("local sandbox") == 1


@needs_poppler
async def test_the_record_of_a_month_begins_with_a_table(screen: TopUpsScreen, tmp_path: Path) -> None:
    await open_credited(screen)
    dialog = ask(screen)
    screen.press("All of a month", dialog)
    month = dialog.month.currentText()
    screen.press("Save to file", dialog)
    path = tmp_path / "records.pdf"
    await until_asked(screen)
    await screen.save_as(path)
    text = text_of(path)
    assert f"{month} · Demo account, local sandbox" in text
    assert text.count("Payment record\n") >= 1
    assert re.search(r"\d+ top-ups?", text)


@needs_poppler
async def test_the_longest_amounts_of_a_month_are_not_printed_over_each_other(
    screen: TopUpsScreen, tmp_path: Path
) -> None:
    topup = (await open_credited(screen)).model_copy(
        update={"amount_received_crypto": "987654321098.765432109876543210", "credited_usd": "10000.00"}
    )
    now = screen.clock.now()
    table, _records = present_month([topup], now.date(), "Work", {}, now)
    path = tmp_path / "month.pdf"
    path.write_bytes(await records_pdf([], table, "1"))
    words = re.findall(
        r'xMin="([\d.]+)".* xMax="([\d.]+)".*>(.*)</word>', run("pdftotext", "-bbox", path, "-")
    )
    (coin,) = [float(end) for _start, end, word in words if word == topup.coin]
    (credited,) = [
        float(start) for start, _end, word in words if word == "$10,000.00" and float(start) > coin
    ]
    assert credited - coin > 5


@needs_poppler
async def test_the_head_of_a_section_is_on_the_page_of_its_first_line(
    screen: TopUpsScreen, tmp_path: Path
) -> None:
    record = present_record(await open_credited(screen), "Work", "Project 2291", screen.clock.now())
    first = record.sections[0]
    for count in range(1, 30):
        sections = (first._replace(lines=first.lines[:1] * count),)
        path = tmp_path / "record.pdf"
        path.write_bytes(await records_pdf([record._replace(sections=sections)], None, "1"))
        (page,) = (page for page in run("pdftotext", path, "-").split("\f") if "Project 2291" in page)
        assert "Own reference\n" in page, count


@needs_poppler
@pytest.mark.parametrize("code", [*languages()])
async def test_what_is_missing_in_a_month_is_not_printed_over_its_count(
    screen: TopUpsScreen, tmp_path: Path, code: str
) -> None:
    topup = await open_credited(screen)
    unknown = topup.model_copy(update={"credited_usd": None})
    now = screen.clock.now()
    use_language(code)
    table, _records = present_month([topup, unknown] * 8, now.date(), "Work", {}, now, 21)
    path = tmp_path / "month.pdf"
    path.write_bytes(await records_pdf([], table, "1"))
    use_language(ENGLISH)
    found = re.findall(
        r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"',
        run("pdftotext", "-bbox", path, "-"),
    )
    boxes = [
        QRectF(QPointF(float(x), float(y)), QPointF(float(right), float(y) + 5)) for x, y, right, _ in found
    ]
    assert not [one for one, other in combinations(boxes, 2) if (one & other).width() > 1]


@needs_poppler
async def test_paper_is_the_same_in_every_theme_and_text_size(
    screen: TopUpsScreen, tmp_path: Path, qapp: QApplication
) -> None:
    topup = await open_credited(screen)
    record = present_record(topup, "Work", "", screen.clock.now())
    light, dark = tmp_path / "light.pdf", tmp_path / "dark.pdf"
    light.write_bytes(await records_pdf([record], None, "1"))
    apply_theme(qapp, "dark", text_scale=2.0)
    dark.write_bytes(await records_pdf([record], None, "1"))
    apply_theme(qapp, "light")
    for path in (light, dark):
        run("pdftoppm", "-r", "60", "-gray", "-singlefile", path, path.with_suffix(""))
    assert light.with_suffix(".pgm").read_bytes() == dark.with_suffix(".pgm").read_bytes()


async def test_other_tasks_go_on_while_many_records_are_made(screen: TopUpsScreen) -> None:
    topup = await open_credited(screen)
    records = [present_record(topup, "Work", "", screen.clock.now())] * 20
    turns, is_done = 0, False

    async def make() -> None:
        nonlocal is_done
        await records_pdf(records, None, "1")
        is_done = True

    async def count() -> None:
        nonlocal turns
        while not is_done:
            turns += 1
            await asyncio.sleep(0)

    await asyncio.gather(make(), count())
    assert turns >= 2 * len(records) - 1, "between any two that are laid out, or painted"


async def test_enter_saves_the_record_of_what_is_chosen(screen: TopUpsScreen) -> None:
    await open_credited(screen)
    for keys, name in (((), "payment-record-"), ((Qt.Key.Key_Right,), "payment-records-")):
        dialog = ask(screen)
        for key in (*keys, Qt.Key.Key_Return):
            focused = dialog.focusWidget()
            assert focused is not None
            QTest.keyClick(focused, key)
        await until_asked(screen)
        (asked,) = screen.window.findChildren(QFileDialog)
        assert Path(asked.selectedFiles()[0]).name.startswith(name)
        asked.close()
        asked.setParent(None)


async def test_records_that_take_long_are_shown_to_be_under_way(screen: TopUpsScreen) -> None:
    await open_credited(screen)
    dialog = ask(screen)
    screen.press("All of a month", dialog)
    await screen.service.faults({"route": "GET /v1/topups", "kind": "delay", "seconds": 0.3})
    screen.press("Save to file", dialog)
    await asyncio.sleep(0)
    assert dialog.isVisible()
    assert not screen.button("Save to file", dialog).isEnabled()
    await until_asked(screen)
    assert not screen.visible(RecordDialog)
    close_question(screen)


async def test_a_dialog_that_is_closed_meanwhile_saves_nothing(screen: TopUpsScreen) -> None:
    await open_credited(screen)
    dialog = ask(screen)
    screen.press("All of a month", dialog)
    await screen.service.faults({"route": "GET /v1/topups", "kind": "delay", "seconds": 60})
    screen.press("Save to file", dialog)
    await asyncio.sleep(0)
    screen.press("Cancel", dialog)
    await screen.quiet()
    assert screen.window.findChild(QFileDialog) is None
    assert not screen.visible(RecordDialog)


async def test_why_records_can_not_be_made_is_said_in_the_dialog(screen: TopUpsScreen) -> None:
    await open_credited(screen)
    dialog = ask(screen)
    screen.press("All of a month", dialog)
    await screen.service.faults({"route": "GET /v1/topups", "kind": "status", "status": 422})
    screen.press("Save to file", dialog)
    await dialog.tasks.join()
    assert callout_of(dialog.callout).startswith("The service ")
    screen.press("Save to file", dialog)
    await until_asked(screen)
    assert screen.banner() == ""
    close_question(screen)


async def test_a_month_without_credits_saves_nothing(screen: TopUpsScreen) -> None:
    await open_credited(screen)
    dialog = ask(screen)
    screen.press("All of a month", dialog)
    dialog.month.setCurrentIndex(dialog.month.count() - 1)
    screen.press("Save to file", dialog)
    await dialog.tasks.join()
    assert callout_of(dialog.callout).startswith("No top-up was credited in ")
    assert screen.window.findChild(QFileDialog) is None
    dialog.month.setCurrentIndex(0)
    screen.press("Save to file", dialog)
    await until_asked(screen)
    close_question(screen)
