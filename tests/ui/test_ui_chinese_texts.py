"""Our Chinese texts have no missing glyph on a system without fonts: on the screen and on paper."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PySide6.QtGui import QRawFont
from PySide6.QtWidgets import QApplication

from app.i18n.texts import CHINESE, use_language
from app.present.countries import country_name
from app.resources import resource_path
from ui.pages.settings.view import language_hint

CATALOG = resource_path("locale", CHINESE, "LC_MESSAGES", "tollhouse.po")
# A process of its own: a font that was loaded stays. Qt has glyph 0 for what no font has.
DRAWN = """
import asyncio, json, sys
from pathlib import Path
from PySide6.QtGui import QTextLayout
from ui.pages.pdf import draw_line, pdf_bytes
from ui.start.application import apply_language
from ui.start.first_paint import build_application
from ui.theme import theme
app = build_application()
apply_language(app, "zh_Hans")
theme.apply_theme(app, "light")
texts = json.load(sys.stdin)
missing = set()
for role in ("body", "medium", "heading", "title", "mono_strong"):
    for text in texts:
        layout = QTextLayout(text, theme.font(role))
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        if any(0 in run.glyphIndexes() for run in layout.glyphRuns()):
            missing.add(text)
def paint(painter):
    for index, text in enumerate(texts):
        draw_line(painter, text, 20, 14 * (index + 1), "body" if index % 2 else "heading", "#000000")
Path(sys.argv[1]).write_bytes(asyncio.run(pdf_bytes([[paint]], title="", version="")))
print(json.dumps([sorted(missing), theme.has_system_chinese_font()]))
"""


def characters() -> str:
    """The characters of the catalog and of the names of countries."""
    found = set()
    with CATALOG.open("rb") as file:
        for message in read_po(file):
            texts = [message.string] if isinstance(message.string, str) else message.string or ()
            found |= set("".join(texts)) if message.id else set()
    use_language(CHINESE)
    found |= {letter for code in ("DE", "VA", "HK", "CI", "") for letter in country_name(code)}
    use_language("en")
    return "".join(sorted(letter for letter in found if letter.isprintable()))


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_fonts_have_every_character_of_the_catalog(weight: str, qapp: QApplication) -> None:
    names = (f"NotoSansSC-{weight}.otf", f"Inter-{weight}.ttf")
    fonts = [QRawFont(str(resource_path("fonts", name)), 13) for name in names]
    lacking = [
        letter for letter in characters() if not any(font.supportsCharacter(ord(letter)) for font in fonts)
    ]
    assert lacking == [], "run `make chinese-font`"


def test_no_glyph_is_missing_on_the_screen_or_on_paper(tmp_path: Path) -> None:
    letters = characters()
    texts = [letters[start : start + 30] for start in range(0, len(letters), 30)]
    path = tmp_path / "chinese.pdf"
    no_fonts = tmp_path / "fonts.conf"
    no_fonts.write_text("<fontconfig/>", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", DRAWN, str(path)],
        input=json.dumps(texts),
        env={**os.environ, "FONTCONFIG_FILE": str(no_fonts)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[], False]
    if shutil.which("pdftotext"):
        text = subprocess.run(
            ["pdftotext", str(path), "-"], capture_output=True, text=True, check=True
        ).stdout
        assert {letter for letter in letters if letter > "\u3000"} <= set(text)


def test_the_settings_name_the_package_that_brings_a_font() -> None:
    assert "fonts-noto-cjk" not in language_hint(lacks_font=False)
    assert "fonts-noto-cjk" in language_hint(lacks_font=True)
