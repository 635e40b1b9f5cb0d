"""Retired words: the terms of the field replaced them, and they don't come back."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.py"))
DOCUMENTS = sorted((*ROOT.glob("*.md"), *ROOT.glob("docs/*/*.md")))
PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")

# The word that was used, and the one that is.
IDENTIFIERS = {
    "wish": "request",
    "wishes": "requests",
    "doubt": "unknown outcome",
    "intent": "request",
    "intents": "requests",
    "baseline": "accepted deposit",
    "sighting": "snapshot",
    "sightings": "snapshots",
    "oddity": "inconsistency",
    "oddities": "inconsistencies",
    "notebook": "store",
    "announcement": "notification",
    "tame": "sanitized",
    "nap": "sleep",
    "poke": "a verb of the field",
    "quietly": "try",
    "maximised": "maximized",
    "preference": "setting",
    "preferences": "settings",
    "notice": "notification, callout",
    "notices": "notifications, callouts",
    "spot": "item, rect",
    "duty": "a noun of the field",
    "house": "window",
    "welcoming": "welcome page",
    "behaviour": "behavior",
    "favourite": "favorite",
    "favourites": "favorites",
    "colour": "color",
    "colours": "colors",
    "grey": "gray",
    "centre": "center",
    "centred": "centered",
    "desk": "harness",
    "story": "scenario",
    "stories": "scenarios",
    "zygote": "fork server",
    "trouble": "error, failure",
    "troubles": "errors, failures",
    "dress": "style",
    "unsettled": "pending",
    "wordless": "icon only",
    "manager": "a noun of the field",
    "helper": "a noun of the field",
    "utils": "a noun of the field",
    "spoken": "accessible text",
    "told": "notified, reported, shown",
}
PROSE = {
    "wish": "request",
    "wishes": "requests",
    "sighting": "snapshot",
    "sightings": "snapshots",
    "oddity": "inconsistency",
    "oddities": "inconsistencies",
    "intents": "requests",
    "preference": "setting",
    "preferences": "settings",
    "zygote": "fork server",
    "deposit gate": "deposit check",
}
DOCUMENT_WORDS = {
    **PROSE,
    "house": "structure",
    "rooms": "folders",
    "told": "notified, reported",
    "notice": "notification",
}
# These still have some of them.
ALLOWED = {
    "src/app/storage/former_files.py",  # the columns of databases that users have
    "src/app/models/notifications.py",  # a field of what users have saved
    "tests/test_terms.py",
}


def identifiers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name that the file itself gives, with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr
            case ast.arg():
                yield node.lineno, node.arg


def prose(text: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every comment and docstring, with its line."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            words = ast.get_docstring(node, clean=False)
            if words:
                yield node.body[0].lineno, words


def retired(words: str, known: dict[str, str]) -> list[str]:
    return [
        f"{old} (now: {new})" for old, new in known.items() if re.search(rf"\b{old}\b", words, re.IGNORECASE)
    ]


@pytest.mark.parametrize("folder", ["src/app", "src/ui", "src/tollhouse_sandbox", "tests"])
def test_names_docstrings_and_comments_have_no_retired_word(folder: str) -> None:
    found = []
    for path in SOURCES:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(f"{folder}/") or name in ALLOWED:
            continue
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        for line, one in identifiers(tree):
            parts = {part.lower() for part in PART.findall(one)}
            found += [f"{name}:{line} {one} (now: {IDENTIFIERS[old]})" for old in parts & IDENTIFIERS.keys()]
        # Only few files have one at all, and it takes long to look where.
        if retired(text, PROSE):
            for line, words in prose(text, tree):
                found += [f"{name}:{line} {one}" for one in retired(words, PROSE)]
        found += [
            f"{name} (now: {IDENTIFIERS[old]})" for old in set(path.stem.split("_")) & IDENTIFIERS.keys()
        ]
    assert found == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents_have_no_retired_word(path: Path) -> None:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    assert [f"{number}: {one}" for number, line in lines for one in retired(line, DOCUMENT_WORDS)] == []


SECTION = re.compile(r"^(Attributes|Args|Signals):\n((?: .*\n?|\n)+)", re.MULTILINE)
ENTRY = re.compile(r"^    (\w+)(?:\([^)]*\))?:", re.MULTILINE)


def names_within(node: ast.AST) -> Iterator[str]:
    """Yields the names of fields, attributes, methods and parameters."""
    for one in ast.walk(node):
        match one:
            case ast.arg(arg=name) | ast.Attribute(attr=name) | ast.Name(id=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name


def test_what_a_docstring_lists_is_there() -> None:
    described = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    missing = [
        f"{path.relative_to(ROOT)}:{node.lineno} {name}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, described) and (text := ast.get_docstring(node)) is not None
        for section in SECTION.finditer(text)
        for name in ENTRY.findall(section[2])
        if name not in set(names_within(node))
    ]
    assert missing == []
