from __future__ import annotations

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.api.envelope import refusal
from app.errors import (
    ConflictError,
    FieldError,
    NotFoundError,
    RateLimitedError,
    ServiceError,
    ServiceFaultError,
    UnauthorizedError,
    ValidationError,
)

AMOUNT = FieldError("amountUsd", "too_small", "Too small.")
NO_CODE = FieldError("amountUsd", "", "Too small.")
ONLY_CODE = FieldError("amountUsd", "too_small", "")
NAMED = {"code": "too_small", "message": "Too small."}


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, ServiceError),
        (401, UnauthorizedError),
        (403, UnauthorizedError),
        (404, NotFoundError),
        (405, ServiceError),
        (408, ServiceError),
        (409, ConflictError),
        (422, ValidationError),
        (429, RateLimitedError),
        (500, ServiceFaultError),
        (503, ServiceFaultError),
        (999, ServiceFaultError),
    ],
)
def test_every_status_has_its_own_error(status: int, kind: type[ServiceError]) -> None:
    error = refusal(status, "", timedelta(seconds=3))
    assert type(error) is kind
    assert (error.status, error.code, error.detail, error.fields) == (status, "", "", ())
    assert error.retry_after == timedelta(seconds=3)


@pytest.mark.parametrize("status", [403, 409, 422])
def test_a_limit_is_not_about_the_key_or_what_was_entered(status: int) -> None:
    assert type(refusal(status, '{"error": {"code": "quota_exceeded"}}')) is ConflictError


@pytest.mark.parametrize(
    ("status", "kind"),
    [(404, NotFoundError), (422, ValidationError), (429, RateLimitedError), (503, ServiceFaultError)],
)
def test_a_code_that_names_a_limit_leaves_what_the_status_says(status: int, kind: type[ServiceError]) -> None:
    fields = {"label": ["Too long."]} if status == 422 else {}
    body = {"error": {"code": "limit_exceeded", "fields": fields}}
    assert type(refusal(status, json.dumps(body))) is kind


def test_a_conflict_with_complaints_about_fields_is_still_a_conflict() -> None:
    assert type(refusal(409, json.dumps({"fields": {"label": ["Taken."]}}))) is ConflictError


@pytest.mark.parametrize(
    ("body", "code", "detail"),
    [
        ({"error": {"code": "topup_closed", "message": "Closed."}}, "topup_closed", "Closed."),
        ({"error": {"message": "Closed."}}, "", "Closed."),
        ({"error": {"message": "Closed."}, "code": "topup_closed"}, "topup_closed", "Closed."),
        ({"error": {"message": "Closed.", "errorCode": "topup_closed"}}, "topup_closed", "Closed."),
        ({"error": {"message": "Closed.", "reason": "topup_closed"}}, "topup_closed", "Closed."),
        ({"error": {"message": "Closed.", "code": 409, "status": "topup_closed"}}, "topup_closed", "Closed."),
        ({"error": {"message": "Closed.", "details": {"code": "topup_closed"}}}, "topup_closed", "Closed."),
        ({"error": {"message": "Closed.", "type": "/errors#a", "reason": "closed"}}, "closed", "Closed."),
        ({"error": {"code": "topup_closed", "message": "Closed."}, "code": "x"}, "topup_closed", "Closed."),
        ({"error": {"type": "topup_closed", "detail": "Closed."}}, "topup_closed", "Closed."),
        ({"error": "Closed."}, "", "Closed."),
        ({"error": "Closed.", "code": "topup_closed"}, "topup_closed", "Closed."),
        ({"error": "topup_closed", "message": "Closed."}, "topup_closed", "Closed."),
        ({"error": "invalid_token", "error_description": "Old."}, "invalid_token", "Old."),
        ({"error": [{"code": "topup_closed", "message": "Closed."}]}, "topup_closed", "Closed."),
        ({"errors": [{"code": "topup_closed", "message": "Closed."}]}, "topup_closed", "Closed."),
        ({"errors": ["Closed.", "And more."]}, "", "Closed."),
        ([{"code": "topup_closed", "message": "Closed."}], "topup_closed", "Closed."),
        (["Closed."], "", "Closed."),
        ({"message": "Closed.", "code": "topup_closed"}, "topup_closed", "Closed."),
        ({"message": "", "detail": "Closed."}, "", "Closed."),
        ({"detail": "Closed.", "errors": [{"code": "closed", "message": "x"}]}, "closed", "Closed."),
        ({"code": "closed", "errors": [{"code": "x", "message": "Closed."}]}, "closed", "Closed."),
        ({"detail": "Closed."}, "", "Closed."),
        ({"title": "Conflict", "detail": "Closed.", "status": 409}, "", "Closed."),
        ("Closed.", "", "Closed."),
        ({}, "", ""),
        ([], "", ""),
        (None, "", ""),
        (12, "", ""),
        ({"error": None}, "", ""),
        ({"error": {"code": 12, "message": ["x"]}}, "", ""),
        ({"error": {"code": "two words", "message": "x"}}, "", "x"),
        ({"error": {"code": "x" * 65}}, "", ""),
        ({"error": {"code": "<b>", "message": "<b>bold</b>"}}, "", "<b>bold</b>"),
    ],
)
def test_reads_code_and_words_from_every_shape(body: object, code: str, detail: str) -> None:
    error = refusal(409, json.dumps(body))
    assert (error.code, error.detail) == (code, detail)


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"error": {"fields": {"amountUsd": [NAMED]}}}, (AMOUNT,)),
        ({"error": {"fields": {"amountUsd": NAMED}}}, (AMOUNT,)),
        ({"error": {"fields": {"amountUsd": "Too small."}}}, (NO_CODE,)),
        ({"error": {"fields": {"amountUsd": ["Too small."]}}}, (NO_CODE,)),
        ({"error": {"fields": [{"field": "amountUsd", **NAMED}]}}, (AMOUNT,)),
        ({"error": {"details": [{"path": "amountUsd", **NAMED}]}}, (AMOUNT,)),
        ({"error": {"errors": [{"path": ["amountUsd"], **NAMED}]}}, (AMOUNT,)),
        ({"error": {"message": "No."}, "fields": {"amountUsd": [NAMED]}}, (AMOUNT,)),
        ({"error": "No.", "fields": {"amountUsd": [NAMED]}}, (AMOUNT,)),
        ({"errors": {"amountUsd": ["Too small."]}}, (NO_CODE,)),
        ({"errors": [{"name": "amountUsd", **NAMED}]}, (AMOUNT,)),
        ({"errors": [{"source": {"pointer": "/amountUsd"}, **NAMED}]}, (AMOUNT,)),
        ({"errors": [{"source": {"pointer": "#/amountUsd"}, **NAMED}]}, (AMOUNT,)),
        ({"errors": [{"pointer": "/purchase/planId"}]}, (FieldError("purchase.planId", "", ""),)),
        ({"errors": [{"path": [None, "amountUsd"], **NAMED}]}, (AMOUNT,)),
        ({"errors": [{"field": "a b", "path": "amountUsd", **NAMED}]}, (AMOUNT,)),
        ({"fields": {"amountUsd": [NAMED]}, "errors": [{"field": "coin"}]}, (AMOUNT,)),
        ({"detail": [{"loc": ["body", "amountUsd"], "type": "too_small", "msg": "Too small."}]}, (AMOUNT,)),
        ([{"field": "amountUsd", **NAMED}], (AMOUNT,)),
        ({"error": {"field": "amountUsd", **NAMED}}, (AMOUNT,)),
        ({"error": {"param": "amountUsd", **NAMED}}, (AMOUNT,)),
        ({"field": "amountUsd", **NAMED}, (AMOUNT,)),
        ({"error": {"details": {"fields": {"amountUsd": [NAMED]}}}}, (AMOUNT,)),
        ({"error": {"details": {"amountUsd": [NAMED]}}}, (AMOUNT,)),
        ({"error": {"details": {"field": "amountUsd", **NAMED}}}, (AMOUNT,)),
        ({"error": {"fields": {"amountUsd": "too_small"}}}, (ONLY_CODE,)),
        ({"error": {"fields": {"amountUsd": ["too_small"]}}}, (ONLY_CODE,)),
        ({"error": {"fields": [{"field": "amountUsd", "reason": "too_small"}]}}, (ONLY_CODE,)),
        ({"error": {"fields": {"amountUsd": "Too_small"}}}, (FieldError("amountUsd", "", "Too_small"),)),
        ({"error": {"issues": [{"path": ["amountUsd"], **NAMED}]}}, (AMOUNT,)),
        ({"error": {"fieldErrors": {"amountUsd": ["Too small."]}, "formErrors": []}}, (NO_CODE,)),
        ({"error": {"details": {"fieldErrors": {"amountUsd": ["Too small."]}}}}, (NO_CODE,)),
        ({"error": {"path": "/v1/topups", "name": "ValidationError", **NAMED}}, ()),
        ({"status": 422, "error": "Unprocessable", "message": "No.", "path": "/v1/topups"}, ()),
        ({"error": {"field": None, "param": 5, **NAMED}}, ()),
        ({"fields": {"purchase.planId": ["No."]}}, (FieldError("purchase.planId", "", "No."),)),
        ({"fields": {"a b": ["No."], "": ["No."]}}, ()),
        ({"fields": {"a b": ["No."], "amountUsd": [NAMED]}}, (AMOUNT,)),
        ({"fields": [{"message": "No field."}, "text", 1, None]}, ()),
        ({"fields": {"amountUsd": [1, None]}}, ()),
        ({"fields": 3}, ()),
    ],
)
def test_reads_complaints_about_fields_from_every_shape(body: object, fields: tuple[FieldError, ...]) -> None:
    assert refusal(422, json.dumps(body)).fields == fields


def test_a_400_with_complaints_about_fields_is_a_validation_error() -> None:
    assert type(refusal(400, json.dumps({"fields": {"label": ["No."]}}))) is ValidationError


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ("upstream connect error", "upstream connect error"),
        ("  spaced  ", "spaced"),
        ("no <id> in the path", "no <id> in the path"),
        (
            "<!DOCTYPE html><head><title>x</title></head><body><h1>502 Bad Gateway</h1>\n<hr>nginx</body>",
            "502 Bad Gateway nginx",
        ),
        ("<script>alert(1)</script><p>Down</p><!-- secret -->", "Down"),
        ("<" * 100_000, "<" * 500),
        ("\ufffd\ufffd", "\ufffd\ufffd"),
        ('{"error": ', '{"error":'),
    ],
)
def test_what_is_not_json_is_shown_as_text(body: str, detail: str) -> None:
    error = refusal(502, body)
    assert (error.code, error.detail) == ("", detail)


def test_the_service_s_words_are_cut_at_500_characters_and_otherwise_untouched() -> None:
    words = "\u202ea\x00" + "b" * 1000
    assert refusal(500, json.dumps({"error": {"message": words}})).detail == words[:500]


def test_half_characters_can_still_be_written_to_a_file() -> None:
    error = refusal(422, r'{"error": {"message": "\ud800!", "fields": {"a": ["\udfff"]}}}')
    assert (error.detail, error.fields[0].message) == ("?!", "?")


def test_complaints_are_limited_in_number() -> None:
    assert len(refusal(422, json.dumps({"fields": {f"f{n}": ["x"] for n in range(1000)}})).fields) == 50


def test_deep_nesting_gives_no_code() -> None:
    assert refusal(500, '{"error":' * 100_000).code == ""


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["error", "errors", "fields", "code", "message", "detail", "field", "loc", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(st.integers(400, 999), JSON)
def test_no_shape_breaks_it(status: int, body: object) -> None:
    error = refusal(status, json.dumps(body))
    assert len(error.detail) <= 500
    error.detail.encode()


@given(st.integers(400, 999), st.text(max_size=200))
def test_no_text_breaks_it(status: int, body: str) -> None:
    refusal(status, body)
