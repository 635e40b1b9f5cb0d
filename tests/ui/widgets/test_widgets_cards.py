"""Cards: a part that is painted again looks as it did in the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect

from ui.theme import theme
from ui.widgets.layout.cards import Card

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from ui.theme.tokens import Scheme


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("inset", [0, 1, 4, 12, 13, 14, 40])
def test_a_part_is_painted_as_in_the_whole(
    qapp: QApplication, qtbot: QtBot, scheme: Scheme, inset: int
) -> None:
    theme.apply_theme(qapp, scheme)
    card = Card()
    qtbot.addWidget(card)
    card.resize(160, 120)
    part = QRect(inset, inset, 160 - 2 * inset, 120 - 2 * inset)
    assert card.grab(part).toImage() == card.grab().toImage().copy(part)
