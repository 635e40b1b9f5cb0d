"""All accounts as shown: a row for each, and what needs attention."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from app.i18n import units
from app.i18n.texts import _, listed, ngettext, pgettext
from app.models.overviews import AccountProblem
from app.models.topups import EXPIRED
from app.present.connections import ConnectionView
from app.present.statuses import BadgeView, bar_kind, present_badge, used_share
from app.rules.overviews import (
    ATTENTION_DAYS,
    Attention,
    Reason,
    attention_of,
    first_to_run_out,
    next_to_end,
    running,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.models.overviews import AccountOverview
    from app.models.topups import TopUp
    from app.present.statuses import BarKind
    from app.services.accounts.known import Account

Action = Literal["prepare", "retry", "key", "open"]
Tone = Literal["strong", "text", "muted", "warning"]

_MAX_TOPUPS: Final = 2
_MAX_REASONS: Final = 3
_DAY: Final = timedelta(days=1)
_YEAR_DAYS: Final = 365


class FactView(NamedTuple):
    """A fact and, below it, which subscription it is about, or how old it is; untrusted text."""

    text: str
    note: str = ""
    tone: Tone = "muted"


class TrafficView(NamedTuple):
    """Traffic of all active subscriptions together.

    Attributes:
        left: '26.5 GB left'.
        used: '123.5 of 150 GB'; empty without a subscription, then there is no bar.
    """

    left: str
    used: str = ""
    share: float = 0.0
    bar: BarKind = "normal"
    note: str = ""


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account's row.

    Attributes:
        name: Untrusted text, as is the service.
        state: What is wrong; None where nothing is, and `updated` says how old the data is.
        topups: The most urgent ones, each with its amount and status.
        topups_note: What is below them, or in their place: '+ 3 more', 'None'.
        is_current: Whether the row shows what the service reports now; else it is muted.
        action: What the row's button does.
        subject_id: Of the subscription that a top-up is prepared for, or of the top-up to open.
        attention: Why the account needs attention; None if it doesn't.
    """

    id: str
    name: str
    service: str
    color: str
    tag: str
    state: BadgeView | None
    updated: str
    topups: tuple[tuple[str, BadgeView], ...]
    topups_note: str
    traffic: TrafficView
    pace: FactView
    ends: FactView
    is_current: bool
    action: Action
    action_text: str
    subject_id: str
    attention: Attention | None
    accessible_text: str
    is_primary: bool = False


class AttentionView(NamedTuple):
    """How many accounts need attention, and why; `kind` is 'success' where none does."""

    kind: Literal["warning", "success"]
    title: str
    reasons: str = ""


def headings() -> tuple[str, str, str, str, str]:
    return _("Account"), _("Open top-ups"), _("Traffic left"), _("At this pace"), _("Ends soon")


def present_account(account: Account, overview: AccountOverview, now: datetime) -> AccountRow:
    """Returns the row of an account; `now` is this computer's time."""
    attention = attention_of(overview)
    state, updated = _state(overview, now)
    shown = overview.topups[:_MAX_TOPUPS]
    topups = tuple(_topup(topup, overview) for topup in shown)
    note = _topups_note(overview, shown)
    traffic, pace, ends = _traffic(overview, now), _pace(overview, now), _ends(overview)
    action = _action(account, overview, attention)
    tag = _("Demo") if account.is_demo else ""
    _account, topups_title, traffic_title, pace_title, ends_title = headings()
    shown_topups = [f"{amount} {badge.text}" for amount, badge in topups]
    accessible_text = [account.name, tag, account.service_beside_name, state.text if state else updated]
    for title, texts in (
        (topups_title, [*shown_topups, note]),
        (traffic_title, [traffic.left, traffic.used, traffic.note]),
        (pace_title, [pace.text, pace.note]),
        (ends_title, [ends.text, ends.note]),
    ):
        accessible_text.append(_("{name}: {value}").format(name=title, value=listed(texts)))
    return AccountRow(
        id=account.id,
        name=account.name,
        service=account.service_beside_name,
        color=account.color,
        tag=tag,
        state=state,
        updated=updated,
        topups=topups,
        topups_note=note,
        traffic=traffic,
        pace=pace,
        ends=ends,
        is_current=overview.is_current,
        action=action,
        action_text=_action_text(action),
        subject_id=attention.subject_id if attention else "",
        attention=attention,
        accessible_text=listed(accessible_text),
    )


def most_urgent(rows: Sequence[AccountRow]) -> str:
    """Returns the id of the account whose button is the primary one; empty if none needs attention."""
    urgent = [row for row in rows if row.attention is not None]
    first = min(urgent, key=lambda row: row.attention.urgency if row.attention else 0, default=None)
    return first.id if first else ""


def present_attention(rows: Sequence[AccountRow]) -> AttentionView:
    urgent = [(row.attention, row.name) for row in rows if row.attention is not None]
    if not urgent:
        return AttentionView("success", _("Nothing needs attention"))
    title = ngettext(
        "{n} of {m} accounts needs attention", "{n} of {m} accounts need attention", len(urgent)
    ).format(n=len(urgent), m=len(rows))
    if len(rows) == 1:
        title = _("This account needs attention")
    urgent.sort(key=lambda pair: pair[0].urgency)
    reasons = [_reason_text(attention, name) for attention, name in urgent[:_MAX_REASONS]]
    return AttentionView("warning", title, "  ·  ".join(reasons))


def present_all_connections(
    overviews: Sequence[AccountOverview], now: datetime, *, is_refreshing: bool
) -> ConnectionView:
    """Returns the connection status of all accounts together, for the status bar."""
    current = [one.as_of for one in overviews if one.is_current and one.as_of is not None]
    if len(current) == len(overviews) and current:
        age = units.ago(min(current), now)
        return ConnectionView("success", _("Connected · updated {age}").format(age=age))
    if is_refreshing and all(one.problem is None for one in overviews):
        return ConnectionView("neutral", _("Connecting…"))
    text = _("{n} of {m} connected").format(n=len(current), m=len(overviews))
    return ConnectionView("warning" if current else "danger", text)


def _state(overview: AccountOverview, now: datetime) -> tuple[BadgeView | None, str]:
    """Returns what is wrong, or else how old the data is."""
    as_of, problem = overview.as_of, overview.problem
    if problem is not None:
        return _problem(overview, problem, now), ""
    if overview.is_current and as_of is not None:
        return None, _("Updated {age}").format(age=units.ago(as_of, now))
    return None, _("Connecting…")


def _problem(overview: AccountOverview, problem: AccountProblem, now: datetime) -> BadgeView:
    if overview.refused_at is not None:
        refused_at = units.day_and_time(overview.refused_at, now)
        return BadgeView("danger", _("Key refused at {time}").format(time=refused_at), "key")
    problems = AccountProblem
    badges = {
        problems.OFFLINE: BadgeView("neutral", listed((_("Offline"), _age(overview, now))), "wifi-off"),
        problems.KEY_NEEDED: BadgeView("warning", _("Key needed"), "key"),
        problems.KEYRING_LOCKED: BadgeView("warning", _("Keyring locked"), "lock"),
        problems.RATE_LIMITED: BadgeView("warning", _("Asked to wait"), "hourglass"),
        problems.FAILING: BadgeView("danger", _("Service problem"), "triangle-alert"),
        problems.OTHER_SERVICE: BadgeView("danger", _("Unexpected response"), "triangle-alert"),
    }
    return badges[problem]


def _topup(topup: TopUp, overview: AccountOverview) -> tuple[str, BadgeView]:
    progress = (topup.confirmations, topup.confirmations_required)
    is_confirmed = topup.id not in overview.unconfirmed
    return units.usd(topup.amount_usd), present_badge(topup.status, progress, is_confirmed=is_confirmed)


def _topups_note(overview: AccountOverview, shown: Sequence[TopUp]) -> str:
    if not shown:
        return pgettext("top-ups", "None") if overview.subscriptions is not None else _("Not known yet")
    more = len(overview.topups) - len(shown)
    if more:
        return ngettext("+ {n} more", "+ {n} more", more).format(n=more)
    if shown[-1].status == EXPIRED:
        day = units.day(shown[-1].txid_deadline, overview.now)
        return _("can be reported until {day}").format(day=day)
    return ""


def _traffic(overview: AccountOverview, now: datetime) -> TrafficView:
    subscriptions = running(overview)
    if not subscriptions:
        none = pgettext("traffic", "None")
        return TrafficView(none if overview.subscriptions is not None else _("Not known yet"))
    used = sum(one.used_bytes for one in subscriptions)
    total = sum(one.total_bytes for one in subscriptions)
    left = sum(max(0, one.remaining_bytes) for one in subscriptions)
    share = used_share(used, total)
    note = ngettext("{n} subscription", "{n} subscriptions", len(subscriptions)).format(n=len(subscriptions))
    return TrafficView(
        units.data_left(left),
        units.used_of(used, total),
        share,
        bar_kind(share),
        listed((note, _age(overview, now))),
    )


def _pace(overview: AccountOverview, now: datetime) -> FactView:
    subscriptions = running(overview)
    found = first_to_run_out(subscriptions, overview.now)
    if found is None:
        if any(one.days_left is not None for one in subscriptions):
            return FactView(_("Enough"), _age(overview, now))
        is_unknown = subscriptions or overview.subscriptions is None
        return FactView(_("Not known yet") if is_unknown else pgettext("traffic", "None"))
    first, days = found
    if first.remaining_bytes <= 0:
        text = _("Used up")
    elif days == 0:
        text = _("Less than a day")
    elif days > _YEAR_DAYS:
        text = _("Over a year")
    else:
        text = ngettext("About {n} day", "About {n} days", days).format(n=days)
    if not overview.is_current:
        return FactView(text, _age(overview, now))
    tone: Tone = "warning" if days <= ATTENTION_DAYS else "strong"
    return FactView(text, _("'{name}' first").format(name=first.name), tone)


def _ends(overview: AccountOverview) -> FactView:
    subscriptions = running(overview)
    found = next_to_end(subscriptions, overview.now)
    if found is None or found[0].ends_at is None:
        is_unknown = overview.subscriptions is None or any(one.is_end_unreadable for one in subscriptions)
        return FactView(_("Not known yet") if is_unknown else pgettext("subscriptions", "None"))
    first, days = found
    left = found[0].ends_at - overview.now
    if left < _DAY:
        text = _("In {time}").format(time=units.rough_duration(left))
    else:
        text = ngettext("In {n} day", "In {n} days", days).format(n=days)
    day = units.day(found[0].ends_at, overview.now)
    note = _("'{name}', {day}").format(name=first.name, day=day)
    return FactView(text, note, "warning" if days <= ATTENTION_DAYS else "text")


def _age(overview: AccountOverview, now: datetime) -> str:
    is_known = overview.as_of is not None and not overview.is_current
    return units.as_of(overview.as_of, now) if is_known and overview.as_of else ""


def _action(account: Account, overview: AccountOverview, attention: Attention | None) -> Action:
    if overview.problem in {
        AccountProblem.KEY_REFUSED,
        AccountProblem.KEY_NEEDED,
        AccountProblem.KEYRING_LOCKED,
    }:
        # The key of the environment's account can't be changed here.
        return "key" if account.color else "open"
    if overview.problem is not None:
        return "retry"
    if attention is not None and attention.reason in {Reason.RUNS_OUT, Reason.ENDS}:
        return "prepare"
    return "open"


def _action_text(action: Action) -> str:
    texts = {
        "prepare": _("Prepare a top-up"),
        "retry": _("Try now"),
        "key": _("Enter key…"),
        "open": _("Open"),
    }
    return texts[action]


def _reason_text(attention: Attention, account: str) -> str:
    name, days = attention.name, attention.days
    match attention.reason:
        case Reason.RUNS_OUT:
            text = ngettext(
                "'{name}' in {account} runs out in about {n} day",
                "'{name}' in {account} runs out in about {n} days",
                days,
            )
            if days == 0:
                text = _("'{name}' in {account} runs out today, or has run out")
        case Reason.ENDS:
            text = ngettext(
                "'{name}' in {account} ends in {n} day", "'{name}' in {account} ends in {n} days", days
            )
            if days == 0:
                text = _("'{name}' in {account} ends within a day")
        case Reason.TOPUP_EXPIRES:
            text = _("A top-up in {account} is about to expire")
        case Reason.TOPUP_NOT_CONFIRMED:
            text = _("The service does not confirm a top-up in {account}")
        case Reason.TOPUP_REJECTED:
            text = _("A top-up in {account} was rejected")
        case Reason.UNREACHABLE:
            text = _("{account} can't be reached")
        case Reason.FAILING:
            text = _("The service of {account} does not work properly")
        case _:
            text = _("{account} needs its key")
    return text.format(name=name, account=account, n=days)
