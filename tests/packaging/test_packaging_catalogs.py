"""The translators' catalogs: complete, with the same placeholders, and up to date with the sources."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent.parent
LOCALE = ROOT / "resources" / "locale"
KEYWORDS = {"_", "ngettext", "pgettext"}
PLACEHOLDER = re.compile(r"\{[\w:.,!]*\}|%(?:\(\w+\))?[sr]")
# Lists of signs have plain spaces in every language.
LISTS_OF_SIGNS = re.compile(r" with (@ :|, \") ")


def read(path: Path, language: str | None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, (tuple, list)) else (str(text),)


def translated(language: str) -> list[Message]:
    """Returns the messages of a catalog, none of one that nobody has begun."""
    path = LOCALE / language / "LC_MESSAGES" / "tollhouse.po"
    messages = [message for message in read(path, language) if message.id]
    return messages if any(any(forms(message.string)) for message in messages) else []


def run(*arguments: str) -> bytes:
    command = [sys.executable, str(ROOT / "packaging" / "catalogs.py"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout


LANGUAGES = ["de", "es", "fr", "ru", "zh_Hans"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shipped_catalog_is_complete_in_every_form(language: str) -> None:
    wanted = read(LOCALE / language / "LC_MESSAGES" / "tollhouse.po", language).num_plurals
    for message in translated(language):
        said = forms(message.string)
        assert all(said), f"missing: {message.id}"
        assert len(said) == (wanted if message.pluralizable else 1), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_placeholders_and_outer_spaces(language: str) -> None:
    for message in translated(language):
        one = forms(message.id)[0]
        wanted = set(PLACEHOLDER.findall(forms(message.id)[-1]))
        for said in forms(message.string):
            found = set(PLACEHOLDER.findall(said))
            # One form may spell its number out, as the English one may.
            assert found in (wanted, set(PLACEHOLDER.findall(one))), (message.id, said)
            assert [said[:1].isspace(), said[-1:].isspace()] == [one[:1].isspace(), one[-1:].isspace()], said


def test_french_keeps_its_punctuation_on_the_line_of_its_word() -> None:
    """A no-break space before a colon and within quotation marks, a narrow one before ; ? and !."""
    for message in translated("fr"):
        if LISTS_OF_SIGNS.search(forms(message.id)[0]):
            continue
        for said in forms(message.string):
            assert re.findall(r"[ \u202f][:»]|«[ \u202f]|(?<!«)[ \xa0][;?!]", said) == [], said


def test_spanish_addresses_the_user_as_the_guide_says() -> None:
    formal = re.compile(
        r"\b(usted|[Vv]uelva a|Compru[eé]be\w*|Final[ií]ce\w*|Introduzca|Elija|Escriba|Abra|Espere)\b"
    )
    found = [said for message in translated("es") for said in forms(message.string) if formal.search(said)]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_has_the_texts_of_the_template_in_their_order(language: str) -> None:
    template = [(m.context, m.id) for m in read(LOCALE / "tollhouse.pot", None) if m.id]
    catalog = read(LOCALE / language / "LC_MESSAGES" / "tollhouse.po", language)
    assert [(m.context, m.id) for m in catalog if m.id] == template


def test_the_template_has_the_texts_of_the_sources() -> None:
    assert (LOCALE / "tollhouse.pot").read_bytes() == run("template"), "run `make texts`"


def test_no_text_is_asked_for_within_an_f_string() -> None:
    """Before Python 3.12 an f-string is one token, and no text is found in it."""
    for folder in (ROOT / source for source in ("src/app", "src/ui", "packaging/linux")):
        for path in folder.rglob("*.py"):
            texts = [
                node.lineno
                for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(text, ast.JoinedStr)
                for node in ast.walk(text)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS
            ]
            assert texts == [], path


def test_no_text_is_asked_for_before_a_language_can_be_chosen() -> None:
    """A text at the level of a module or class, or in a default, would stay English for good."""

    def early(node: ast.AST, *, inside: bool) -> list[int]:
        lines = []
        for child in ast.iter_child_nodes(node):
            is_function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            if is_function and isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                defaults = [*child.args.defaults, *filter(None, child.args.kw_defaults)]
                for default in [*defaults, *child.decorator_list]:
                    lines += early(ast.Expr(default), inside=inside)
            if not inside and isinstance(child, ast.Call) and isinstance(child.func, ast.Name):
                lines += [child.lineno] if child.func.id in KEYWORDS else []
            lines += early(child, inside=inside or is_function)
        return lines

    for folder in ("app", "ui"):
        for path in (ROOT / "src" / folder).rglob("*.py"):
            assert early(ast.parse(path.read_text(encoding="utf-8")), inside=False) == [], path
