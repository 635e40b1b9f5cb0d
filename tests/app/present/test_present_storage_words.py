"""That nothing was sent is said only where something would have been."""

import pytest

from app.errors import ExportError, StorageError
from app.present.errors import present_error

REASONS = ["full", "read_only", "missing", "name", "corrupt", "other"]


@pytest.mark.parametrize("reason", REASONS)
def test_a_request_that_cannot_be_noted_was_not_sent(reason: str) -> None:
    assert "nothing was sent" in present_error(StorageError("/home/x/outbox.sqlite", reason)).text


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("path", ["/home/x/notebook.sqlite", "notebook", "/home/x/settings.json"])
def test_notes_and_settings_send_nothing_anyway(path: str, reason: str) -> None:
    text = present_error(StorageError(path, reason)).text
    assert "sent" not in text
    assert text.endswith(".")


@pytest.mark.parametrize("reason", REASONS)
def test_a_file_elsewhere_is_none_of_the_app_s_own(reason: str) -> None:
    text = present_error(ExportError("/media/stick/outbox.csv", reason)).text
    assert "app" not in text
    assert "sent" not in text
    assert ("disk is full" in text) == (reason == "full")
