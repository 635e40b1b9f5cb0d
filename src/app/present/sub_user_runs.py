"""Progress and results of bulk runs in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n import units
from app.i18n.texts import _, ngettext
from app.models.sub_user_changes import SubUserChangedError
from app.present.errors import present_error
from app.present.sub_user_views import RunView
from app.present.sub_users import change_lines

if TYPE_CHECKING:
    from app.errors import AppError
    from app.models.sub_user_runs import RunKind, RunProgress, RunRow
    from app.present.topup_views import Kind


def present_run(progress: RunProgress) -> RunView:
    """Returns how far a run is, or how it ended."""
    share = progress.settled / progress.total if progress.total else 1.0
    if not progress.finished:
        can_stop = not progress.stopping
        icon = "hourglass" if progress.pause else "loader-circle"
        return RunView(_under_way(progress), "info", icon, (), share, can_stop, can_try_again=False)
    left = progress.left
    kind, icon = _ending(progress)
    lines = tuple(_line(row) for row in left)
    return RunView(_ended(progress), kind, icon, lines, share, can_stop=False, can_try_again=bool(left))


def row_reason(row: RunRow) -> str:
    """Returns why a row is not done; empty when it is, or while it waits."""
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
        return " ".join((*change_lines(error), _("Nothing was sent.")))
    return present_error(error).text


def _line(row: RunRow) -> str:
    if row.line is not None:
        text, number = _("Line {number}, {label}: {reason}"), row.line
    else:
        text, number = _("Row {number}, {label}: {reason}"), row.number
    return text.format(number=units.number(number), label=row.label, reason=row_reason(row))


def _under_way(progress: RunProgress) -> str:
    if progress.stopping:
        return _("Stopping: requests under way are completed first.")
    if progress.pause is not None:
        return _("The service asks for a pause: continuing in {time}. {done} of {total} done.").format(
            time=units.pause(progress.pause), done=progress.done, total=progress.total
        )
    return _under_way_texts()[progress.kind].format(n=progress.settled, total=progress.total)


def _under_way_texts() -> dict[RunKind, str]:
    return {
        "cap": _("Setting caps: {n} of {total}"),
        "enable": _("Enabling: {n} of {total}"),
        "disable": _("Disabling: {n} of {total}"),
        "new_passwords": _("Generating passwords: {n} of {total}"),
        "delete": _("Deleting: {n} of {total}"),
        "create": _("Adding: {n} of {total}"),
    }


def _ended(progress: RunProgress) -> str:
    sentences = [_done_text(progress.kind, progress.done)] if progress.done or not progress.left else []
    if progress.failed:
        text = ngettext("{n} failed.", "{n} failed.", progress.failed)
        sentences.append(text.format(n=progress.failed))
    if progress.unclear:
        text = ngettext("{n} is unclear.", "{n} are unclear.", progress.unclear)
        sentences.append(text.format(n=progress.unclear))
    if progress.not_tried:
        text = ngettext("{n} was not tried.", "{n} were not tried.", progress.not_tried)
        sentences.append(text.format(n=progress.not_tried))
    if progress.ended_by is not None:
        sentences.append(reason(progress.ended_by))
    return " ".join(sentences)


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
    return texts[kind].format(n=n)


def _ending(progress: RunProgress) -> tuple[Kind, str]:
    if not progress.left:
        return "success", "circle-check"
    return ("warning", "triangle-alert") if progress.done else ("danger", "circle-x")
