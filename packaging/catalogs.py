"""Keeps the translators' catalogs: finds the texts, shows what is missing, takes what was translated.

- `catalogs.py template` prints the template of all texts in the sources;
- `catalogs.py update` writes the template, and brings every catalog up to date;
- `catalogs.py missing` counts what is not translated, `missing CODE` prints it as a small catalog;
- `catalogs.py fill CODE FILE` takes the translations of such a small catalog.
"""

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "resources" / "locale"
TEMPLATE = LOCALE / "tollhouse.pot"
LANGUAGES = ("de", "es", "fr", "ru", "zh_Hans")

_KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
_SOURCES = ("src/app", "src/ui", "packaging/linux")
# No dates and no names of tools: a catalog changes when its texts do.
_HEADER = 'msgid ""\nmsgstr ""\n{language}"Content-Type: text/plain; charset=utf-8\\n"\n{plurals}\n'
_WIDTH = 100


def path_of(language: str) -> Path:
    """Returns where the catalog of a language lies."""
    return LOCALE / language / "LC_MESSAGES" / "tollhouse.po"


def read(path: Path, language: str | None) -> Catalog:
    """Returns a catalog from its file; an empty one where there is none yet."""
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def written(catalog: Catalog) -> bytes:
    """Returns a catalog as text, the same for the same messages."""
    content = BytesIO()
    for message in catalog:
        message.locations.sort()  # as they are read again: messages are sorted by them
    write_po(
        content,
        catalog,
        width=_WIDTH,
        omit_header=True,
        include_lineno=False,
        ignore_obsolete=True,
        sort_by_file=True,
    )
    language = f'"Language: {catalog.locale}\\n"\n' if catalog.locale else ""
    plurals = f'"Plural-Forms: {catalog.plural_forms}\\n"\n' if catalog.locale else ""
    return _HEADER.format(language=language, plurals=plurals).encode() + content.getvalue()


def extract() -> Catalog:
    """Returns every text of the sources, with what is said to translators above it."""
    template = Catalog()
    for source in _SOURCES:
        found = extract_from_dir(
            ROOT / source,
            [("**.py", "python")],
            keywords=_KEYWORDS,
            comment_tags=("Translators:",),
            strip_comment_tags=True,
        )
        for name, _line, text, comments, context in found:
            location = (Path(source, name).as_posix(), 1)
            template.add(text, locations=[location], auto_comments=comments, context=context)
    return template


def update() -> None:
    """Writes the template and every catalog; what the sources no longer say is dropped."""
    template = extract()
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(written(template))
    for language in LANGUAGES:
        catalog = read(path_of(language), language)
        _drop_other_numbers(catalog, template)
        catalog.update(template, no_fuzzy_matching=True)
        _save(catalog, language)


def _drop_other_numbers(catalog: Catalog, template: Catalog) -> None:
    """Takes out what has gained or lost a plural: its old words would be taken apart into forms."""
    for known in list(catalog):
        wanted = template.get(known.id, known.context) if known.id else None
        if wanted is not None and isinstance(wanted.id, str) != isinstance(known.id, str):
            catalog.delete(known.id, known.context)


def missing(language: str) -> list[Message]:
    """Returns what a language doesn't say yet, or says only in part."""
    return [message for message in read(path_of(language), language) if message.id and not is_whole(message)]


def is_whole(message: Message) -> bool:
    """Tells whether a message is translated in all its forms."""
    forms = message.string if isinstance(message.string, (tuple, list)) else [message.string]
    return all(forms)


def small_catalog(language: str) -> bytes:
    """Returns what is missing as a catalog of its own, to be filled by a translator."""
    small = Catalog(locale=language)
    for message in missing(language):
        small[message.id] = message
    return written(small)


def fill(language: str, file: Path) -> int:
    """Takes the translations of a small catalog; returns how many."""
    catalog = read(path_of(language), language)
    taken = 0
    for message in read(file, language):
        known = catalog.get(message.id, message.context) if message.id else None
        if known is not None and is_whole(message):
            known.string = message.string
            known.flags.discard("fuzzy")
            taken += 1
    _save(catalog, language)
    return taken


def _save(catalog: Catalog, language: str) -> None:
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    path_of(language).write_bytes(written(catalog))


def main(arguments: list[str]) -> int:
    """Runs one of the commands; returns 2 when there is no such one."""
    match arguments:
        case ["template"]:
            sys.stdout.buffer.write(written(extract()))
        case ["update"]:
            update()
            _count()
        case ["missing"]:
            _count()
        case ["missing", language]:
            sys.stdout.buffer.write(small_catalog(language))
        case ["fill", language, file]:
            print(f"{language}: {fill(language, Path(file))} texts taken")
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


def _count() -> None:
    texts = sum(1 for message in read(TEMPLATE, None) if message.id)
    for language in LANGUAGES:
        print(f"{language}: {len(missing(language))} of {texts} texts are missing")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
