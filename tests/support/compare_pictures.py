"""Compares pictures with kept ones: `python -m support.compare_pictures BEFORE AFTER [DIFFERENCES]`.

BEFORE and AFTER are two folders of pictures with the same names, such as two tours. What differs is
written to DIFFERENCES: before, after and the difference side by side, cut to the part that changed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

MAX_CHANNEL_DIFFERENCE: Final = 24
"""A pixel differs when one of its channels does by more, from 0 to 255: antialiasing may vary."""
_MARGIN: Final = 16
_NOTICEABLE: Final = bytes(int(value > MAX_CHANNEL_DIFFERENCE) for value in range(256))


def difference(before: QImage, after: QImage) -> QRect:
    """Returns the part in which two pictures differ; empty where they are alike."""
    if before.size() != after.size():
        return before.rect() | after.rect()
    delta = _delta(before, after)
    line, length = delta.bytesPerLine(), 3 * delta.width()
    bits = bytes(delta.constBits()).translate(_NOTICEABLE)
    rows = [bits[start : start + length] for start in range(0, line * delta.height(), line)]
    changed = [y for y, row in enumerate(rows) if 1 in row]
    if not changed:
        return QRect()
    left = min(rows[y].index(1) for y in changed) // 3
    right = max(rows[y].rindex(1) for y in changed) // 3
    return QRect(left, changed[0], right - left + 1, changed[-1] - changed[0] + 1)


def write_difference(before: QImage, after: QImage, path: Path) -> None:
    """Writes before, after and their difference, side by side, cut to the part that differs."""
    part = difference(before, after).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
    part &= before.rect() | after.rect()
    shown = [before, after] if before.size() != after.size() else [before, after, _delta(before, after)]
    width = part.width() + _MARGIN
    whole = QImage(width * len(shown), part.height(), QImage.Format.Format_RGB32)
    whole.fill(0x808080)
    painter = QPainter(whole)
    for number, image in enumerate(shown):
        painter.drawImage(number * width, 0, image, part.x(), part.y(), part.width(), part.height())
    painter.end()
    path.parent.mkdir(parents=True, exist_ok=True)
    whole.save(str(path))


def _delta(before: QImage, after: QImage) -> QImage:
    delta = before.convertToFormat(QImage.Format.Format_RGB32)
    painter = QPainter(delta)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
    painter.drawImage(0, 0, after)
    painter.end()
    return delta.convertToFormat(QImage.Format.Format_RGB888)


def main(before: Path, after: Path, differences: Path) -> int:
    """Returns 1 when a picture differs, is missing or new; names each."""
    names = sorted({path.name for folder in (before, after) for path in folder.glob("*.png")})
    found = 0
    for name in names:
        if not (before / name).exists() or not (after / name).exists():
            sys.stdout.write(f"{name}: {'new' if (after / name).exists() else 'missing'}\n")
            found += 1
            continue
        was, now = QImage(str(before / name)), QImage(str(after / name))
        part = difference(was, now)
        if not part.isEmpty():
            write_difference(was, now, differences / name)
            at = f"{part.width()} x {part.height()} pixels at ({part.x()}, {part.y()})"
            sys.stdout.write(f"{name}: {at}\n")
            found += 1
    sys.stdout.write(f"{found} of {len(names)} pictures differ; see {differences}\n")
    return int(found > 0)


if __name__ == "__main__":
    folders = [Path(argument) for argument in sys.argv[1:]]
    sys.exit(main(folders[0], folders[1], folders[2] if len(folders) > 2 else Path("build/differences")))
