"""The settings name all that is stored on this computer."""

from pytestqt.qtbot import QtBot

from app.services.app_files import AppFiles
from ui.pages.settings.cards import FilesCard
from ui.pages.settings.view import present_files
from ui.widgets.text.label import Label


def test_every_content_of_a_file_is_named_in_full(qtbot: QtBot) -> None:
    card = FilesCard("/home/me/tollhouse", lambda _text: None)
    qtbot.addWidget(card)
    (row,) = present_files((AppFiles("state", ("state.sqlite",), 1_000),))
    card.show_rows((row,))
    shown = [label.text() for label in card.findChildren(Label)]
    assert row.text in shown
    for content in (
        "history of your top-ups",
        "Past notifications",
        "Recent session IDs",
        "which are loaded again",
    ):
        assert content in row.text
