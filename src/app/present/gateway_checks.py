"""Runs of checks as shown: the rows of their table, and their progress. No secrets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from app.i18n import units
from app.i18n.texts import _, listed, ngettext, pgettext
from app.models.gateway_checks import CHECK_LIMIT, CHECK_PAUSE
from app.present.statuses import BadgeView

if TYPE_CHECKING:
    from app.models.gateway_checks import CheckProgress, CheckRow, GatewayResult, Outcome
    from app.present.statuses import Kind

_LOGIN_REFUSED: Final = 407
_MS: Final = timedelta(milliseconds=1)
_OUTCOMES: Final[tuple[Outcome, ...]] = ("works", "refused", "unreachable")
_USUAL_SECONDS: Final = 1.3
"""The time that a check and the pause before it usually take."""


class ResultView(NamedTuple):
    """The result in a row: an icon and a word in a color, and why it is so."""

    icon: str
    text: str
    color: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CheckRowView:
    """A row of the table.

    Attributes:
        name: Untrusted text; says so if the sub-user is disabled.
        latency: '212 ms', '–' where nothing came through, empty before the check has ended.
        latency_share: Of the slowest one, 0 to 1; None without a latency.
        when: The local time, '14:20:07'; `when_full` is the tooltip.
    """

    name: str
    username: str
    is_checking: bool
    is_waiting: bool
    result: ResultView
    latency: str
    latency_share: float | None
    when: str
    when_full: str
    accessible_text: str


@dataclass(frozen=True, slots=True)
class CheckRunView:
    """The progress of a run.

    Attributes:
        text: '8 of 12 checked'.
        summary: The text and the counts, to be announced.
        counts: '6 work', '1 refused', '1 unreachable'; those of none are left out.
        warning: What keeps all checks from arriving; empty if nothing does.
        action: The text of the button: 'Stop', 'Continue', 'Check again'; `action_icon` is its icon.
    """

    text: str
    summary: str
    counts: tuple[BadgeView, ...]
    warning: str
    action: str
    action_icon: str


def present_check_row(row: CheckRow, slowest: timedelta) -> CheckRowView:
    """`slowest` is the longest latency of the run."""
    name = _("{name} (disabled)").format(name=row.name) if row.is_disabled else row.name
    result, latency = _result(row), row.latency
    latency_text = "" if row.result is None else "–"
    if latency is not None:
        latency_text = _("{n} ms").format(n=units.number(round(latency / _MS)))
    when = units.clock_time(row.at, seconds=True) if row.at is not None else ""
    return CheckRowView(
        name=name,
        username=row.username,
        is_checking=row.state == "checking",
        is_waiting=row.state == "waiting",
        result=result,
        latency=latency_text,
        latency_share=None if latency is None else latency / max(slowest, latency),
        when=when,
        when_full=units.full_moment(row.at) if row.at is not None else "",
        accessible_text=listed((name, result.text, result.detail, latency_text.strip("–"), when)),
    )


def present_check_run(progress: CheckProgress) -> CheckRunView:
    done, total = progress.done, progress.total
    text = _("{n} of {m} checked").format(n=units.number(done), m=units.number(total))
    counts = tuple(badge for badge in map(partial(_count, progress), _OUTCOMES) if badge is not None)
    warning = ""
    if progress.last is not None and progress.last.fault == "no_route":
        warning = _("No way to the gateway from this computer. Is it online? The rest fails the same way.")
    action = (
        (pgettext("a run of checks", "Check again"), "refresh-cw")
        if done == total
        else (_("Continue"), "plug-zap")
    )
    if progress.is_running:
        action = (_("Stop"), "circle-stop")
    summary = listed((text, *(badge.text for badge in counts)))
    return CheckRunView(text, summary, counts, warning, *action)


def pause_text() -> str:
    return _("{n} s pause between").format(n=units.number(round(CHECK_PAUSE.total_seconds())))


def sticky_checks_title(subscription: str, count: int, minutes: int) -> str:
    """Returns 'Price watch EU · 12 sticky sessions of 10 min · HTTP'; `subscription` is untrusted text."""
    sessions = ngettext("{n} sticky session of {minutes} min", "{n} sticky sessions of {minutes} min", count)
    return _("{label} · {checked} · HTTP").format(
        label=subscription, checked=sessions.format(n=units.number(count), minutes=minutes)
    )


def sub_user_checks_title(subscription: str, count: int) -> str:
    """Returns 'Price watch EU · 4 sub-users · HTTP'; `subscription` is untrusted text."""
    sub_users = ngettext("{n} sub-user", "{n} sub-users", count).format(n=units.number(count))
    return _("{label} · {checked} · HTTP").format(label=subscription, checked=sub_users)


def checks_question(count: int) -> str:
    """Returns what many checks need, for a confirmation."""
    text = ngettext(
        "This makes {n} check and takes about {time}. Each uses a little paid traffic.",
        "This makes {n} checks and takes about {time}. Each uses a little paid traffic.",
        count,
    )
    time = units.rough_duration(timedelta(seconds=_USUAL_SECONDS * count))
    return text.format(n=units.number(count), time=time)


def _result(row: CheckRow) -> ResultView:
    if row.result is None:
        if row.state == "checking":
            return ResultView("loader-circle", _("Checking…"), "info")
        return ResultView("clock", pgettext("state of a check", "Waiting"), "muted")
    match row.result.outcome:
        case "works":
            return ResultView("circle-check", pgettext("result of a check", "Works"), "success")
        case "refused":
            text = pgettext("result of a check", "Refused")
            return ResultView("circle-x", text, "danger", _reason(row.result))
        case _:
            text = pgettext("result of a check", "Unreachable")
            return ResultView("wifi-off", text, "warning", _reason(row.result))


def _reason(result: GatewayResult) -> str:
    if result.status == _LOGIN_REFUSED:
        return _("login not accepted ({status})").format(status=result.status)
    if result.status is not None:
        return _("status {status}").format(status=result.status)
    match result.fault:
        case "timed_out":
            return _("no answer in {n} s").format(n=units.number(round(CHECK_LIMIT.total_seconds())))
        case "no_route":
            return _("no way to the gateway")
        case _:
            return _("no connection")


def _count(progress: CheckProgress, outcome: Outcome) -> BadgeView | None:
    n = progress.count(outcome)
    if not n:
        return None
    kinds: dict[Outcome, tuple[Kind, str, str]] = {
        "works": ("success", ngettext("{n} works", "{n} work", n), "circle-check"),
        "refused": ("danger", ngettext("{n} refused", "{n} refused", n), "circle-x"),
        "unreachable": ("warning", ngettext("{n} unreachable", "{n} unreachable", n), "wifi-off"),
    }
    kind, text, icon = kinds[outcome]
    return BadgeView(kind, text.format(n=units.number(n)), icon)
