"""The settings as shown: choices, stored files, errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.errors import AppError, InvalidInputError, StorageError
from app.i18n.texts import _, languages, listed, ngettext
from app.i18n.units import data_size
from app.models.settings import IDLE_MINUTES
from app.present.errors import present_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.services.settings.app_files import AppFiles, FileKind

TEXT_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""The text sizes that are offered, in percent."""
CLIPBOARD_STEPS = (10, 20, 30, 60, 90, 120)
"""The seconds that are offered."""


class FilesRow(NamedTuple):
    text: str
    names: str
    size: str


def text_size_choices(percent: int) -> tuple[tuple[int, str], ...]:
    """Returns text sizes in percent, including the current one, with their labels."""
    return tuple((step, _("{percent} %").format(percent=step)) for step in sorted({*TEXT_STEPS, percent}))


def clipboard_choices(seconds: int | None) -> tuple[tuple[int | None, str], ...]:
    """Returns the seconds after which copied secrets are cleared, None for never, with their labels."""
    steps = sorted({*CLIPBOARD_STEPS, *(() if seconds is None else (seconds,))})
    after = ((n, ngettext("After {n} second", "After {n} seconds", n).format(n=n)) for n in steps)
    return (*after, (None, _("Never")))


def idle_choices() -> tuple[tuple[int | None, str], ...]:
    """Returns the minutes after which secrets are hidden, None for never, with their labels."""
    after = ((n, ngettext("After {n} minute", "After {n} minutes", n).format(n=n)) for n in IDLE_MINUTES)
    return (*after, (None, _("Never")))


def language_choices() -> tuple[tuple[str, str], ...]:
    """Returns the codes of the languages, empty for the system's, with their names in themselves."""
    return (("", _("Same as the system")), *languages().items())


def present_files(files: Sequence[AppFiles]) -> tuple[FilesRow, ...]:
    return tuple(
        FilesRow(_files_text(one.kind), listed(one.names), data_size(one.size_bytes)) for one in files
    )


def change_error_text(error: AppError) -> str:
    """Returns why a setting was not changed."""
    if isinstance(error, InvalidInputError) and error.field == "proxy":
        return _proxy_text(error.code)
    if isinstance(error, StorageError):
        texts = {
            "full": _("The disk is full, so the change was not saved. Free some space and try again."),
            "read_only": _("The app's folder is not writable, so the change was not saved."),
        }
        return texts.get(error.reason) or _("The settings can't be saved, so the change was not saved.")
    return present_error(error).text


def _files_text(kind: FileKind) -> str:
    texts = {
        "settings": _("Your accounts without their keys, and these settings"),
        "outbox": _("Top-up requests being sent, so that none is lost or made twice"),
        "state": " · ".join(
            (
                _("The history of your top-ups, and how you like to see them"),
                _("Past notifications, as listed under the bell"),
                _("Recent session IDs, your template, table layouts, favorite countries, recent searches"),
                _("Lists of countries, cities and ISPs, which are loaded again when missing"),
            )
        ),
        "demo": _("The demo account's own service and its data"),
        "log": _("A log without secrets"),
        "damaged": _("Damaged files that were set aside"),
        "other": _("Other files of this app"),
    }
    return texts[kind]


def _proxy_text(code: str) -> str:
    texts = {
        "not_http": _("Only HTTP proxies work here: the address begins with http:// or https://."),
        "has_credentials": _("Remove the login: proxies that ask for a password are not supported here."),
        "has_query": _("Remove '?' or '#' and what follows."),
        "has_path": _("Remove what follows the port."),
        "too_long": _("The address is too long."),
    }
    return texts.get(code) or _("Write it as http://host:port.")
