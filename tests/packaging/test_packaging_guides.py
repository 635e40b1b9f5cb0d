"""The guides call things as the app does, link what exists, and have the words of the catalogs."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
LOCALE = ROOT / "resources" / "locale"
GUIDES = [ROOT / "README.md", DOCS / "user-guide.md", DOCS / "platforms.md", DOCS / "translating.md"]
LANGUAGES = ("de", "es", "fr", "ru", "zh_Hans")


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: path.stem)
def test_links_lead_to_what_exists(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (path.parent / link).exists()] == []


def test_the_user_guide_names_what_is_on_the_screen() -> None:
    text = re.sub(r"\*\*[^*]+\*\*", "", (DOCS / "user-guide.md").read_text(encoding="utf-8"))
    named = {" ".join(name.split()) for name in re.findall(r"\*([^*]+)\*", text)}
    template = read(LOCALE / "tollhouse.pot")
    shown = {message.id if isinstance(message.id, str) else message.id[0] for message in template}
    assert len(named) > 30
    assert named - shown == set()


def test_the_glossary_has_the_words_of_the_catalogs() -> None:
    text = (DOCS / "translating.md").read_text(encoding="utf-8")
    head, _rule, *rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    catalogs = [read(LOCALE / code / "LC_MESSAGES" / "tollhouse.po") for code in LANGUAGES]
    assert len(head) == len(LANGUAGES) + 1
    for english, *words in rows:
        for word, catalog in zip(words, catalogs, strict=True):
            said = {str(message.string) for message in catalog if message.id == english}
            assert word in said, (english, word)
