"""Bulk runs and imports of sub-users as shown: progress, results, previews. No secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from app.i18n import units
from app.i18n.texts import _, listed, ngettext, sentences
from app.models.sub_users import SubUserChangedError
from app.present.errors import present_error, service_words
from app.present.field_errors import field_error_text
from app.present.sub_users import PASSWORD_MASK, cap_in_words, change_lines

if TYPE_CHECKING:
    from app.errors import AppError
    from app.models.sub_users import RunKind, RunProgress, RunRow
    from app.present.statuses import Kind
    from app.rules.sub_users.files import ImportPreview, ImportRow


class RunLine(NamedTuple):
    """A row that is left, with its reason; `details` is what the service says of it, untrusted."""

    text: str
    details: str


@dataclass(frozen=True, slots=True)
class RunView:
    """The progress or outcome of a bulk run.

    Attributes:
        text: 'Setting the cap: 12 of 50', 'Done for 12 sub-users; 1 failed.'
        lines: One for each row that is left; empty while the run continues.
        share: The finished share, 0 to 1.
    """

    text: str
    kind: Kind
    icon: str
    lines: tuple[RunLine, ...]
    share: float
    can_try_again: bool

    @property
    def details(self) -> str:
        """What the service says of the rows that are left, each text once; untrusted."""
        return " · ".join(dict.fromkeys(line.details for line in self.lines if line.details))


@dataclass(frozen=True, slots=True)
class ImportRowView:
    """A row of a file to import.

    Attributes:
        number: 'Line 3'.
        label: Untrusted text.
        password: Dots, or that the service generates it.
        cap: '5 GB', 'No cap', or the unreadable text.
    """

    number: str
    label: str
    password: str
    cap: str
    ok: bool
    notes: tuple[str, ...]
    accessible_text: str


@dataclass(frozen=True, slots=True)
class ImportView:
    """The preview of an import.

    Attributes:
        summary: '12 sub-users will be added.'
        ignored: 'Columns that are not imported: id, username.', with untrusted titles; '' if there are none.
    """

    rows: tuple[ImportRowView, ...]
    summary: str
    can_import: bool
    ignored: str = ""


def present_run(progress: RunProgress) -> RunView:
    share = progress.tried / progress.total if progress.total else 1.0
    if not progress.finished:
        icon = "hourglass" if progress.pause else "loader-circle"
        return RunView(_under_way(progress), "info", icon, (), share, can_try_again=False)
    left = progress.left
    kind, icon = _ending(progress)
    lines = tuple(_line(row) for row in left)
    return RunView(_ended(progress), kind, icon, lines, share, can_try_again=bool(left))


def row_reason(row: RunRow) -> str:
    if row.state in {"done", "waiting", "sending"}:
        return ""
    if row.state == "not_tried":
        return _("Not tried.")
    if row.error is None:
        return _("It is not known whether this was done.")
    return reason(row.error)


def reason(error: AppError) -> str:
    """Returns an error's text in one line, naming concurrent changes."""
    if isinstance(error, SubUserChangedError):
        return sentences((*change_lines(error), _("Nothing was sent.")))
    return present_error(error).text


def _line(row: RunRow) -> RunLine:
    if row.line is not None:
        text, number = _("Line {number}, {label}: {reason}"), row.line
    else:
        text, number = _("Row {number}, {label}: {reason}"), row.number
    text = text.format(number=units.number(number), label=row.label, reason=row_reason(row))
    return RunLine(text, "" if row.state == "not_tried" else service_words(row.error))


def _under_way(progress: RunProgress) -> str:
    if progress.stopping:
        return _("Stopping: requests under way are completed first.")
    if progress.pause is not None:
        return _("The service asks for a pause: continuing in {time}. {done} of {total} done.").format(
            time=units.pause(progress.pause),
            done=units.number(progress.done),
            total=units.number(progress.total),
        )
    return count_text(progress)


def count_text(progress: RunProgress) -> str:
    """Returns how much of a run is done: 'Setting caps: 12 of 50'."""
    texts: dict[RunKind, str] = {
        "cap": _("Setting caps: {n} of {total}"),
        "enable": _("Enabling: {n} of {total}"),
        "disable": _("Disabling: {n} of {total}"),
        "new_passwords": _("Generating passwords: {n} of {total}"),
        "delete": _("Deleting: {n} of {total}"),
        "create": _("Adding: {n} of {total}"),
    }
    return texts[progress.kind].format(n=units.number(progress.tried), total=units.number(progress.total))


def _ended(progress: RunProgress) -> str:
    parts = [_done_text(progress.kind, progress.done)] if progress.done or not progress.left else []
    failed, unclear, not_tried = progress.failed, progress.unclear, progress.not_tried
    for count, text in (
        (failed, ngettext("{n} failed.", "{n} failed.", failed)),
        (unclear, ngettext("{n} is unclear.", "{n} are unclear.", unclear)),
        (not_tried, ngettext("{n} was not tried.", "{n} were not tried.", not_tried)),
    ):
        if count:
            parts.append(text.format(n=units.number(count)))
    if progress.ended_by is not None:
        parts.append(reason(progress.ended_by))
    return sentences(parts)


def _done_text(kind: RunKind, n: int) -> str:
    texts: dict[RunKind, str] = {
        "cap": ngettext("Cap set for {n} sub-user.", "Cap set for {n} sub-users.", n),
        "enable": ngettext("{n} sub-user enabled.", "{n} sub-users enabled.", n),
        "disable": ngettext("{n} sub-user disabled.", "{n} sub-users disabled.", n),
        "new_passwords": ngettext(
            "New password made for {n} sub-user.", "New passwords made for {n} sub-users.", n
        ),
        "delete": ngettext("{n} sub-user deleted.", "{n} sub-users deleted.", n),
        "create": ngettext("{n} sub-user added.", "{n} sub-users added.", n),
    }
    return texts[kind].format(n=units.number(n))


def _ending(progress: RunProgress) -> tuple[Kind, str]:
    if not progress.left:
        return "success", "circle-check"
    return ("warning", "triangle-alert") if progress.done else ("danger", "circle-x")


def present_import(preview: ImportPreview) -> ImportView:
    rows = tuple(_import_row(row) for row in preview.rows)
    ignored = _("Columns that are not imported: {columns}.").format(columns=listed(preview.ignored))
    return ImportView(
        rows,
        _import_summary(preview),
        can_import=preview.valid_count > 0,
        ignored=ignored if preview.ignored else "",
    )


def problem_text(code: str) -> str:
    texts = {
        "too_many_cells": _("This row has more cells than there are columns."),
        "limit_reached": _("There is no room left: the subscription has reached its limit."),
        "label_in_file": _("This label occurs more than once in the file."),
        "label_exists": _("There is already a sub-user with this label."),
    }
    field, _underscore, reason = code.partition("_")
    return texts.get(code) or field_error_text(field, reason)


def _import_row(row: ImportRow) -> ImportRowView:
    number = _("Line {n}").format(n=units.number(row.number))
    password = PASSWORD_MASK if row.has_password else _("Generated by the service")
    cap = _import_cap(row)
    notes = tuple(problem_text(code) for code in (*row.problems, *row.warnings))
    state = _("will be added") if row.ok else _("left out")
    return ImportRowView(
        number=number,
        label=row.label,
        password=password,
        cap=cap,
        ok=row.ok,
        notes=notes,
        accessible_text=listed((number, row.label, cap, state, *notes)),
    )


def _import_cap(row: ImportRow) -> str:
    if row.traffic_cap_bytes is not None:
        return cap_in_words(row.traffic_cap_bytes)
    return row.cap if any(code.startswith("cap_") for code in row.problems) else _("No cap")


def _import_summary(preview: ImportPreview) -> str:
    valid_count, left_out = preview.valid_count, preview.left_out
    parts = [
        ngettext("{n} sub-user will be added.", "{n} sub-users will be added.", valid_count).format(
            n=units.number(valid_count)
        )
    ]
    if left_out:
        text = ngettext("{n} row is left out.", "{n} rows are left out.", left_out)
        parts.append(text.format(n=units.number(left_out)))
    return sentences(parts)
