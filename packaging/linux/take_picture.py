"""Saves a picture of a display once a window has been there for a while. Arguments: the display, the file."""

import sys
import time

from PySide6.QtGui import QGuiApplication, QImage

_SECONDS_MAX = 120
_SECONDS_THERE = 20
# A screen without a window has one color.
_COLORS_MIN = 20


def main() -> int:
    """Returns 0 when the picture was taken, 1 when there was no window to take it of."""
    display, file = sys.argv[1:]
    app = QGuiApplication(["take_picture", "-platform", "xcb", "-display", display])
    there = 0
    for _second in range(_SECONDS_MAX):
        time.sleep(1)
        picture = app.primaryScreen().grabWindow(0).toImage()
        there = there + 1 if _colors(picture) >= _COLORS_MIN else 0
        if there == _SECONDS_THERE:
            return 0 if picture.save(file) else 1
    return 1


def _colors(picture: QImage) -> int:
    return len(
        {picture.pixel(x, y) for x in range(0, picture.width(), 8) for y in range(0, picture.height(), 8)}
    )


if __name__ == "__main__":
    sys.exit(main())
