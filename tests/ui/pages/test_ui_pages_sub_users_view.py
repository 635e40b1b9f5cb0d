"""Sub-users in words: rows, counts, questions, runs and files to import."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from app.errors import (
    ConflictError,
    InvalidInputError,
    ServiceFaultError,
    UnknownOutcomeError,
    UnreachableError,
)
from app.i18n.texts import ENGLISH, use_language
from app.models.sub_users import FieldChange, RunProgress, RunRow, SubUser, SubUserChangedError
from app.models.subscriptions import Subscription
from app.present.bulk_runs import present_import, present_run, row_reason
from app.present.errors import present_error
from app.present.field_errors import field_error_text
from app.present.sub_users import (
    allowance_example,
    bulk_question,
    cap_in_words,
    change_lines,
    count_text,
    full_text,
    password_counter,
    present_sub_user_row,
    subscription_name,
    unambiguous,
)
from app.rules.sub_users.files import read_rows
from app.rules.words import is_found
from support.service_records import sub_user_record, subscription_record

if TYPE_CHECKING:
    from app.models.sub_users import BulkKind, RunKind

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
GB = 10**9


def person(**changes: object) -> SubUser:
    return SubUser.model_validate(sub_user_record(**changes))


@pytest.mark.parametrize(
    ("used", "cap", "text", "share", "bar"),
    [
        (3_200_000_000, 5 * GB, "3.2 / 5 GB", 0.64, "normal"),
        (3_999_999_999, 5 * GB, "3.9 / 5 GB", 0.8, "normal"),
        (4 * GB, 5 * GB, "4 / 5 GB", 0.8, "warning"),
        (4_749_999_999, 5 * GB, "4.7 / 5 GB", 0.95, "warning"),
        (4_750_000_000, 5 * GB, "4.7 / 5 GB", 0.95, "danger"),
        (9 * GB, 5 * GB, "9 / 5 GB", 1.0, "danger"),
        (400_000_000, None, "0.4 GB / no cap", None, "normal"),
        (0, 0, "0 / 0 GB", 1.0, "danger"),
        (0, GB, "0 / 1 GB", 0.0, "normal"),
        (120_000_000, 500_000_000, "120 / 500 MB", 0.24, "normal"),
    ],
)
def test_used_of_cap(used: int, cap: int | None, text: str, share: float | None, bar: str) -> None:
    row = present_sub_user_row(person(trafficUsedBytes=used, trafficLimitBytes=cap), NOW)
    assert (row.used, row.bar) == (text, bar)
    assert row.share == (None if share is None else pytest.approx(share))


def test_a_row_is_shown_whole_and_without_its_password() -> None:
    row = present_sub_user_row(person(createdAt="2026-11-02T09:00:00Z", enabled=False), NOW)
    assert row.accessible_text == "Anna, username u-anna, 0 B used, no cap, disabled, created 2 Nov"
    assert (row.created, row.created_full.endswith("2 Nov 2026, 09:00:00 UTC")) == ("2 Nov", True)
    assert "canary" not in repr(row)
    enabled = present_sub_user_row(person(createdAt="2026-11-02T09:00:00Z"), NOW)
    assert enabled.accessible_text == "Anna, username u-anna, 0 B used, no cap, enabled, created 2 Nov"
    full = present_sub_user_row(person(trafficUsedBytes=3 * GB, trafficLimitBytes=1_234_567_891_000), NOW)
    assert full.used_full == "3.00 GB of 1,234.567891 GB used, under 1\u00a0%"


@pytest.mark.parametrize(
    ("used", "cap", "text"),
    [
        (4_996_000_000, 5 * GB, "4.99 GB of 5 GB used, 99\u00a0%"),
        (5 * GB - 1, 5 * GB, "4.99 GB of 5 GB used, 99\u00a0%"),
        (5 * GB, 5 * GB, "5.00 GB of 5 GB used, 100\u00a0%"),
        (9 * GB, 5 * GB, "9.00 GB of 5 GB used, 100\u00a0%"),
        (29, 100, "29 B of 0.0000001 GB used, 29\u00a0%"),
        (1, 5 * GB, "1 B of 5 GB used, under 1\u00a0%"),
        (0, 5 * GB, "0 B of 5 GB used, 0\u00a0%"),
        (0, 0, "0 B of 0 GB used, 100\u00a0%"),
    ],
)
def test_a_cap_is_full_in_words_only_when_it_is(used: int, cap: int, text: str) -> None:
    row = present_sub_user_row(person(trafficUsedBytes=used, trafficLimitBytes=cap), NOW)
    assert row.used_full == text


def test_one_without_a_label_is_called_by_its_username() -> None:
    assert present_sub_user_row(person(label=""), NOW).label == "u-anna"


def test_the_filter_knows_no_accents_and_looks_in_label_and_username() -> None:
    row = present_sub_user_row(person(label="Łódź Läufer"), NOW)
    assert is_found("lodz", row.search, row.id)
    assert is_found("laufer u-an", row.search, row.id)
    assert is_found("", row.search, row.id)
    assert not is_found("lodz berlin", row.search, row.id)


def test_counts() -> None:
    assert (count_text(9, 50), count_text(1, None), count_text(9, None)) == (
        "9 of 50",
        "1 sub-user",
        "9 sub-users",
    )
    assert full_text(49, 50) == ""
    assert full_text(50, None) == ""
    assert "its maximum of 50 sub-users" in full_text(50, 50)
    assert password_counter(" ab ") == "4 of 64"
    assert (cap_in_words(None), cap_in_words(0), cap_in_words(1_500_000_000)) == ("no cap", "0 GB", "1.5 GB")


def test_a_subscription_is_named_with_its_product() -> None:
    subscription = Subscription.model_validate(subscription_record(label="Price watch EU"))
    without = subscription.model_copy(update={"label": ""})
    product = subscription_name(subscription).removeprefix("Price watch EU · ")
    assert product
    assert subscription_name(without) == f"{subscription.username} · {product}"


def test_names_that_occur_more_than_once_are_followed_by_their_usernames() -> None:
    names, usernames = ["Anna", "Ben", "Anna"], ["u1", "u2", "u3"]
    assert unambiguous(names, usernames) == ["Anna · u1", "Ben", "Anna · u3"]


def test_an_allowance_is_explained_by_one_sub_user() -> None:
    anna = person(trafficUsedBytes=1_500_000_000)
    assert allowance_example(anna, 2 * GB) == "“Anna” has used 1.5 GB: its cap becomes 3.5 GB."


def test_questions_name_one_and_count_many() -> None:
    anna = person()
    title, text = bulk_question("delete", [anna])
    assert (title, text) == ("Delete sub-user", "Delete “Anna”? Its username and password stop working.")
    title, text = bulk_question("delete", [anna] * 3)
    assert (title, text[:20]) == ("Delete sub-users", "Delete 3 sub-users? ")
    title, text = bulk_question("new_passwords", [anna])
    assert (title, text[:32]) == ("New password", "Make a new password for “Anna”? ")
    title, text = bulk_question("new_passwords", [anna] * 3)
    assert (title, text[:36]) == ("New passwords", "Make new passwords for 3 sub-users? ")
    assert bulk_question("delete", [anna] * 8000)[1].startswith("Delete 8,000 sub-users? ")


@pytest.mark.parametrize("kind", ["delete", "new_passwords"])
def test_a_question_about_21_is_none_about_one_in_russian(kind: BulkKind) -> None:
    use_language("ru")
    (one, _text), (many, text) = (bulk_question(kind, [person()] * count) for count in (1, 21))
    use_language(ENGLISH)
    assert one != many
    assert "пароли" in text


def test_what_changed_meanwhile_is_shown_with_old_and_new() -> None:
    changes = (
        FieldChange("label", "Anna", "Berta"),
        FieldChange("trafficLimitBytes", 5 * GB, 0),
        FieldChange("trafficLimitBytes", 5 * GB, None),
        FieldChange("trafficLimitBytes", None, 7 * GB),
        FieldChange("enabled", seen=True, now=False),
        FieldChange("enabled", seen=False, now=True),
        FieldChange("password", None, None),
    )
    error = SubUserChangedError(changes, person())
    assert change_lines(error) == (
        "The label was “Anna” when you last saw it and is now “Berta”.",
        "The cap was 5 GB when you last saw it and is now 0 GB.",
        "The cap was 5 GB when you last saw it, and now there is none.",
        "There was no cap when you last saw it, and now there is one of 7 GB.",
        "It was enabled when you last saw it and is now disabled.",
        "It was disabled when you last saw it and is now enabled.",
        "Its password has changed since you last saw it.",
    )
    assert "nothing was sent" in present_error(error).text


def rows(*states: str) -> tuple[RunRow, ...]:
    lost = UnknownOutcomeError(UnreachableError("reset"), "unknown")
    errors = {"failed": ServiceFaultError(503), "unclear": lost}
    return tuple(
        RunRow(n, f"Worker {n}", seen=person(), state=state, error=errors.get(state))  # type: ignore[arg-type]
        for n, state in enumerate(states, start=1)
    )


def test_a_run_tells_how_far_it_is() -> None:
    under_way = RunProgress("cap", rows("done", "failed", "sending", "waiting"))
    view = present_run(under_way)
    assert (view.text, view.share, view.lines) == ("Setting caps: 2 of 4", 0.5, ())
    assert (view.kind, view.icon, view.can_try_again) == ("info", "loader-circle", False)
    paused = present_run(replace(under_way, pause=timedelta(seconds=42)))
    assert paused.text == "The service asks for a pause: continuing in 42 s. 1 of 4 done."
    assert paused.icon == "hourglass"
    assert "1 h 0 min" in present_run(replace(under_way, pause=timedelta(hours=1))).text
    stopping = present_run(replace(under_way, stopping=True))
    assert stopping.text == "Stopping: requests under way are completed first."


@pytest.mark.parametrize(
    ("kind", "under_way", "done"),
    [
        ("cap", "Setting caps: 2 of 3", "Cap set for 2 sub-users."),
        ("enable", "Enabling: 2 of 3", "2 sub-users enabled."),
        ("disable", "Disabling: 2 of 3", "2 sub-users disabled."),
        ("new_passwords", "Generating passwords: 2 of 3", "New passwords made for 2 sub-users."),
        ("delete", "Deleting: 2 of 3", "2 sub-users deleted."),
        ("create", "Adding: 2 of 3", "2 sub-users added."),
    ],
)
def test_each_kind_of_run_has_words_of_its_own(kind: RunKind, under_way: str, done: str) -> None:
    run = RunProgress(kind, rows("done", "done", "waiting"))
    assert present_run(run).text == under_way
    assert present_run(replace(run, rows=run.rows[:2], finished=True)).text == done


def test_a_run_of_which_nothing_is_done_does_not_say_so() -> None:
    failed = present_run(RunProgress("cap", rows("failed", "failed"), finished=True))
    assert (failed.text, failed.kind, failed.icon) == ("2 failed.", "danger", "circle-x")
    empty = present_run(RunProgress("cap", (), finished=True))
    assert (empty.text, empty.share) == ("Cap set for 0 sub-users.", 1.0)
    assert present_run(RunProgress("cap", rows("unclear", "unclear"), finished=True)).text == "2 are unclear."
    assert present_run(RunProgress("cap", rows("not_tried", "not_tried"), finished=True)).text == (
        "2 were not tried."
    )


def test_the_service_s_words_of_what_is_left_are_details_once_each() -> None:
    refusals = [
        ConflictError(409, "odd", "No more today."),
        ConflictError(409, "odd", "No more today."),
        ConflictError(409, "odd", "Ask us."),
    ]
    left = tuple(
        RunRow(n, f"Worker {n}", seen=person(), state="failed", error=error)
        for n, error in enumerate(refusals, start=1)
    )
    # One that was not tried again has an error of the run before.
    again = RunRow(4, "Worker 4", state="not_tried", error=ConflictError(409, "odd", "Before."))
    view = present_run(RunProgress("cap", (*left, again), finished=True))
    assert [line.details for line in view.lines] == ["No more today.", "No more today.", "Ask us.", ""]
    assert view.details == "No more today. · Ask us."


def test_a_run_that_is_done_is_a_success() -> None:
    view = present_run(RunProgress("cap", rows("done", "done"), finished=True))
    assert (view.text, view.kind, view.lines) == ("Cap set for 2 sub-users.", "success", ())
    assert view.icon == "circle-check"
    assert (view.can_try_again, view.share) == (False, 1.0)
    assert present_run(RunProgress("delete", rows("done"), finished=True)).text == "1 sub-user deleted."
    assert present_run(RunProgress("delete", (), finished=True)).kind == "success"
    many = RunProgress("delete", rows(*["done"] * 1234, *["failed"] * 4321))
    assert present_run(many).text == "Deleting: 5,555 of 5,555"
    assert present_run(replace(many, finished=True)).text == "1,234 sub-users deleted. 4,321 failed."


def test_a_run_names_every_row_that_is_left() -> None:
    ending = RunProgress("create", rows("done", "failed", "unclear", "not_tried"), finished=True)
    view = present_run(replace(ending, ended_by=ConflictError(409, "sub_user_limit")))
    assert view.text == (
        "1 sub-user added. 1 failed. 1 is unclear. 1 was not tried. "
        "This subscription has reached its maximum number of sub-users. Delete one to add another."
    )
    assert (view.kind, view.icon, view.can_try_again) == ("warning", "triangle-alert", True)
    texts = [line.text for line in view.lines]
    assert texts[0].startswith("Row 2, Worker 2: The service has an internal problem.")
    assert "it is not known whether" in texts[1]
    assert texts[2] == "Row 4, Worker 4: Not tried."
    assert present_run(RunProgress("create", rows("failed"), finished=True)).kind == "danger"


def test_a_row_of_a_file_is_named_by_its_line() -> None:
    rows = (
        RunRow(1, "Anna", state="done", sub_user=person(), line=2),
        RunRow(2, "Ben", state="not_tried", line=17),
    )
    view = present_run(RunProgress("create", rows, finished=True))
    assert [line.text for line in view.lines] == ["Line 17, Ben: Not tried."]


def test_a_row_s_reason_names_what_another_window_changed() -> None:
    error = SubUserChangedError((FieldChange("trafficLimitBytes", 0, GB),), person())
    row = RunRow(1, "Anna", seen=person(), state="failed", error=error)
    assert row_reason(row) == "The cap was 0 GB when you last saw it and is now 1 GB. Nothing was sent."
    assert [row_reason(replace(row, state=state)) for state in ("done", "waiting", "sending")] == [""] * 3
    assert row_reason(replace(row, state="unclear", error=None)) == "It is not known whether this was done."


def test_a_lost_answer_says_what_is_known() -> None:
    lost = UnreachableError("reset by peer")
    assert "does not show the change" in present_error(UnknownOutcomeError(lost, "not_seen")).text
    assert "not known whether" in present_error(UnknownOutcomeError(lost, "unknown")).text
    assert present_error(UnknownOutcomeError(lost, "unknown")).details == "reset by peer"


def test_a_file_is_previewed_with_every_bad_row_named() -> None:
    text = "label,password,cap\nAnna,canary,5\n,x,\nBen,,much\nAnna,,0\nCleo,,\n"
    preview = read_rows(text.encode(), existing=("Anna",), remaining=2)
    view = present_import(preview)
    assert view.summary == "2 sub-users will be added. 3 rows are left out."
    assert [(row.number, row.cap, row.ok) for row in view.rows] == [
        ("Line 2", "5 GB", True),
        ("Line 3", "No cap", False),
        ("Line 4", "much", False),
        ("Line 5", "0 GB", True),
        ("Line 6", "No cap", False),
    ]
    assert view.rows[0].password == "••••••••"
    assert view.rows[4].password == "Generated by the service"
    assert view.rows[0].notes == (
        "This label occurs more than once in the file.",
        "There is already a sub-user with this label.",
    )
    assert view.rows[1].notes == ("Enter a label.",)
    assert view.rows[2].accessible_text.startswith("Line 4, Ben, much, left out, Enter a cap in GB")
    assert view.rows[4].notes == ("There is no room left: the subscription has reached its limit.",)
    assert "canary" not in repr(view)
    assert view.can_import
    assert view.rows[3].accessible_text.startswith("Line 5, Anna, 0 GB, will be added, ")
    assert view.ignored == ""
    other = present_import(read_rows(b"id,label,username\n1,Anna,a\n2,,b,x\n", existing=(), remaining=None))
    assert other.ignored == "Columns that are not imported: id, username."
    assert other.summary == "1 sub-user will be added. 1 row is left out."
    assert other.can_import
    assert other.rows[1].notes[0] == "This row has more cells than there are columns."
    refused = present_import(read_rows(b"Anna,,much\nBen,,\n", existing=("Anna",), remaining=None))
    assert refused.summary == "1 sub-user will be added. 1 row is left out."
    assert [note[:16] for note in refused.rows[0].notes] == ["Enter a cap in G", "There is already"]
    assert present_import(read_rows(b"Ben\n", existing=(), remaining=None)).summary == (
        "1 sub-user will be added."
    )
    assert not present_import(read_rows(b",x\n", existing=(), remaining=None)).can_import


@pytest.mark.parametrize(
    ("field", "codes"),
    [
        ("label", ("required", "too_long")),
        ("password", ("too_long", "invisible")),
        ("cap", ("required", "invalid", "negative", "decimals", "too_large")),
        ("file", ("unreadable", "too_large", "not_utf8", "broken_quotes", "empty")),
        ("file", ("too_many_rows", "no_label_column", "column_twice")),
        ("trafficLimitBytes", ("too_large",)),
    ],
)
def test_every_refusal_has_words_of_its_own(field: str, codes: tuple[str, ...]) -> None:
    texts = {present_error(InvalidInputError(field, code)).text for code in codes}
    assert len(texts) == len(codes)
    assert field_error_text("nonsense", "x") not in texts
