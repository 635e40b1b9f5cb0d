"""The table of countries as a person uses it: found while typing, filtered, sorted, marked, copied."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.i18n.texts import use_language
from support.locations_screen import LocationsScreen
from support.page_scenarios import on_page
from support.shown import message_of
from support.waiting import until
from ui.pages.locations.country_table import CountryTable
from ui.theme.icons import flag

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPaintDevice, QPainter, QPixmap


pytestmark = pytest.mark.page(screen=LocationsScreen)


async def test_countries_are_found_without_accents_by_name_code_and_region(screen: LocationsScreen) -> None:
    assert len(screen.countries()) > 200
    await screen.write(screen.pane.search, "cote")
    assert screen.countries() == ["Côte d’Ivoire"]
    screen.pane.search.clear()
    await screen.write(screen.pane.search, "de")
    assert "Germany" in screen.countries()
    screen.pane.search.clear()
    await screen.write(screen.pane.search, "zzz")
    assert "Nothing found" in screen.words(screen.pane)
    screen.press("Show all countries")
    assert len(screen.countries()) > 200
    assert screen.pane.search.hasFocus()


async def test_rows_that_a_search_takes_away_are_prepared_no_more(screen: LocationsScreen) -> None:
    steps = screen.pane.table.prepare_rows()
    next(steps)
    screen.pane.search.setText("cote")
    assert list(steps) == []
    assert screen.countries() == ["Côte d’Ivoire"]


async def test_long_titles_have_the_room_they_need(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ui.pages.locations.country_table._", lambda text: f"{text} en un idioma largo")
    async with on_page(LocationsScreen, tmp_path) as screen:
        header = screen.pane.table.horizontalHeader()
        sections = [screen.pane.table.column(key) for key in ("code", "cities", "asns", "carriers")]
        narrow = [s for s in sections if header.sectionSize(s) < header.sectionSizeHint(s)]
        assert narrow == []


@pytest.mark.parametrize("language", ["en", "es", "ru"])
async def test_long_texts_leave_the_search_its_width(language: str, tmp_path: Path) -> None:
    use_language(language)
    try:
        async with on_page(LocationsScreen, tmp_path, size=(1170, 700)) as screen:
            products = screen.pane.products
            assert products.height() == products.sizeHint().height(), "in one row"
            assert screen.pane.search.width() >= 180
    finally:
        use_language("en")


async def test_columns_stay_where_they_are_when_few_countries_are_found(screen: LocationsScreen) -> None:
    table = screen.pane.table
    before = [table.columnWidth(column) for column in range(table.model().columnCount())]
    await screen.write(screen.pane.search, "germ")
    assert screen.countries() == ["Germany"]
    assert [table.columnWidth(column) for column in range(table.model().columnCount())] == before


async def test_other_countries_are_painted_once(
    screen: LocationsScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    await screen.write(screen.pane.search, "germ")
    painted: list[int] = []
    paint_row = CountryTable.paint_row

    def paint(self: CountryTable, painter: QPainter, rect: QRectF, row: int, *, is_pointed: bool) -> None:
        painted.append(row)
        paint_row(self, painter, rect, row, is_pointed=is_pointed)

    monkeypatch.setattr(CountryTable, "paint_row", paint)
    screen.pane.search.clear()
    await screen.quiet()
    assert 9 in painted
    assert sorted(painted) == sorted(set(painted))


async def test_the_first_countries_are_painted_once_their_flags_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    paint_row = CountryTable.paint_row

    def draw(stem: str, width: int, height: int, on: QPaintDevice) -> QPixmap | None:
        steps.append("drawn")
        return flag(stem, width, height, on)

    def paint(self: CountryTable, painter: QPainter, rect: QRectF, row: int, *, is_pointed: bool) -> None:
        steps.append("painted")
        paint_row(self, painter, rect, row, is_pointed=is_pointed)

    monkeypatch.setattr("ui.pages.locations.country_table.flag", draw)
    monkeypatch.setattr(CountryTable, "paint_row", paint)
    async with on_page(LocationsScreen, tmp_path) as screen:
        await until(lambda: "painted" in steps)
        in_view = screen.pane.table.viewport().height() // screen.pane.table.row_height()
        assert steps.index("painted") > in_view > 1


async def test_product_and_region_narrow_the_list(screen: LocationsScreen) -> None:
    everywhere = len(screen.countries())
    screen.press("Mobile per GB")
    await screen.quiet()
    mobile = len(screen.countries())
    assert 0 < mobile < everywhere
    screen.press("Europe")
    assert 0 < len(screen.countries()) < mobile
    assert "Japan" not in screen.countries()
    screen.press("All products")
    await screen.quiet()
    assert "Germany" in screen.countries()
    assert screen.button("Europe").isChecked()


async def test_titles_sort_by_mouse_and_by_keyboard(screen: LocationsScreen) -> None:
    header = screen.pane.table.horizontalHeader()
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(4, 8))
    assert screen.countries()[0] == "Afghanistan", "the column of stars sorts nothing"
    cities = QPoint(header.sectionViewportPosition(5) + 10, 8)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=cities)
    assert screen.countries()[0] == "United States", "most cities first"
    header.setFocus()
    QTest.keyClick(header, Qt.Key.Key_Left)  # over the hidden column of products, to the regions
    QTest.keyClick(header, Qt.Key.Key_Space)
    assert screen.pane.table.sort() == ("region", False)
    QTest.keyClick(header, Qt.Key.Key_Space)
    assert screen.pane.table.sort() == ("region", True)
    assert screen.pane.table.model().index(0, 3).data() == "South America"


async def test_favorites_lead_and_stay_over_a_new_start(tmp_path: Path) -> None:

    async with on_page(LocationsScreen, tmp_path) as screen:
        screen.press("Favorites")
        assert "No favorites yet" in screen.words(screen.pane)
        screen.press("All regions")
        await screen.click_country("JP", column=0)
        assert screen.countries()[0] == "Japan"
        assert screen.choices().recents == (), "the star alone opens nothing"
        await screen.click_country("BR")
        screen.press("Favorite")
        await screen.quiet()
        assert screen.countries()[:2] == ["Brazil", "Japan"]
    async with on_page(LocationsScreen, tmp_path) as screen:
        assert screen.countries()[:2] == ["Brazil", "Japan"]
        screen.press("Recent")
        assert screen.countries() == ["Brazil"]
        await screen.click_country("BR", column=0)
        screen.press("Favorites")
        assert screen.countries() == ["Japan"]


async def test_a_row_that_space_moves_among_the_favorites_stays_in_sight(screen: LocationsScreen) -> None:
    table = screen.pane.table
    table.setFocus()
    table.selectRow(table.row_of("JP"))
    assert table.verticalScrollBar().value() > 0
    await screen.key(Qt.Key.Key_Space)
    assert screen.countries()[0] == "Japan"
    current = table.currentIndex()
    assert current.row() == 0
    assert table.viewport().rect().contains(table.visualRect(current))


async def test_a_country_stays_selected_wherever_its_row_moves(tmp_path: Path) -> None:

    async with on_page(LocationsScreen, tmp_path) as screen:
        table = screen.pane.table

        def selected() -> list[object]:
            return [index.siblingAtColumn(2).data() for index in table.selectionModel().selectedRows()]

        screen.page.show_country("JP")
        await screen.quiet()
        before = table.currentIndex().row()
        screen.page.toggle_favorite("JP")
        await screen.quiet()
        assert (selected(), table.currentIndex().row()) == (["JP"], 0)
        screen.page.load()
        await screen.quiet()
        assert selected() == ["JP"]
        screen.page.toggle_favorite("JP")
        await screen.quiet()
        assert (selected(), table.currentIndex().row()) == (["JP"], before)


async def test_the_note_about_usernames_is_said_once(tmp_path: Path) -> None:

    async with on_page(LocationsScreen, tmp_path) as screen:
        assert "does not document how a username selects one" in message_of(screen.pane.hint)
        screen.press("Dismiss")
        await screen.quiet()
    async with on_page(LocationsScreen, tmp_path) as screen:
        assert message_of(screen.pane.hint) == ""


@pytest.mark.qt_log_ignore("does not support raise", "grabbing the keyboard", extend=True)
async def test_a_code_a_row_and_all_can_be_copied_or_saved(screen: LocationsScreen, tmp_path: Path) -> None:
    await screen.write(screen.pane.search, "germ")
    await screen.click_country("DE")
    screen.press("Copy code")
    assert screen.clipboard() == "DE"
    screen.pane.table.setFocus()
    await screen.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert screen.clipboard() == "DE"
    control_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    await screen.key(Qt.Key.Key_C, control_shift)
    menu = screen.menu()
    next(action for action in menu.actions() if action.text() == "Copy row").trigger()
    assert screen.clipboard().split("\t")[:2] == ["DE", "Germany"]
    menu.close()
    screen.press("Copy countries as CSV")
    assert screen.clipboard().count("\r\n") == 2
    assert '"Germany"' in screen.clipboard()
    screen.press("Save countries as CSV")
    await screen.save_as(tmp_path / "countries.csv")
    path = tmp_path / "countries.csv"
    assert '"Germany"' in path.read_text(encoding="utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert screen.notes[-1] == "Saved as countries.csv"


async def test_it_works_by_keyboard_alone(screen: LocationsScreen) -> None:
    screen.page.focus_search()
    await screen.write(screen.pane.search, "uni")
    await screen.key(Qt.Key.Key_Down)
    assert screen.pane.table.hasFocus()
    assert screen.pane.table.currentIndex().row() == 0
    await screen.key(Qt.Key.Key_T)
    assert screen.pane.search.hasFocus()
    assert screen.pane.search.text() == "unit"
    await screen.key(Qt.Key.Key_Down)
    await screen.key(Qt.Key.Key_Space)
    first = screen.pane.table.country_of(0)
    assert first is not None
    assert first.code in screen.choices().favorites
    await screen.key(Qt.Key.Key_Return)
    assert screen.page.current_code() == first.code
    assert screen.detail.pane("cities").search.hasFocus()
    await screen.key(Qt.Key.Key_Escape)
    assert screen.pane.table.hasFocus()
    await screen.key(Qt.Key.Key_Escape)
    assert screen.pane.search.text() == ""
    assert screen.pane.search.hasFocus()
    await screen.write(screen.pane.search, "uni")
    await screen.key(Qt.Key.Key_Escape)
    assert screen.pane.search.text() == ""
    assert screen.pane.table.hasFocus()


async def test_esc_in_an_empty_search_returns_to_the_list(screen: LocationsScreen) -> None:
    screen.page.focus_search()
    await screen.key(Qt.Key.Key_Escape)
    assert screen.pane.table.hasFocus()
    await screen.key(Qt.Key.Key_Escape)
    assert screen.pane.table.hasFocus()


async def test_the_keyboard_follows_into_a_country_that_is_opened_from_elsewhere(
    screen: LocationsScreen,
) -> None:
    screen.page.focus_search()
    screen.page.open_location("DE")
    await screen.quiet()
    assert screen.detail.pane("cities").search.hasFocus()


async def test_the_focus_ring_of_a_row_has_even_corners(screen: LocationsScreen) -> None:
    screen.page.focus_search()
    await screen.key(Qt.Key.Key_Down)
    table = screen.pane.table
    assert table.hasFocus()
    picture, row = table.viewport().grab().toImage(), table.visualRect(table.currentIndex())
    for y in range(row.top(), row.bottom()):
        for x in range(10):
            left, right = picture.pixelColor(x, y), picture.pixelColor(picture.width() - 1 - x, y)
            assert abs(left.red() - right.red()) <= 2, (x, y)


async def test_tab_goes_as_the_eye_does(screen: LocationsScreen) -> None:
    screen.page.focus_search()
    reached: list[QWidget | None] = []
    for _step in range(8):
        await screen.key(Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    pane, table = screen.pane, screen.pane.table
    assert reached[0] is pane.all_countries
    dismiss = pane.hint.stops()[-1]
    assert reached[3:] == [dismiss, table.horizontalHeader(), table, pane.copy_csv, pane.save_csv]


async def test_cells_have_names_for_screen_readers(screen: LocationsScreen) -> None:
    interface = QAccessible.queryAccessibleInterface(screen.pane.table)
    columns = screen.pane.table.model().columnCount() + 1  # the hidden vertical header counts
    assert interface.text(QAccessible.Text.Name) == "Countries"
    titles = [interface.child(number).text(QAccessible.Text.Name) for number in (1, 2)]
    assert titles == ["Favorite", "Country"]
    first = (1 + screen.pane.table.row_of("DE")) * columns
    names = [interface.child(first + number).text(QAccessible.Text.Name) for number in range(1, columns)]
    assert names == [
        "Germany, DE, Europe",
        "Germany",
        "DE",
        "Europe",
        "Residential, Mobile, Mobile per GB",
        "312",
        "148",
        "6",
    ]
    screen.pane.table.selectRow(screen.pane.table.row_of("DE"))
    QTest.keyClick(screen.pane.table, Qt.Key.Key_Space)
    await screen.quiet()
    first = (1 + screen.pane.table.row_of("DE")) * columns
    assert interface.child(first + 1).text(QAccessible.Text.Name) == "Germany, DE, Europe, Favorite"


@pytest.mark.page(size=(800, 600))
async def test_a_small_window_has_two_pages(screen: LocationsScreen) -> None:
    assert screen.page.width() == 800
    assert not screen.detail.isVisible()
    screen.page.focus_search()
    await screen.write(screen.pane.search, "germ")
    await screen.key(Qt.Key.Key_Down)
    await screen.key(Qt.Key.Key_Return)
    assert screen.detail.isVisible()
    assert not screen.pane.isVisible()
    assert screen.detail.pane("cities").search.hasFocus()
    screen.press("Back")
    assert screen.pane.isVisible()
    assert screen.pane.table.hasFocus()
    await screen.click_country("DE")
    await screen.key(Qt.Key.Key_Escape)
    assert screen.pane.isVisible()


async def test_a_country_is_opened_though_the_list_shows_none(screen: LocationsScreen) -> None:
    await screen.write(screen.page.pane.search, "zzzz")
    assert screen.page.pane.table.model().rowCount() == 0
    screen.page.open_location("DE", "cities")
    await screen.quiet()
    assert screen.page.current_code() == "DE"
    assert screen.locations(screen.detail.pane("cities"))
