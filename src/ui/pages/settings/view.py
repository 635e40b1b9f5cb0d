"""The settings as shown: choices, stored files, errors, what the app is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.errors import AppError, InvalidInputError, StorageError
from app.i18n.texts import _, languages, listed, ngettext, pgettext
from app.i18n.units import data_size
from app.models.settings import IDLE_MINUTES
from app.present.errors import present_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.services.app_files import AppFiles, FileKind
    from app.services.installation import Component, Installation

TEXT_STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""The text sizes that are offered, in percent."""
CLIPBOARD_STEPS = (10, 20, 30, 60, 90, 120)
"""The seconds that are offered."""


class FilesRow(NamedTuple):
    text: str
    names: str
    size: str


class AboutView(NamedTuple):
    """`text` is all of it, to copy."""

    rows: tuple[tuple[str, str], ...]
    licenses: str
    text: str


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


def language_hint(*, lacks_font: bool) -> str:
    """Returns the hint under the language.

    Args:
        lacks_font: Whether the system has no font for it, so that only our own texts can be read.
    """
    hint = _("The new language takes effect after a restart.")
    if not lacks_font:
        return hint
    return f"{hint} " + _(
        "This computer has no Chinese font: names in Chinese that you or a service entered may be "
        "unreadable. On Debian and Ubuntu, the package fonts-noto-cjk brings one."
    )


def present_files(files: Sequence[AppFiles]) -> tuple[FilesRow, ...]:
    return tuple(
        FilesRow(_files_text(one.kind), listed(one.names), data_size(one.size_bytes)) for one in files
    )


def present_about(
    version: str, qt: tuple[str, str], installation: Installation, components: Sequence[Component]
) -> AboutView:
    """Returns what the app is made of.

    Args:
        qt: The versions of Qt and of its binding for Python.
    """
    rows = (
        (_("Version"), f"Tollhouse {version}"),
        (_("Python"), components[0].version),
        (_("Qt"), _("{qt}, with PySide6 {binding}").format(qt=qt[0], binding=qt[1])),
        (_("Installation"), _installation_text(installation)),
    )
    unknown = pgettext("license", "unknown")
    licenses = "\n".join(
        f"{' '.join(filter(None, (one.name, one.version)))}: {one.license or unknown}" for one in components
    )
    lines = [f"{name}: {value}" for name, value in rows]
    return AboutView(rows, licenses, "\n".join([*lines, "", licenses]))


def change_error_text(error: AppError) -> str:
    if isinstance(error, InvalidInputError) and error.field == "proxy":
        return _proxy_text(error.code)
    if isinstance(error, StorageError):
        texts = {
            "full": _("The disk is full, so the change was not saved. Free some space and try again."),
            "read_only": _("The app's folder is not writable, so the change was not saved."),
        }
        return texts.get(error.reason) or _("The settings can't be saved, so the change was not saved.")
    return present_error(error).text


def _installation_text(installation: Installation) -> str:
    folder = installation.folder
    match installation.kind:
        case "checkout":
            return _("Source checkout in {folder}").format(folder=folder)
        case "pipx" | "uv":
            command = "pipx" if installation.kind == "pipx" else "uv tool"
            return _("With {command}, in {folder}").format(command=command, folder=folder)
        case "installer":
            return _("With {command}, in {folder}").format(command=installation.installer, folder=folder)
        case "debian":
            return _("Debian package")
        case "folder":
            return _("A folder of its own, {folder}").format(folder=folder)
        case "files":
            return _("Not installed, run from {folder}").format(folder=folder)


def _files_text(kind: FileKind) -> str:
    texts = {
        "settings": _("Your accounts without their keys, and these settings"),
        "outbox": _("Top-up requests being sent, so that none is lost or made twice"),
        "state": " · ".join(
            (
                _("The history of your top-ups, and how you like to see them"),
                _("Past notifications, as listed under the bell"),
                _("Recent session IDs, your templates, table layouts, favorite countries, recent searches"),
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
