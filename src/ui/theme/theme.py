"""Fonts and palette made from the tokens, applied in one place.

After a change Qt itself repaints and lays out every widget that has the application's palette and font. What
depends on the look in another way, such as a font or a width of its own, calls `follow(self._restyle)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QPalette
from PySide6.QtWidgets import QToolTip, QWidget
from shiboken6 import isValid

from app.resources import resource_path
from ui.theme.tokens import DARK, LIGHT, Scheme, Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtWidgets import QApplication

Q = TypeVar("Q", bound=QObject)
FontRole = Literal[
    "display",
    "title",
    "heading",
    "strong",
    "medium",
    "body",
    "secondary",
    "badge",
    "caption",
    "mono",
    "mono_small",
    "mono_strong",
    "mono_large",
]

_SANS: Final = ("Inter", "JetBrains Mono")
_MONO: Final = ("JetBrains Mono", "Inter")
# pixels at a text scale of 1, weight, families
_FONTS: Final[dict[FontRole, tuple[int, QFont.Weight, tuple[str, ...]]]] = {
    "display": (24, QFont.Weight.Bold, _SANS),
    "title": (20, QFont.Weight.Bold, _SANS),
    "heading": (16, QFont.Weight.DemiBold, _SANS),
    "strong": (13, QFont.Weight.DemiBold, _SANS),
    "medium": (13, QFont.Weight.Medium, _SANS),
    "body": (13, QFont.Weight.Normal, _SANS),
    "secondary": (12, QFont.Weight.Normal, _SANS),
    "badge": (12, QFont.Weight.DemiBold, _SANS),
    "caption": (11, QFont.Weight.Normal, _SANS),
    "mono": (13, QFont.Weight.Normal, _MONO),
    "mono_small": (12, QFont.Weight.Normal, _MONO),
    "mono_strong": (13, QFont.Weight.Bold, _MONO),
    "mono_large": (19, QFont.Weight.Bold, _MONO),
}
_MAX_WIDTHS: Final = 4000
_FILES: Final = (
    "Inter-Regular.ttf",
    "Inter-Medium.ttf",
    "Inter-SemiBold.ttf",
    "Inter-Bold.ttf",
    "JetBrainsMono-Regular.ttf",
    "JetBrainsMono-Bold.ttf",
)
"""Loaded together: with each file, Qt forgets how it has laid out and drawn any font."""
_CHINESE: Final = "Noto Sans SC Tollhouse"
_CHINESE_FILES: Final = ("NotoSansSC-Regular.otf", "NotoSansSC-Bold.otf")
"""The characters of our own Chinese texts, for systems without a Chinese font."""


class _Look(QObject):
    """What is applied now, and what depends on it."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens = LIGHT
        self.text_scale = 1.0
        self.is_applied = self.has_chinese_font = False
        self.fonts: dict[FontRole, QFont] = {}
        self.metrics: dict[FontRole, QFontMetrics] = {}
        self.widths: dict[tuple[str, FontRole], int] = {}
        self.colors: dict[str, QColor] = {}
        self.followers: WeakKeyDictionary[QObject, list[Callable[[Any], None]]] = WeakKeyDictionary()

    def notify(self) -> None:
        """Restyles what is visible now, and anything else when it is shown."""
        for owner in list(self.followers):
            if not isValid(owner):
                continue
            if isinstance(owner, QWidget) and not owner.isVisible():
                owner.installEventFilter(self)
            else:
                self._restyle(owner)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            watched.removeEventFilter(self)
            self._restyle(watched)
        return False

    def _restyle(self, owner: QObject) -> None:
        for restyle in self.followers[owner]:
            restyle(owner)


_look = _Look()


def apply_theme(app: QApplication, scheme: Scheme, *, text_scale: float = 1.0) -> bool:
    """Applies one scheme and text size to the whole app; returns whether anything has changed.

    Args:
        text_scale: Limited to 0.8 to 2.0.
    """
    tokens, scale = DARK if scheme == "dark" else LIGHT, min(2.0, max(0.8, text_scale))
    if not _look.is_applied:
        _load_fonts(_FILES)
    elif (_look.tokens, _look.text_scale) == (tokens, scale):
        return False
    _look.is_applied = True
    _look.tokens, _look.text_scale = tokens, scale
    _forget_fonts()
    _look.colors.clear()
    app.setFont(font("body"))
    app.setPalette(_palette(tokens))
    QToolTip.setPalette(app.palette())
    QToolTip.setFont(font("body"))
    _look.notify()
    return True


def system_scheme(app: QApplication) -> Scheme:
    """Returns the desktop's scheme, 'light' where it has none."""
    return "dark" if app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"


def current_tokens() -> Tokens:
    return _look.tokens


def text_scale() -> float:
    """Returns the factor of font sizes, 0.8 to 2.0."""
    return _look.text_scale


def follow(restyle: Callable[[], None]) -> None:
    """Runs a method of an object now, and after each change of the look, while the object exists."""
    restyle()
    on_change(restyle.__self__, restyle.__func__)  # type: ignore[attr-defined]


def on_change(owner: Q, restyle: Callable[[Q], None]) -> None:
    """Calls a function after each change of the look, with a hidden widget once it is shown."""
    _look.followers.setdefault(owner, []).append(restyle)


def scaled(pixels: float) -> int:
    """Returns a length that grows with the text, in whole logical pixels."""
    return round(pixels * _look.text_scale)


def color(token: str) -> QColor:
    if token not in _look.colors:
        _look.colors[token] = QColor(getattr(_look.tokens, token))
    return _look.colors[token]


def font(role: FontRole) -> QFont:
    """Returns the font of a role at the current text scale, with figures of one width; copy it to change it.

    It is the same object each time: caches find it at once, where to compare equal fonts takes longer than
    to draw a short text.
    """
    if role not in _look.fonts:
        pixels, weight, families = _FONTS[role]
        made = QFont([*families, _CHINESE] if _look.has_chinese_font else list(families))
        made.setPixelSize(scaled(pixels))
        made.setWeight(weight)
        made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        if families is _SANS:
            made.setFeature(QFont.Tag("tnum"), 1)
        _look.fonts[role] = made
    return _look.fonts[role]


def load_chinese_font() -> None:
    """Makes our own Chinese texts readable on a system without a Chinese font; fonts made before stay."""
    if not _look.has_chinese_font:
        _look.has_chinese_font = True
        _load_fonts(_CHINESE_FILES)
        _forget_fonts()


def has_system_chinese_font() -> bool:
    """Returns whether the system can show any Chinese text, not only ours."""
    families = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
    return any(family != _CHINESE for family in families)


def metrics(role: FontRole) -> QFontMetrics:
    if role not in _look.metrics:
        _look.metrics[role] = QFontMetrics(font(role))
    return _look.metrics[role]


def text_width(text: str, role: FontRole) -> int:
    """Returns how wide a line of text is in the font of a role, in logical pixels."""
    key = (text, role)
    if key not in _look.widths:
        if len(_look.widths) >= _MAX_WIDTHS:
            _look.widths.clear()
        _look.widths[key] = metrics(role).horizontalAdvance(text)
    return _look.widths[key]


def _forget_fonts() -> None:
    _look.fonts.clear()
    _look.metrics.clear()
    _look.widths.clear()


def _load_fonts(names: Iterable[str]) -> None:
    for name in names:
        QFontDatabase.addApplicationFont(str(resource_path("fonts", name)))


def _palette(tokens: Tokens) -> QPalette:
    roles = QPalette.ColorRole
    palette = QPalette()
    for role, token in (
        (roles.Window, tokens.window),
        (roles.WindowText, tokens.text),
        (roles.Base, tokens.surface),
        (roles.AlternateBase, tokens.sunken),
        (roles.Text, tokens.text),
        (roles.Button, tokens.surface),
        (roles.ButtonText, tokens.text),
        (roles.BrightText, tokens.danger),
        (roles.ToolTipBase, tokens.text),
        (roles.ToolTipText, tokens.surface),
        (roles.PlaceholderText, tokens.muted),
        (roles.Highlight, tokens.accent),
        (roles.HighlightedText, tokens.on_accent),
        (roles.Accent, tokens.accent),
        (roles.Link, tokens.accent),
        (roles.LinkVisited, tokens.accent),
        (roles.Light, tokens.surface),
        (roles.Midlight, tokens.sunken),
        (roles.Mid, tokens.border),
        (roles.Dark, tokens.control_border),
        (roles.Shadow, tokens.control_border),
    ):
        palette.setColor(role, QColor(token))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.faint))
    return palette
