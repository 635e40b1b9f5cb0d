"""Makes the Chinese fonts of `resources/fonts` from Debian's package fonts-noto-cjk.

Needs fonttools, and apt-get where the package is not installed. They have the characters of the Chinese
catalog and of Babel's names of countries, and lines as high as Inter's, so that a text is as high in every
language.
"""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from babel import Locale
from babel.messages.pofile import read_po
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
CATALOG = ROOT / "resources" / "locale" / "zh_Hans" / "LC_MESSAGES" / "tollhouse.po"
FONTS = ROOT / "resources" / "fonts"
INSTALLED = Path("/usr/share/fonts/opentype/noto")
FAMILY = "Noto Sans SC Tollhouse"
"""Not the name of the whole font, which a system may have."""
STYLES = ("Regular", "Bold")
_SIMPLIFIED = 2
"""The index of Simplified Chinese in the collections."""
_FIRST_WIDE = 0x2000
"""Inter has what comes before: Latin and Cyrillic."""
_ASCENT, _DESCENT = 0.97, 0.24
_FAMILY_NAMES, _STYLE_NAMES, _FULL_NAMES, _POSTSCRIPT_NAME = (1, 16), (2, 17), (3, 4), 6
_COPYRIGHT, _LICENSE = (0,), (13, 14)


def main() -> None:
    """Writes the fonts, and prints how large they are."""
    wanted = wanted_characters()
    with TemporaryDirectory() as folder:
        source = INSTALLED if INSTALLED.is_dir() else _download(Path(folder))
        for style in STYLES:
            path = FONTS / f"NotoSansSC-{style}.otf"
            write_subset(source / f"NotoSansCJK-{style}.ttc", style, wanted, path)
            print(f"{path.name}: {len(wanted)} characters, {path.stat().st_size:,} bytes")


def wanted_characters() -> set[int]:
    """Returns the code points of all Chinese texts of the app."""
    with CATALOG.open("rb") as file:
        texts = [
            text
            for message in read_po(file)
            if message.id
            for text in ([message.string] if isinstance(message.string, str) else message.string or ())
        ]
    locale = Locale.parse("zh_Hans")
    texts += [*locale.territories.values(), str(locale.display_name)]
    return {ord(character) for text in texts for character in text if ord(character) >= _FIRST_WIDE}


def write_subset(collection: Path, style: str, wanted: set[int], path: Path) -> None:
    """Writes the wanted characters of a font as one of our family."""
    font = TTFont(collection, fontNumber=_SIMPLIFIED, recalcTimestamp=False)
    options = Options(layout_features=[], hinting=False)
    options.set(
        name_IDs=[*_COPYRIGHT, *_FAMILY_NAMES, *_STYLE_NAMES, *_FULL_NAMES, _POSTSCRIPT_NAME, *_LICENSE]
    )
    options.set(drop_tables=[*options.drop_tables, "BASE", "GPOS", "GSUB", "VORG", "vhea", "vmtx"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    _rename(font, style)
    _set_line_height(font)
    font.save(path)


def _rename(font: TTFont, style: str) -> None:
    postscript, full = f"{FAMILY.replace(' ', '')}-{style}", f"{FAMILY} {style}"
    texts = dict.fromkeys(_FAMILY_NAMES, FAMILY) | dict.fromkeys(_FULL_NAMES, full)
    texts[_POSTSCRIPT_NAME] = postscript
    for name in font["name"].names:
        if name.nameID in texts:
            _set(name, string=texts[name.nameID])
    _set(font["CFF "].cff, fontNames=[postscript])
    _set(font["CFF "].cff.topDictIndex[0], FamilyName=FAMILY, FullName=full)


def _set_line_height(font: TTFont) -> None:
    ascent, descent = (round(part * font["head"].unitsPerEm) for part in (_ASCENT, _DESCENT))
    _set(font["hhea"], ascent=ascent, descent=-descent, lineGap=0)
    _set(font["OS/2"], sTypoAscender=ascent, sTypoDescender=-descent, sTypoLineGap=0)
    _set(font["OS/2"], usWinAscent=ascent, usWinDescent=descent)


def _set(table: object, **values: object) -> None:
    for name, value in values.items():
        setattr(table, name, value)


def _download(folder: Path) -> Path:
    subprocess.run(["apt-get", "download", "fonts-noto-cjk"], cwd=folder, check=True)  # noqa: S607
    (package,) = folder.glob("*.deb")
    subprocess.run(["dpkg", "-x", package, folder / "package"], check=True)  # noqa: S603, S607
    return folder / "package" / INSTALLED.relative_to("/")


if __name__ == "__main__":
    main()
