"""Words to search, and where a match stands in the original text."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.rules.words import (
    INSIDE,
    NAME_START,
    WORD_START,
    fold,
    is_code,
    is_found,
    match_ranges,
    name_words,
    natural_key,
    search_words,
    word_rank,
)

NAMES = st.text(st.sampled_from("aäßŁsS n'-éìﬁ한字ー\u0301\u0308\u202e\u0e33")) | st.text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Saint-Étienne", "saint etienne"),
        ("  Łódź  ", "lodz"),
        ("Großräschen", "grossraschen"),
        ("St. John's", "st johns"),
        ("Xi\u2019an", "xian"),
        ("K\u0101ne\u02bbohe", "kaneohe"),
        ("São Paulo", "sao paulo"),
        ("東京", "東京"),
        ("\u0939\u093f-\u0928", "\u0939\u093f \u0928"),
        ("---", ""),
    ],
)
def test_words_are_folded_and_parted_by_single_spaces(text: str, words: str) -> None:
    assert search_words(text) == words


def test_the_words_of_a_name_are_also_those_around_its_apostrophes() -> None:
    assert name_words("Côte d'Ivoire") == "cote divoire cote d ivoire"
    assert name_words("Xi\u02bcan") == "xian xi an"
    assert name_words("'s-Gravenhage") == "s gravenhage"
    assert name_words("Saint-Étienne") == "saint etienne"


@pytest.mark.parametrize("typed", ["o'brien", "O\u2019Brien", "obrien", "brien", "o\u02bcb"])
@pytest.mark.parametrize("label", ["O'Brien", "O\u2019Brien", "O`Brien", "O\u00b4Brien"])
def test_a_filter_finds_a_label_with_and_without_its_apostrophe(label: str, typed: str) -> None:
    assert is_found(typed, fold(label), "")


def test_a_start_is_better_than_a_later_word_than_the_inside() -> None:
    assert word_rank("munster", "mun") == NAME_START
    assert word_rank("hann munden", "mun") == WORD_START
    assert word_rank("dortmund", "mun") == INSIDE
    assert word_rank("berlin", "mun") is None


@pytest.mark.parametrize(
    ("shown", "text", "bold"),
    [
        ("München", "mun", ["Mün"]),
        ("Hann. Münden", "mun", ["Mün"]),
        ("Dortmund", "MUN", ["mun"]),
        ("Gmund am Munde", "mun", ["Mun"]),
        ("Straße", "ras", ["raß"]),
        ("Straße", "se", ["ße"]),
        ("Mu\u0308nchen", "mu", ["Mu\u0308"]),
        ("Łódź", "lo", ["Łó"]),
        ("Saint-Étienne", "saint etienne", ["Saint-Étienne"]),
        ("Saint-Étienne", "etienne saint", ["Saint", "Étienne"]),
        ("a \u2013 b", "a b", ["a \u2013 b"]),
        ("x abc", "bc ab", ["abc"]),
        ("Xi'an", "xian", ["Xi'an"]),
        ("Côte d\u2019Ivoire", "cote divoire", ["Côte d\u2019Ivoire"]),
        ("Côte d'Ivoire", "d ivoire", ["d", "Ivoire"]),
        ("Berlin", "mun", []),
        ("Berlin", " ", []),
    ],
)
def test_what_matches_is_marked_in_the_original_text(shown: str, text: str, bold: list[str]) -> None:
    assert [shown[start:end] for start, end in match_ranges(shown, text)] == bold


def test_the_first_of_several_equal_matches_is_marked() -> None:
    assert match_ranges("x ab ab", "ab") == ((2, 4),)
    assert match_ranges("xab xab", "ab") == ((1, 3),)


@given(NAMES, st.text(max_size=4))
@example("ß", "s")
@example("an", "A:N")
def test_ranges_fit_the_original_and_hold_the_match(shown: str, text: str) -> None:
    ranges = match_ranges(shown, text)
    ends = [place for one in ranges for place in one]
    assert ends == sorted(set(ends)) or not ranges
    assert all(0 <= place <= len(shown) for place in ends)
    wanted = search_words(text)
    if wanted and wanted in search_words(shown):
        ((start, end),) = ranges
        assert wanted in search_words(shown[start:end])


@given(NAMES.filter(lambda name: search_words(name) != ""), st.data())
def test_every_part_of_a_text_is_found_in_it(shown: str, data: st.DataObject) -> None:
    words = search_words(shown)
    start = data.draw(st.integers(0, len(words) - 1))
    part = words[start : start + data.draw(st.integers(1, 5))].strip()
    if part:
        assert match_ranges(shown, part)


def test_texts_sort_as_people_count() -> None:
    labels = ["worker 10", "Worker 2", "\u00e4pfel", "worker 2b", "Zebra", "worker 002", "9" * 5000, ""]
    assert sorted(labels, key=natural_key) == [
        "",
        "9" * 5000,
        "\u00e4pfel",
        "Worker 2",
        "worker 002",
        "worker 2b",
        "worker 10",
        "Zebra",
    ]


def test_a_code_is_found_whole_and_without_regard_to_case() -> None:
    assert is_code(" TU_1 ", ("su_1", "tu_1"))
    assert is_code("tu_1", ("TU_1",))
    assert not is_code("tu_", ("tu_1",))
    assert not is_code("  ", ("", "tu_1"))


def test_a_text_is_found_by_all_of_its_words_or_by_the_id() -> None:
    searched = fold("Zürich price watch")
    assert is_found("WATCH zurich", searched, "sub_1")
    assert is_found("Sub_1", searched, "sub_1")
    assert is_found("", searched, "sub_1")
    assert not is_found("zurich cats", searched, "sub_1")
