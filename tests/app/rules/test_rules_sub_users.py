"""Drafts, edits and exports of sub-users."""

from __future__ import annotations

import csv
import io
import json

import pytest

from app.errors import InvalidInputError
from app.models.sub_users import FieldChange, SubUser, SubUserChange, SubUserDraft
from app.rules.sub_users.changes import check_change, check_draft, created_since, still_to_do, unseen_changes
from app.rules.sub_users.files import export_text, read_rows
from support.service_records import sub_user_record


def person(**changes: object) -> SubUser:
    return SubUser.model_validate(sub_user_record(**changes))


def test_a_draft_is_trimmed_and_an_empty_password_is_left_to_the_service() -> None:
    assert check_draft(SubUserDraft("  Anna ", "", 0)) == SubUserDraft("Anna", None, 0)
    longest = SubUserDraft("\U0001f600" * 60, "\u00fc" * 64, 2**63 - 1)
    assert check_draft(longest) == longest
    assert check_draft(SubUserDraft("A", " p@s:s/w#r?d ")).password == " p@s:s/w#r?d "


@pytest.mark.parametrize(
    ("draft", "field", "code"),
    [
        (SubUserDraft(" "), "label", "required"),
        (SubUserDraft("x" * 61), "label", "too_long"),
        (SubUserDraft("x", "p" * 65), "password", "too_long"),
        (SubUserDraft("x", "a\nb"), "password", "invisible"),
        (SubUserDraft("x", "a\u200bb"), "password", "invisible"),
        (SubUserDraft("x", None, -1), "cap", "negative"),
        (SubUserDraft("x", None, 2**63), "cap", "too_large"),
    ],
)
def test_what_the_interface_does_not_take_is_not_sent(draft: SubUserDraft, field: str, code: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_draft(draft)
    assert (caught.value.field, caught.value.code) == (field, code)


def test_a_change_is_checked_as_far_as_it_goes() -> None:
    assert check_change(SubUserChange(label=" B ")).label == "B"
    assert check_change(SubUserChange(traffic_cap_bytes=None)) == SubUserChange(traffic_cap_bytes=None)
    with pytest.raises(InvalidInputError):
        check_change(SubUserChange(label=""))
    with pytest.raises(InvalidInputError):
        check_change(SubUserChange(traffic_cap_bytes=-1))


def test_only_what_is_about_to_be_changed_counts_as_changed_unseen() -> None:
    seen = person(trafficLimitBytes=5)
    now = person(trafficLimitBytes=7, label="Berta", enabled=False)
    assert unseen_changes(seen, now, SubUserChange(traffic_cap_bytes=9)) == (
        FieldChange("trafficLimitBytes", 5, 7),
    )
    assert unseen_changes(seen, now, SubUserChange(label="Cleo", enabled=True)) == (
        FieldChange("label", "Anna", "Berta"),
        FieldChange("enabled", seen=True, now=False),
    )
    # Both wanted the same: nothing is lost.
    assert unseen_changes(seen, now, SubUserChange(traffic_cap_bytes=7, enabled=False)) == ()


def test_zero_and_none_are_different_caps() -> None:
    seen, now = person(trafficLimitBytes=0), person(trafficLimitBytes=None)
    assert unseen_changes(seen, now, SubUserChange(traffic_cap_bytes=3)) == (
        FieldChange("trafficLimitBytes", 0, None),
    )
    assert still_to_do(now, SubUserChange(traffic_cap_bytes=0)) == SubUserChange(traffic_cap_bytes=0)
    assert still_to_do(now, SubUserChange(traffic_cap_bytes=None)) is None
    assert still_to_do(seen, SubUserChange(traffic_cap_bytes=None, enabled=True)) == SubUserChange(
        traffic_cap_bytes=None
    )


def test_a_new_one_is_known_by_all_that_was_asked_for() -> None:
    old, new = person(id="su_1"), person(id="su_2", trafficLimitBytes=0)
    items, known = (old, new), frozenset({"su_1"})
    assert created_since(items, known, SubUserDraft("Anna", None, 0)) == (new,)
    assert created_since(items, known, SubUserDraft("Anna", "sub-password-canary", 0)) == (new,)
    assert created_since(items, known, SubUserDraft("Anna", "another", 0)) == ()
    assert created_since(items, known, SubUserDraft("Anna", None, None)) == ()
    assert created_since(items, known | {"su_2"}, SubUserDraft("Anna", None, 0)) == ()


def test_passwords_are_exported_only_when_chosen() -> None:
    people = [person()]
    for form in ("csv", "json"):
        assert "canary" not in export_text(people, form, passwords=False)
        assert "password" not in export_text(people, form, passwords=False)
        assert "sub-password-canary" in export_text(people, form, passwords=True)


def test_an_export_quotes_everything_and_guards_formulas() -> None:
    people = [person(label='=1+1,"x"'), person(label="B", trafficLimitBytes=0, enabled=False)]
    text = export_text(people, "csv", passwords=False)
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["label"] for row in rows] == ['\'=1+1,"x"', "B"]
    assert [(row["trafficLimitBytes"], row["enabled"]) for row in rows] == [("", "true"), ("0", "false")]
    assert all(line.startswith('"') for line in text.splitlines())
    records = json.loads(export_text(people, "json", passwords=False))
    assert [(record["label"], record["trafficLimitBytes"]) for record in records] == [
        ('=1+1,"x"', None),
        ("B", 0),
    ]


def test_an_export_can_be_imported_again() -> None:
    people = [
        person(label="=danger", password="-x", trafficLimitBytes=0),
        person(label="B", password="p,\"q'", trafficLimitBytes=1_234_567),
        person(label="C", trafficLimitBytes=None),
        person(label="\uff1ddanger", password="\uff20x", trafficLimitBytes=None),
        person(label="'=D", password="'-x", trafficLimitBytes=None),
        person(label="''@E", password="''", trafficLimitBytes=None),
        person(label="'F", password="'x'", trafficLimitBytes=None),
        person(label="\0G", password="x", trafficLimitBytes=None),
        person(label='H"\0"\n,\0', password="x", trafficLimitBytes=None),
    ]
    text = export_text(people, "csv", passwords=True)
    preview = read_rows(text.encode(), existing=(), remaining=None)
    assert preview.drafts == tuple(
        SubUserDraft(item.label, item.password, item.traffic_cap_bytes) for item in people
    )


def test_what_is_left_of_a_change_is_what_the_sub_user_does_not_have_yet() -> None:
    now = person(label="Anna", trafficLimitBytes=5, enabled=True)
    assert still_to_do(now, SubUserChange(label="Anna", traffic_cap_bytes=5, enabled=True)) is None
    assert still_to_do(now, SubUserChange(label="Ben", traffic_cap_bytes=5, enabled=True)) == SubUserChange(
        label="Ben"
    )
    assert still_to_do(now, SubUserChange(label="Anna", traffic_cap_bytes=6, enabled=True)) == SubUserChange(
        traffic_cap_bytes=6
    )
    assert still_to_do(now, SubUserChange(label="Anna", traffic_cap_bytes=5, enabled=False)) == SubUserChange(
        enabled=False
    )


def test_json_can_be_read_by_people() -> None:
    text = export_text([person(id="su_1", label="Zürich")], "json", passwords=False)
    assert text.startswith('[\n  {\n    "id": "su_1",\n    "label": "Zürich",\n')
    assert text.endswith("\n  }\n]\n")
