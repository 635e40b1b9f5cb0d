"""Makes `resources/flags/*.png` from the folder `flags/4x3` of the npm package flag-icons.

    python packaging/flags.py package/flags/4x3

Flags are drawn at most 32 pixels wide, times the scale of the text and of the screen: as pictures of 128
pixels they look the same. Reading one takes a fifth of a millisecond; some SVG files take thirty times that.
"""

import re
import sys
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FLAGS = Path(__file__).parent.parent / "resources" / "flags"
_WIDTH, _HEIGHT = 128, 96
_SMALLEST_FILE = 0
"""The quality of a PNG file for Qt: the smaller, the more it is compressed."""


def main() -> None:
    """Writes the flags with a two-letter code, and prints how large they are."""
    _app = QGuiApplication(["flags", "-platform", "offscreen"])
    sources = [
        path for path in sorted(Path(sys.argv[1]).glob("*.svg")) if re.fullmatch("[a-z]{2}", path.stem)
    ]
    for path in sources:
        _draw(path).save(str(FLAGS / f"{path.stem}.png"), quality=_SMALLEST_FILE)
    sizes = [path.stat().st_size for path in FLAGS.glob("*.png")]
    print(f"{len(sizes)} flags, {sum(sizes):,} bytes, the largest has {max(sizes):,}")


def _draw(path: Path) -> QImage:
    picture = QImage(_WIDTH, _HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(str(path)).render(painter, QRectF(picture.rect()))
    painter.end()
    return picture


if __name__ == "__main__":
    main()
