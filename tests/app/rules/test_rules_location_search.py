"""Searching cities and ISPs: the order of the hits, and slices that end in time."""

from array import array
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.locations.lists import Column, Columns, ListKey, LocationList, unpack_columns
from app.rules.locations.search import PAGE, Hit, Search
from app.rules.words import search_words, word_rank
from support.location_lists import cities, isps
from support.virtual_clock import START

if TYPE_CHECKING:
    from collections.abc import Iterator

GERMANY = cities(
    ("Gmund", "de-gmund", "Bavaria"),
    ("Dortmund", "de-dortmund", "North Rhine-Westphalia"),
    ("Hann. Münden", "de-hann-munden", "Lower Saxony"),
    ("München", "de-munich", "Bavaria"),
    ("Nürnberg", "de-nuremberg", "Bavaria"),
    ("Köln", "de-COLOGNE", "North Rhine-Westphalia"),
    ("Frankfurt", "de-frankfurt", ""),
)
NETWORKS = isps(("Deutsche Telekom", 3320), ("Berliner Netz", 20676), ("AS Net 3320", 64512))
WORDS = st.sampled_from(["a", "b", "ab", "ba", "aa", "Ä", "a-b"])
NAMES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


def found(lists: list[LocationList], text: str) -> list[str]:
    return [hit.locations.name(hit.row) for hit in hits(lists, text)]


def hits(lists: list[LocationList], text: str) -> list[Hit]:
    search = Search(lists, text)
    search.first_page()
    while search.step():
        pass
    assert search.done
    return [search[number] for number in range(len(search))]


def test_name_starts_come_first_then_later_words_then_insides() -> None:
    assert found([GERMANY], "mun") == ["München", "Hann. Münden", "Gmund", "Dortmund"]


@pytest.mark.parametrize("text", ["xian", "xi'an", "Xi\u2019an", "xi an"])
def test_a_city_is_found_with_and_without_its_apostrophe(text: str) -> None:
    assert found([cities(("Texian", "x"), ("Xi'an", "cn-61"))], text)[0] == "Xi'an"


def test_a_state_is_found_without_its_apostrophe() -> None:
    assert found([cities(("Hilo", "us-hilo", "Hawai\u02bbi"))], "hawaii") == ["Hilo"]
    assert found([cities(("Hilo", "us-hilo", "Hawai\u02bbi"))], "hilo hawaii") == ["Hilo"]


def test_ids_come_after_names_and_states_after_ids() -> None:
    assert found([GERMANY], "de-nu") == ["Nürnberg"]
    assert found([GERMANY], "cologne") == ["Köln"]
    assert found([GERMANY], "bavaria") == ["Gmund", "München", "Nürnberg"]
    mixed = cities(("Other", "x-1", "Texas"), ("Some", "texas-2", ""), ("New Texas", "x-3", "Texas"))
    assert found([mixed], "texas") == ["New Texas", "Some", "Other"]


@pytest.mark.parametrize("text", ["20676", "AS20676", "as 20676", "206"])
def test_isps_are_found_by_their_number(text: str) -> None:
    assert found([NETWORKS], text) == ["Berliner Netz"]


@pytest.mark.parametrize("text", ["3320", "AS3320", "as 3320"])
def test_the_system_of_a_number_comes_before_names_that_hold_it(text: str) -> None:
    many = isps(*((f"AS3320 Net {at}", 70_000 + at) for at in range(PAGE)), ("Deutsche Telekom", 3320))
    assert found([many], text)[0] == "Deutsche Telekom"
    assert found([many], text).count("Deutsche Telekom") == 1


def test_numbers_in_names_come_before_parts_of_numbers_of_systems() -> None:
    assert found([NETWORKS], "332") == ["AS Net 3320", "Deutsche Telekom"]
    assert found([isps(("Net 332", 3320))], "332") == ["Net 332"]


def test_the_city_of_an_id_comes_first() -> None:
    places = cities(("Dear", "x-1"), ("De Soto", "us-de-soto"), ("Somewhere", "De"))
    assert found([places], "de") == ["Somewhere", "Dear", "De Soto"]


def test_several_words_may_stand_in_name_and_state() -> None:
    assert found([GERMANY], "nurnberg bavaria") == ["Nürnberg"]
    assert found([GERMANY], "bavaria nurn") == ["Nürnberg"]
    assert found([GERMANY], "munden hann") == ["Hann. Münden"]
    assert found([GERMANY], "nurnberg saxony") == []


def test_better_hits_of_a_later_list_come_before_worse_ones_of_an_earlier() -> None:
    assert found([NETWORKS, GERMANY], "net") == ["Berliner Netz", "AS Net 3320"]
    assert found([GERMANY, cities(("Mundo", "br-mundo"), country="BR")], "mund")[:2] == [
        "Mundo",
        "Hann. Münden",
    ]


def test_the_last_of_many_lists_is_searched_like_the_first() -> None:
    lists = [
        cities(("De Ulmen", "x-1")),
        *(cities(("Berlin", "de-berlin")) for _list in range(150)),
        cities(("Ulm", "de-ulm")),
    ]
    assert found(lists, "de-ulm") == ["Ulm", "De Ulmen"]
    assert found(lists, "ulm") == ["Ulm", "De Ulmen"]


def test_without_a_text_every_row_is_a_hit_at_once() -> None:
    search = Search([GERMANY, cities(), NETWORKS], "  ")
    assert search.done
    assert len(search) == len(GERMANY) + len(NETWORKS)
    assert search[len(GERMANY)] == Hit(NETWORKS, 0)
    assert search[len(search) - 1] == Hit(NETWORKS, 2)
    with pytest.raises(IndexError):
        search[len(search)]


def test_another_search_begins_anew_in_the_same_lists() -> None:
    first = Search([GERMANY, NETWORKS], "mun")
    first.first_page()
    another = first.another("berl")
    assert (another.text, len(another), another.done) == ("berl", 0, False)
    another.first_page()
    assert [one.locations.name(one.row) for one in (another[0], first[0])] == ["Berliner Netz", "München"]
    assert another.rows == first.rows == len(first.another("")) == 10


def test_no_list_and_signs_alone_find_nothing() -> None:
    assert found([], "") == []
    assert found([], "a") == []
    assert found([GERMANY], "???") == []


def test_half_a_character_finds_nothing_and_breaks_nothing() -> None:
    assert found([GERMANY, NETWORKS], "\ud800") == []


def test_the_first_page_stops_at_its_size_and_the_rest_follows() -> None:
    many = cities(*((f"San {number}", f"x-{number}") for number in range(PAGE * 2)))
    search = Search([many], "san", seconds=lambda: 0)
    assert search.text == "san"
    search.first_page()
    assert len(search) == PAGE
    assert not search.done
    while search.step():
        pass
    assert [search[number].row for number in range(len(search))] == list(range(PAGE * 2))


def test_a_step_ends_when_its_time_is_over() -> None:
    many = cities(*((f"San {number}", f"x-{number}") for number in range(3_000)))
    ticks: Iterator[int] = count()
    search = Search([many], "san", seconds=lambda: next(ticks) / 1_000)
    search.first_page()
    assert 2 <= len(search) <= 4
    before = len(search)
    assert search.step()
    assert 2 <= len(search) - before <= 5


def test_a_step_ends_in_time_though_nothing_is_found() -> None:
    lists = [cities(("Berlin", "de-berlin")) for _number in range(500)]
    ticks: Iterator[int] = count()
    search = Search(lists, "zzzz", seconds=lambda: next(ticks) / 1_000)
    search.first_page()
    assert not search.done
    assert next(ticks) <= 20


def test_a_search_of_states_looks_at_the_clock_among_rows_of_others() -> None:
    many = cities(
        *((f"City {number}", f"x-{number}", "Ohio") for number in range(20_000)), ("Waco", "y", "Texas")
    )
    looks = count()
    search = Search([many], "texas", seconds=lambda: float(next(looks)) / 1_000_000)
    while search.step():
        pass
    assert [search[number].row for number in range(len(search))] == [20_000]
    assert 20 <= next(looks) < 40


class _Looked(bytes):
    """A joined text that counts how often something is looked for in it."""

    looks = 0

    def __contains__(self, wanted: object) -> bool:
        _Looked.looks += 1
        return super().__contains__(wanted)  # type: ignore[operator]


def test_a_page_ends_in_time_though_most_lists_hold_nothing() -> None:
    lists = [cities(("Berlin", "de-berlin")) for _number in range(500)]
    for one in lists:
        for column in (one.columns.words, one.columns.folded_codes):
            column.text = _Looked(column.text)
    search = Search(lists, "zzzz", seconds=lambda: _Looked.looks / 20_000)
    search.first_page()
    assert not search.done
    assert _Looked.looks < 200, "of 500 lists, looked at for 5 ms, which 100 looks take"


@given(st.lists(st.tuples(NAMES, NAMES), max_size=12), st.lists(NAMES, max_size=6), WORDS)
def test_every_hit_stands_once_and_where_its_rank_says(
    rows: list[tuple[str, str]], others: list[str], text: str
) -> None:
    one = cities(*((name, f"x-{number}", state) for number, (name, state) in enumerate(rows)))
    two = cities(*((name, f"y-{number}") for number, name in enumerate(others)))
    wanted = search_words(text)

    def rank(hit: Hit) -> int:
        found_at = word_rank(search_words(hit.locations.name(hit.row)), wanted)
        return 3 if found_at is None else found_at

    got = hits([one, two], text)
    everything = [Hit(places, row) for places in (one, two) for row in range(len(places))]
    expected = [
        hit
        for hit in everything
        if rank(hit) < 3 or wanted in search_words(hit.locations.state(hit.row)) or _scattered(hit, wanted)
    ]
    assert len(got) == len(expected)
    assert [(hit.locations.country, id(hit.locations), hit.row) for hit in sorted(expected, key=rank)][
        : sum(rank(hit) < 3 for hit in expected)
    ] == [(hit.locations.country, id(hit.locations), hit.row) for hit in got if rank(hit) < 3]
    assert [rank(hit) for hit in got] == sorted(map(rank, got))


def _scattered(hit: Hit, wanted: str) -> bool:
    name, state = search_words(hit.locations.name(hit.row)), search_words(hit.locations.state(hit.row))
    words = wanted.split()
    if len(words) < 2 or not any(word in name for word in words):
        return False
    return all(word in name or word in state or word in hit.locations.code(hit.row) for word in words)


def test_line_ends_in_names_from_elsewhere_stay_in_their_row() -> None:
    odd = cities(("Ber\nlin", "a\nb", "S\nT"), ("Ulm", "de-ulm"))
    assert odd.name(0) == "Ber\u240alin"
    assert odd.code(0) == "a\u240ab"
    assert (odd.name(1), odd.code(1), odd.state(1)) == ("Ulm", "de-ulm", "")
    assert found([odd], "ulm") == ["Ulm"]


@given(st.lists(st.tuples(st.text(), st.text(), st.text()), max_size=20))
def test_rows_come_back_as_they_went_in(rows: list[tuple[str, str, str]]) -> None:
    clean = [
        tuple(cell.encode("utf-8", "replace").decode().replace("\n", "\u240a") for cell in row)
        for row in rows
    ]
    places = cities(*((name, code, state) for name, code, state in clean))
    copy = LocationList.from_bytes(places.key, places.to_bytes(), places.as_of)
    assert copy.columns.words.text == places.columns.words.text
    for read in (places, copy):
        assert [(read.name(row), read.code(row), read.state(row)) for row in range(len(read))] == clean


def test_a_stored_list_comes_back_with_what_it_is_of() -> None:
    places = replace(cities(("Koeln", "k", "NRW"), country="DE", product="mobile"), unreadable=3)
    copy = LocationList.from_bytes(places.key, places.to_bytes(), places.as_of)
    assert (copy.key, copy.as_of, copy.unreadable) == (places.key, places.as_of, 3)
    assert copy.key == ListKey("cities", "DE", "mobile")


def test_a_list_that_an_earlier_version_stored_gets_the_search_words_of_today() -> None:
    content = cities(("Xi'an", "cn-61")).to_bytes()
    before = content.replace(b'"format": 2, ', b"").replace(b"\nxian xi an\n", b"\nxi an\n")
    before = before.replace(b"[7, 12, 7]", b"[7, 7, 7]")
    stored = LocationList.from_bytes(ListKey("cities", "CN"), before, START)
    assert found([stored], "xian") == ["Xi'an"]


@pytest.mark.parametrize(
    ("damage", "by"),
    [
        (b"{", b"["),
        (b"\nKoeln\n", b""),
        (b"\nk\n", b"\nk"),
        (b"\nk\n", b"\nk\nl\n"),
        (b'"sizes"', b'"size"'),
        (b"[7, 7, 3]", b"[7, 7]"),
        (b"[7, 7, 3]", b'"many"'),
        (b'"unreadable": 0', b'"unreadable": "none"'),
        (b'["", "NRW"]', b"3"),
        (b'"rows": [1]', b'"rows": [2]'),
        (b'"rows": [1]', b'"rows": [-1]'),
        (b'"rows": [1]', b'"rows": [1, 1]'),
    ],
)
def test_damaged_columns_are_refused(damage: bytes, by: bytes) -> None:
    content = cities(("Koeln", "k", "NRW")).to_bytes()
    assert damage in content
    assert unpack_columns(content)[0].states == ("", "NRW")
    with pytest.raises(ValueError, match=r".+"):
        unpack_columns(content.replace(damage, by, 1))


@pytest.mark.parametrize("text", [b"a\n", b"\na", b"a", b""])
def test_a_column_begins_and_ends_with_a_line_end(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"no joined text"):
        Column(text)


def test_columns_take_no_memory_for_what_says_nothing() -> None:
    assert cities(("Koeln", "k")).columns.state_numbers is None
    lower = Column.of(["a", "b"])
    assert lower.lowered() is lower
    assert Column.of(["A", "b"]).lowered().text == lower.text
    assert len(Columns(Column.of([]), Column.of([]), Column.of([]), ("",), array("I")).names) == 0


def test_columns_tell_their_rows() -> None:
    column = Column.of(["a", "", "bc"])
    assert len(column) == 3
    assert [column.cell(row) for row in range(3)] == [b"a", b"", b"bc"]
    assert [column.row_at(position) for position in range(1, len(column.text))] == [0, 0, 1, 2, 2, 2]
