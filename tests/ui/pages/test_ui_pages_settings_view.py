"""What the settings say about a change that was not saved, and about how the app was installed."""

from __future__ import annotations

import pytest

from app.errors import AppError, InvalidInputError, StorageError, UnreachableError
from app.present.errors import present_error
from app.services.installation import Component, Installation, InstallationKind
from ui.pages.settings.view import change_error_text, present_about

PYTHON = Component("Python", "3.11.7", "PSF-2.0")
MAP = Component("Natural Earth", "", "")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (StorageError("f", "full"), "The disk is full, so the change was not saved. Free some space and try"),
        (StorageError("f", "read_only"), "The app's folder is not writable, so the change was not saved."),
        (StorageError("f", "other"), "The settings can't be saved, so the change was not saved."),
        (InvalidInputError("proxy", "not_http"), "Only HTTP proxies work here"),
        (InvalidInputError("proxy", "has_credentials"), "Remove the login"),
        (InvalidInputError("proxy", "malformed"), "Write it as http://host:port."),
        (UnreachableError(), present_error(UnreachableError()).text),
    ],
)
def test_a_change_that_was_not_saved_is_said_with_its_reason(error: AppError, text: str) -> None:
    assert change_error_text(error).startswith(text)


@pytest.mark.parametrize(
    ("kind", "installer", "text"),
    [
        ("checkout", "", "Source checkout in ~/app"),
        ("pipx", "", "With pipx, in ~/app"),
        ("uv", "", "With uv tool, in ~/app"),
        ("installer", "pip", "With pip, in ~/app"),
        ("debian", "", "Debian package"),
        ("folder", "", "A folder of its own, ~/app"),
        ("files", "", "Not installed, run from ~/app"),
    ],
)
def test_the_app_says_how_it_was_installed(kind: InstallationKind, installer: str, text: str) -> None:
    about = present_about("1.2", ("6.11.1", "6.11.2"), Installation(kind, "~/app", installer), [PYTHON, MAP])
    assert about.rows == (
        ("Version", "Tollhouse 1.2"),
        ("Python", "3.11.7"),
        ("Qt", "6.11.1, with PySide6 6.11.2"),
        ("Installation", text),
    )
    assert about.licenses == "Python 3.11.7: PSF-2.0\nNatural Earth: unknown"
    assert about.text.splitlines()[3:] == [f"Installation: {text}", "", *about.licenses.splitlines()]
