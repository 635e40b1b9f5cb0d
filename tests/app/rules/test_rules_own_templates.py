"""Templates under names: which names are accepted, and in what order they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import InvalidInputError
from app.rules.proxy_formats.templates import MAX_TEMPLATES, OwnTemplate, OwnTemplates
from app.storage.state import State

if TYPE_CHECKING:
    from pathlib import Path

TWO = OwnTemplates().put("crawler 10", "{user}").put("Crawler 2", "{pass}")


def names(saved: OwnTemplates) -> list[str]:
    return [one.name for one in saved.templates]


def test_they_are_in_the_order_of_their_names() -> None:
    assert names(TWO) == ["Crawler 2", "crawler 10"]
    assert names(TWO.put(" Ärger ", "{host}")) == ["Ärger", "Crawler 2", "crawler 10"]


def test_a_text_is_found_by_its_name_whatever_its_case_and_accents() -> None:
    saved = TWO.put("Ärger", "{host}")
    assert saved.text_of(" arger ") == "{host}"
    assert saved.text_of("CRAWLER 10") == "{user}"
    assert saved.text_of("crawler") is None


def test_one_is_changed_and_renamed_in_its_place() -> None:
    changed = TWO.put("Crawler 2", "{host}", instead_of="Crawler 2")
    assert changed.templates[0] == OwnTemplate("Crawler 2", "{host}")
    renamed = TWO.put("crawler 2", "{pass}", instead_of="Crawler 2")
    assert names(renamed) == ["crawler 2", "crawler 10"]
    assert names(renamed.without("crawler 2")) == ["crawler 10"]
    assert renamed.without("nobody") == renamed


@pytest.mark.parametrize(
    ("name", "text", "field", "code"),
    [
        ("", "{host}", "templateName", "required"),
        ("  ", "{host}", "templateName", "required"),
        ("x" * 61, "{host}", "templateName", "too_long"),
        ("a\nb", "{host}", "templateName", "invalid"),
        ("CRÁWLER 2", "{host}", "templateName", "taken"),
        ("new", "", "template", "required"),
        ("new", "{nobody}", "template", "unknown_name"),
    ],
)
def test_what_is_not_accepted(name: str, text: str, field: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        TWO.put(name, text)
    assert (caught.value.field, caught.value.code) == (field, code)


def test_a_name_of_sixty_characters_and_a_text_of_two_thousand_are_accepted() -> None:
    name, text = "x" * 60, "{host}" + "y" * 1994
    assert TWO.put(name, text).text_of(name) == text
    with pytest.raises(InvalidInputError) as caught:
        TWO.put(name, f"{text}y")
    assert (caught.value.field, caught.value.code) == ("template", "too_long")


def test_there_are_at_most_twenty() -> None:
    saved = OwnTemplates()
    for number in range(MAX_TEMPLATES):
        saved = saved.put(f"number {number}", "{host}")
    with pytest.raises(InvalidInputError) as caught:
        saved.put("one more", "{host}")
    assert caught.value.code == "too_many"
    assert len(saved.put("another", "{host}", instead_of="number 3").templates) == MAX_TEMPLATES


async def test_each_account_has_its_own(tmp_path: Path) -> None:
    await State(tmp_path / "state.sqlite").save(TWO, "work")
    again = State(tmp_path / "state.sqlite")
    assert await again.load(OwnTemplates, "work") == TWO
    assert await again.load(OwnTemplates, "home") == OwnTemplates()
