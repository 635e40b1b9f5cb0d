"""The first frame: pictures of the window's parts as they were last, shown until the parts are there.

They need no fonts, icons, texts or styles, so that a start shows the last known rows as soon as it can paint.
Imported before the first paint, so it uses nothing of PySide6 that takes long to load, such as `Qt`.
"""

from __future__ import annotations

import json
import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtGui import QPaintEvent

FILE_NAME: Final = "first-frame"
_MAX_HEAD: Final = 10_000
_FASTEST: Final = 1


class Frame(NamedTuple):
    """Pictures of a window.

    Attributes:
        size: As of `size_of` when they were taken.
        ground: The color behind them, '#RRGGBB'.
        pieces: Position in the window, in logical pixels, and content of each.
    """

    size: Sequence[float]
    ground: str
    pieces: Sequence[tuple[int, int, bytes]]


class FirstFrame(QWidget):
    """Covers a window with pictures of it while it has the size at which they were taken.

    The first click or key ends it, and reaches what is behind it.
    """

    def __init__(self, window: QWidget, frame: Frame, end: Callable[[], None]) -> None:
        """`end` is called at that input."""
        super().__init__(window)
        self._end = end
        self._size = frame.size
        self._pictures = [(x, y, _picture(content)) for x, y, content in frame.pieces]

    def fits(self) -> bool:
        """Returns whether the window has the size at which the pictures were taken."""
        return size_of(self) == self._size

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.fits():
            painter = QPainter(self)
            for x, y, picture in self._pictures:
                picture.setDevicePixelRatio(self.devicePixelRatio())
                painter.drawPixmap(x, y, picture)

    def uncover(self, part: QWidget) -> None:
        """Shows a part of the window, and ends once that is painted; all else is painted then."""
        if not self.mask().isEmpty():
            return  # it is shown already
        from PySide6.QtGui import QRegion  # noqa: PLC0415 (after the first paint)

        # Opaque only now: else the window would not notice its first paint.
        self.setAutoFillBackground(True)
        hole = QRect(part.mapTo(self.window(), QPoint(0, 0)), part.size())
        self.setMask(QRegion(self.rect()) - QRegion(hole))
        part.installEventFilter(self)

    def end_on_input(self) -> None:
        """Ends by a click or a key, from now on; call it after the first paint."""
        handle = self.window().windowHandle()
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ends before an input finds its receiver, or after the uncovered part is painted."""
        kinds = event.Type
        if event.type() == kinds.Paint and watched.isWidgetType():
            QTimer.singleShot(0, self, self._end)
        elif event.type() in (kinds.MouseButtonPress, kinds.KeyPress, kinds.Wheel, kinds.TouchBegin):
            self._end()
        return super().eventFilter(watched, event)


def _picture(content: bytes) -> QPixmap:
    picture = QPixmap()
    # With its format, since Qt would load all its plugins to recognize it. A damaged one stays empty.
    picture.loadFromData(content, "BMP")
    return picture


def size_of(window: QWidget) -> list[float]:
    """Returns width, height and device pixels per logical pixel: the pictures of another size don't fit."""
    return [window.width(), window.height(), window.devicePixelRatio()]


def pack(about: Sequence[object], frame: Frame) -> bytes:
    """Returns the content of the file of a first frame.

    Args:
        about: What has to be the same at the next start: account, tab, language and look.
    """
    places = [(x, y, len(content)) for x, y, content in frame.pieces]
    head = {"about": about, "size": frame.size, "ground": frame.ground, "pieces": places}
    contents = b"".join(content for _x, _y, content in frame.pieces)
    return json.dumps(head).encode() + b"\n" + zlib.compress(contents, _FASTEST)


def unpack(path: Path, about: Sequence[object]) -> Frame | None:
    """Returns the frame of a file of `pack`; None for a missing, damaged or other one."""
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline(_MAX_HEAD))
            if head["about"] != about:
                return None
            contents = BytesIO(zlib.decompress(file.read()))
            pieces = [(int(x), int(y), contents.read(int(length))) for x, y, length in head["pieces"]]
            return Frame(head["size"], str(head["ground"]), pieces)
    except (OSError, ValueError, TypeError, KeyError, RecursionError, OverflowError, zlib.error):
        return None
