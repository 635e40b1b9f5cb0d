"""What each argument of a command takes, and what it refuses."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest

from app.cli.argument_types import amount, filled, language, pair, whole


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("007", 7), ("999999", 999_999)])
def test_a_whole_number_of_1_to_999999(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize("text", ["", "0", "-1", "+1", "1.0", " 1", "1_0", "1000000", "²", "٣", "x"])
def test_anything_else_is_no_whole_number(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="Enter a whole number, 1 or more"):
        whole(text)


def test_an_option_is_parted_at_its_first_equals_sign() -> None:
    assert pair("note=a=b") == ("note", "a=b")
    assert pair("note=") == ("note", "")
    with pytest.raises(ArgumentTypeError, match="Enter an option as KEY=VALUE"):
        pair("note")


@pytest.mark.parametrize("word", ["show", "report"])
def test_a_word_of_another_command_is_no_amount(word: str) -> None:
    assert amount("50") == "50"
    with pytest.raises(ArgumentTypeError, match=f"The command 'topup {word}' comes first"):
        amount(word)


def test_a_value_of_blanks_is_empty() -> None:
    assert filled(" a ") == " a "
    with pytest.raises(ArgumentTypeError, match="The value is empty"):
        filled(" \t")


def test_a_language_is_named_by_its_code_and_others_by_those_that_there_are() -> None:
    assert language("de") == "de"
    with pytest.raises(ArgumentTypeError, match=r"There is no language 'xx', only en, .*de, .*zh_Hans"):
        language("xx")
