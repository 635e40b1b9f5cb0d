"""The colors of the light and dark theme."""

# No postponed annotations: the classes here would compile them at each start.

from typing import Literal, NamedTuple

Scheme = Literal["light", "dark"]


class Tokens(NamedTuple):
    """The colors of one scheme, each '#RRGGBB'.

    `border` divides and frames cards; `control_border` frames what can be used and reaches 3:1
    against `surface` and `window`. `faint` is never for text that matters.
    """

    name: Scheme
    window: str
    surface: str
    sunken: str
    border: str
    control_border: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_tint: str
    on_accent: str
    success: str
    success_tint: str
    warning: str
    warning_tint: str
    danger: str
    danger_tint: str
    info: str
    info_tint: str


LIGHT = Tokens(
    name="light",
    window="#F5F6F8",
    surface="#FFFFFF",
    sunken="#EDF0F4",
    border="#DCE1E8",
    control_border="#828E9D",
    text="#17202B",
    muted="#566475",
    faint="#8794A3",
    accent="#3B5BDB",
    accent_tint="#E8ECFD",
    on_accent="#FFFFFF",
    success="#18794E",
    success_tint="#E3F5EC",
    warning="#8A5A00",
    warning_tint="#FDF1D7",
    danger="#C4232B",
    danger_tint="#FDE8E8",
    info="#0B68CB",
    info_tint="#E4F0FD",
)

DARK = Tokens(
    name="dark",
    window="#10141A",
    surface="#181E26",
    sunken="#212935",
    border="#2C3643",
    control_border="#5F6C7B",
    text="#E8EDF3",
    muted="#A3B1C1",
    faint="#74828F",
    accent="#8EA2FF",
    accent_tint="#232C4D",
    on_accent="#0F1630",
    success="#5BD09A",
    success_tint="#15332A",
    warning="#E8B84A",
    warning_tint="#382C12",
    danger="#FF8A8F",
    danger_tint="#3D1D22",
    info="#78B7FF",
    info_tint="#152C47",
)
