"""Texts are English until a language is chosen, each number with its own form."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from app.i18n import texts
from app.i18n.texts import (
    _,
    chosen_language,
    current,
    language_code_of,
    languages,
    ngettext,
    pgettext,
    reads_right_to_left,
    use_language,
)
from app.models.keys import KeyState, KeyStatus, KeyStorage
from app.present.errors import present_set_aside
from app.present.keys import key_text


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalog of three words, beside nothing else."""
    catalog = Catalog(locale="de")
    catalog.add("New top-up", "Neue Aufladung")
    catalog.add("Open", "Offen", context="state")
    catalog.add(("{n} top-up", "{n} top-ups"), ("{n} Aufladung", "{n} Aufladungen"))
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "tollhouse.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalog)
    monkeypatch.setattr(texts, "resource_path", tmp_path.joinpath)
    yield
    use_language("en")


@pytest.fixture
def back_to_english() -> Iterator[None]:
    yield
    use_language("en")


def test_a_text_without_a_translation_is_itself() -> None:
    assert _("New top-up") == "New top-up"


def test_one_and_many_are_distinguished() -> None:
    forms = [ngettext("{n} top-up", "{n} top-ups", n).format(n=n) for n in (0, 1, 2)]
    assert forms == ["0 top-ups", "1 top-up", "2 top-ups"]


@pytest.mark.usefixtures("german")
def test_a_language_with_a_catalog_is_offered_and_used() -> None:
    assert languages() == {"en": "English", "de": "Deutsch"}
    use_language("de")
    assert current() == "de"
    assert _("New top-up") == "Neue Aufladung"
    assert (pgettext("state", "Open"), _("Open")) == ("Offen", "Open")
    assert ngettext("{n} top-up", "{n} top-ups", 2).format(n=2) == "2 Aufladungen"
    assert _("A word that nobody translated") == "A word that nobody translated"
    use_language("en")
    assert _("New top-up") == "New top-up"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("code", ["fr", "klingon", "../de", "de_DE"])
def test_a_language_the_app_has_not_is_english(code: str) -> None:
    use_language(code)
    assert current() == "en"
    assert _("New top-up") == "New top-up"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_DE@euro", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "pl:de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de", "LC_MESSAGES": "POSIX"}, "en"),
        ({"LANGUAGE": "de"}, "de"),
        ({"LANG": "zh_CN.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "TOLLHOUSE_LANGUAGE": "de"}, "de"),
    ],
)
def test_the_system_s_language_is_the_first_that_the_app_has(environment: dict[str, str], code: str) -> None:
    assert chosen_language(environment=environment) == code


@pytest.mark.usefixtures("german")
def test_a_setting_stands_above_the_system_and_the_variable_above_both() -> None:
    assert chosen_language("de", {"LANG": "en_US.UTF-8"}) == "de"
    assert chosen_language("de", {"LANG": "de_DE.UTF-8", "TOLLHOUSE_LANGUAGE": "qps"}) == "qps"


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("zh_CN.UTF-8", "zh_Hans"),
        ("zh-Hans-SG", "zh_Hans"),
        ("zh", "zh_Hans"),
        ("zh_TW", "en"),
        ("zh-Hant-CN", "en"),
        ("zh_HK.UTF-8", "en"),
    ],
)
def test_only_simplified_chinese_is_offered_as_such(
    monkeypatch: pytest.MonkeyPatch, language: str, code: str
) -> None:
    monkeypatch.setattr(texts, "languages", lambda: {"en": "English", "zh_Hans": "简体中文"})
    assert chosen_language(environment={"LANG": language}) == code


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("zh_CN", "zh_Hans"),
        ("zh_Hans_CN", "zh_Hans"),
        ("zh_Hans", "zh_Hans"),
        ("EN-gb", "en"),
        ("qps-rtl", "qps-rtl"),
        ("zh_TW", ""),
        ("xx", ""),
        ("", ""),
    ],
)
def test_a_language_is_understood_in_whatever_form_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, language: str, code: str
) -> None:
    monkeypatch.setattr(texts, "languages", lambda: {"en": "English", "zh_Hans": "简体中文"})
    assert language_code_of(language) == code
    assert chosen_language("en", {"TOLLHOUSE_LANGUAGE": language}) == (code or "en")


@pytest.mark.usefixtures("back_to_english")
def test_the_pseudo_language_is_40_percent_longer_and_keeps_placeholders() -> None:
    use_language("qps")
    for text in ("Search top-ups", "≈ {n} min · {blocks}", "Reset password", "{percent} % above", "OK"):
        said = _(text)
        assert said.startswith("[")
        assert said.endswith("]")
        assert len(said) >= 1.4 * len(text) - 1
        assert [part for part in said.split() if "{" in part] or "{" not in text
    assert _("{n} min ago").format(n=3).startswith("[3 ")
    assert ngettext("{n} hour", "{n} hours", 2) != ngettext("{n} hour", "{n} hours", 1)
    assert not reads_right_to_left()


@pytest.mark.usefixtures("back_to_english")
def test_the_mirrored_pseudo_language_is_written_from_right_to_left() -> None:
    use_language("qps-rtl")
    assert reads_right_to_left()
    assert _("abc {name} d") == "[אבג {name} ד]"
    assert "qps" not in languages()


def test_parts_of_a_row_are_listed_one_after_the_other() -> None:
    assert texts.listed(("Germany", "", "{x}", "11.2 GB")) == "Germany, {x}, 11.2 GB"
    assert texts.listed(("alone",)) == "alone"
    assert texts.listed(("", "")) == ""


@pytest.fixture
def chinese() -> Iterator[None]:
    use_language("zh_Hans")
    yield
    use_language("en")


def _two_sentences() -> tuple[str, ...]:
    unsaved = KeyStatus(KeyStorage.MEMORY, KeyState.ABSENT)
    files = present_set_aside(settings=Path("settings.damaged"), state=Path("state.damaged"))
    return key_text(unsaved), files


def test_a_blank_is_between_two_sentences() -> None:
    unsaved, files = _two_sentences()
    assert unsaved == "The API key is not saved: it is lost when you quit. This computer has no keyring."
    assert "Connect your accounts again. What this app remembered" in files


@pytest.mark.usefixtures("chinese")
def test_no_blank_is_between_two_sentences_in_chinese() -> None:
    for text in _two_sentences():
        assert text.count("。") > 1
        assert "。 " not in text
