"""Every error in our own words; the other side's words stand under Details only."""

import inspect
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app import errors
from app.errors import (
    AccountRemovedError,
    AppError,
    FieldError,
    InvalidInputError,
    RateLimitedError,
    ServiceError,
    StorageError,
)
from app.models.sub_users import SubUser, SubUserDiffersError
from app.models.topup_requests import RequestRefusedError, TopUpDraft
from app.present.errors import (
    present_error,
    present_removed,
    present_set_aside,
    present_start_error,
    service_words,
)
from app.present.field_errors import field_error_text
from app.present.payments import txid_error_text
from app.redaction import KNOWN_SECRETS
from app.rules.topups.entries import TxidError, check_txid
from app.storage.former_files import InaccessibleError
from support.service_records import sub_user_record

FOREIGN = "F0REIGN <b>words</b>"


def subclasses(kind: type[AppError]) -> Iterator[type[AppError]]:
    for child in kind.__subclasses__():
        yield child
        yield from subclasses(child)


# Those of this tree that stand elsewhere are imported, so that none is left out.
assert issubclass(InaccessibleError, AppError)
assert issubclass(RequestRefusedError, AppError)
# Those of commands, which a test of theirs may have imported, are shown as they are.
KINDS = sorted(
    (kind for kind in set(subclasses(AppError)) if not kind.__module__.startswith("app.cli.")),
    key=lambda kind: kind.__name__,
)


def make(kind: type[AppError]) -> AppError:
    """One error of a kind, foreign words wherever it has room for some."""
    if issubclass(kind, TxidError):
        return kind("invalid", "hex64", 3)
    if issubclass(kind, errors.SessionAccountError):
        return kind("TOLLHOUSE_API_KEY", InvalidInputError("apiKey", FOREIGN))
    values: dict[str, Any] = {"status": 499, "retry_after": None, "may_have_arrived": True}
    values |= {"fields": (), "form": "hex64", "length": 3, "cause": errors.UnreachableError(FOREIGN)}
    if issubclass(kind, RequestRefusedError):
        draft = TopUpDraft(amount_usd="50.00", coin="BTC", network="bitcoin")
        return kind(draft, ServiceError(400, FOREIGN, FOREIGN))
    if issubclass(kind, SubUserDiffersError):
        values["fields"] = ("trafficLimitBytes", "password")
    names = [name for name in inspect.signature(kind.__init__).parameters if name != "self"]
    return kind(**{name: values.get(name, FOREIGN) for name in names})


def test_the_tree_is_not_empty() -> None:
    assert len(KINDS) > 10
    assert errors.SandboxError in KINDS


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_of_error_has_words_of_ours(kind: type[AppError]) -> None:
    view = present_error(make(kind))
    assert view.text.endswith(".")
    assert FOREIGN not in view.text
    assert view.text != "Something went wrong."
    assert view.icon


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 429, 500, 503])
def test_the_services_words_are_details(status: int) -> None:
    by_status = {
        401: errors.UnauthorizedError,
        403: errors.UnauthorizedError,
        404: errors.NotFoundError,
        409: errors.ConflictError,
        422: errors.ValidationError,
        429: errors.RateLimitedError,
        500: errors.ServiceFaultError,
        503: errors.ServiceFaultError,
    }
    fields = (FieldError("amountUsd", "nope", FOREIGN),)
    view = present_error(by_status.get(status, ServiceError)(status, FOREIGN, FOREIGN, fields))
    assert FOREIGN not in view.text
    assert FOREIGN in view.details


def test_each_problem_has_an_icon() -> None:
    icons: dict[str, set[str]] = {}
    for kind in KINDS:
        icons.setdefault(present_error(make(kind)).icon, set()).add(kind.__name__.removesuffix("Error"))
    del icons["circle-x"]
    assert icons == {
        "flask-conical": {"Sandbox", "SandboxInUse"},
        "hourglass": {"Busy", "PendingRequest", "RateLimited"},
        "key": {"Keyring", "Unauthorized"},
        "shield-alert": {"BadCertificate"},
        "triangle-alert": {
            *("Export", "Inaccessible", "NotConfirmed", "NotThisService", "ServiceFault", "Storage"),
            *("SubUserChanged", "SubUserDiffers", "TooLargeResponse", "UnexpectedResponse", "UnknownOutcome"),
        },
        "wifi-off": {"BrokenOff", "ConnectionFailed", "NoTls", "ProxyFailed", "TimedOut", "Unreachable"},
    }


def test_what_passes_by_itself_is_distinguished() -> None:
    offline = {kind.__name__ for kind in KINDS if present_error(make(kind)).offline}
    assert offline == {
        *("BrokenOffError", "ConnectionFailedError", "ProxyFailedError", "TimedOutError", "UnreachableError"),
        *("BadCertificateError", "NoTlsError", "RateLimitedError", "ServiceFaultError"),
    }


def test_what_another_key_mends_is_distinguished() -> None:
    about_key = (errors.UnauthorizedError(401), InvalidInputError("apiKey", "missing"))
    assert all(present_error(error).about_key for error in about_key)
    others = (errors.UnauthorizedError(403), InvalidInputError("coin", "missing"), errors.BusyError())
    assert not any(present_error(error).about_key for error in others)


@pytest.mark.parametrize(
    "error",
    [
        errors.BadCertificateError("raw"),
        errors.TimedOutError("raw"),
        errors.UnexpectedResponseError("raw"),
        errors.NotThisServiceError("raw"),
        errors.SandboxError("raw"),
        errors.ServiceFaultError(500, "", "raw"),
        errors.UnknownOutcomeError(errors.TimedOutError("raw"), "unknown"),
        AppError("raw"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_the_details_are_the_raw_words(error: AppError) -> None:
    assert present_error(error).details == "raw"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (errors.BadCertificateError("expired"), "expired"),
        (errors.UnexpectedResponseError("points to portal.example"), "points to portal.example"),
        (errors.TooLargeResponseError("over 2 MiB"), "over 2 MiB"),
        (errors.NotThisServiceError("HTTP 404"), "HTTP 404"),
        (errors.ConflictError(409, "frozen", "Frozen."), "Frozen."),
        (errors.NotFoundError(404, "", "Not found."), ""),
        (errors.UnauthorizedError(401, "", "No."), ""),
        (errors.NoTlsError("protocol version"), "protocol version"),
        (errors.ProxyFailedError("407 Proxy Authentication Required"), "407 Proxy Authentication Required"),
        (errors.UnreachableError("refused"), ""),
        (errors.TimedOutError("no whole answer in time"), ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, AppError) else None,
)
def test_a_line_without_a_window_has_the_details_that_own_words_lack(error: AppError, words: str) -> None:
    assert service_words(error) == words


def test_a_key_in_the_details_is_hidden() -> None:
    error = errors.TimedOutError("to key-of-this-test")
    KNOWN_SECRETS.add(error, ["key-of-this-test"])
    assert present_error(error).details == "to [hidden]"


def test_a_variable_that_can_not_be_used_is_named() -> None:
    error = errors.SessionAccountError("TOLLHOUSE_API_KEY", InvalidInputError("apiKey", "missing"))
    assert present_error(error).text == "TOLLHOUSE_API_KEY: " + field_error_text("apiKey", "missing")


def test_a_refusal_says_what_is_wrong_with_its_first_field_and_details_all() -> None:
    fields = (FieldError("amountUsd", "too_small", "Too small."), FieldError("coin", "gone", ""))
    view = present_error(errors.ValidationError(422, "invalid", "Invalid.", fields))
    assert view.text == field_error_text("amountUsd", "too_small")
    assert view.details == "Invalid. · amountUsd: Too small. · coin: gone"
    assert present_error(errors.ValidationError(422, "invalid", "", fields[1:])).details == "coin: gone"


def test_the_asked_for_pause_is_named() -> None:
    error = RateLimitedError(429, retry_after=timedelta(hours=3, minutes=5))
    assert "3 h 5 min" in present_error(error).text
    assert "a pause of 40 s." in present_error(RateLimitedError(429, retry_after=timedelta(seconds=40))).text
    assert "0" not in present_error(RateLimitedError(429, retry_after=timedelta())).text


def test_every_conflict_of_the_interface_has_its_own_words() -> None:
    codes = {"coin_unavailable", "plan_unavailable", "txid_already_used", "topup_closed"}
    codes |= {"already_reported", "idempotency_conflict", "sub_user_limit"}
    texts = {present_error(errors.ConflictError(409, code)).text for code in codes}
    assert len(texts) == len(codes)
    assert "another top-up" in present_error(errors.ConflictError(409, "txid_already_used")).text
    assert present_error(errors.ConflictError(409, "new_code")).text not in texts


@pytest.mark.parametrize("reason", ["full", "read_only", "corrupt", "newer", "other", "unheard of"])
def test_every_storage_error_has_a_text(reason: str) -> None:
    text = present_error(StorageError("/somewhere/file", reason, FOREIGN)).text
    assert FOREIGN not in text
    assert "/somewhere" not in text


def test_each_reason_of_a_storage_error_has_words_of_its_own() -> None:
    reasons = ("full", "read_only", "corrupt", "newer", "other")
    assert len({present_error(StorageError("/a/state.sqlite", reason)).text for reason in reasons}) == 5
    assert len({present_error(StorageError("/a/outbox.sqlite", reason)).text for reason in reasons}) == 5


def test_what_a_created_sub_user_has_otherwise_is_said_of_each_field() -> None:
    sub_user = SubUser.model_validate(sub_user_record())
    both, *each = (
        present_error(SubUserDiffersError(sub_user, fields)).text
        for fields in (("trafficLimitBytes", "password"), ("trafficLimitBytes",), ("password",))
    )
    assert both == " ".join(each)


def test_each_damaged_file_that_was_set_aside_is_named() -> None:
    settings, outbox, state = (Path(f"/a/{name}") for name in ("settings.json", "outbox.db", "state.db"))
    assert present_set_aside() == ""
    texts = [
        present_set_aside(settings=settings),
        present_set_aside(outbox=outbox),
        present_set_aside(state=state),
    ]
    for text, name in zip(texts, ("settings.json", "/a/outbox.db", "/a/state.db"), strict=True):
        assert name in text
    assert present_set_aside(settings=settings, outbox=outbox, state=state) == " ".join(texts)


@pytest.mark.parametrize(
    ("field", "code", "part"),
    [
        ("amountUsd", "required", "Enter an amount"),
        ("amountUsd", "invalid", "such as 50.00."),
        ("amountUsd", "too_small", "$25.00"),
        ("amountUsd", "too_large", "this large"),
        ("amountUsd", "unheard", "amount"),
        ("amountUsd", "does_not_cover", "minus your balance"),
        ("coin", "required", "Choose"),
        ("txid", "too_long", "A transaction ID has at most 128"),
        ("txid", "invalid", "not a transaction ID"),
        ("purchase.planId", "unknown", "does not know this plan"),
        ("purchase.planId", "required", "Enter a plan ID"),
        ("purchase.planId", "too_long", "A plan ID has at most 128"),
        ("purchase.quantity", "invalid", "Enter a whole number"),
        ("purchase.quantity", "unheard", "this quantity"),
        ("purchase.promoCode", "too_long", "A promo code has at most 128"),
        ("purchase.promoCode", "unheard", "this promo code"),
        ("purchase.options", "key_missing", "Every option needs a key"),
        ("purchase.options", "key_twice", "the same key"),
        ("purchase.options", "too_long", "Keys and values"),
        ("purchase.options", "unheard", "these options"),
        ("purchase.options.color", "unheard", "this option."),
        ("sessionId", "required", "Enter a session ID"),
        ("sessionId", "too_long", "at most 32"),
        ("sessionId", "invalid", "only letters and digits"),
        ("minutes", "range", "1 to 30 minutes"),
        ("count", "range", "from 1 to 1,000"),
        ("template", "required", "Enter a template"),
        ("template", "unknown_name", "an unknown name"),
        ("template", "braces", "literal braces"),
        ("template", "no_names", "no name in braces"),
        ("template", "too_long", "The template is too long"),
        ("templateName", "required", "Enter a name for the template"),
        ("templateName", "too_long", "at most 60"),
        ("templateName", "invalid", "line breaks"),
        ("templateName", "taken", "Another template"),
        ("templateName", "too_many", "20 templates already"),
        ("from", "order", "must not be after the last"),
        ("from", "too_long", "366 days"),
        ("label", "required", "Enter a label"),
        ("label", "too_long", "A label has at most 60"),
        ("password", "too_long", "A password has at most 64"),
        ("password", "invisible", "can't contain line breaks"),
        ("password", "unheard", "this password"),
        ("cap", "required", "Enter a cap in GB, or"),
        ("cap", "invalid", "such as 5 or 0.5."),
        ("cap", "no_bytes", "a whole number of bytes"),
        ("cap", "negative", "can't be negative"),
        ("cap", "decimals", "at most 9 decimals"),
        ("cap", "too_large", "larger than the service can store"),
        ("trafficLimitBytes", "unheard", "this cap"),
        ("file", "unreadable", "can't be read"),
        ("file", "too_large", "at most 1 MiB"),
        ("file", "not_utf8", "not UTF-8"),
        ("file", "not_csv", "not a CSV file"),
        ("file", "broken_quotes", "quotation marks"),
        ("file", "empty", "no sub-users in this file"),
        ("file", "too_many_rows", "at most 1,000 rows"),
        ("file", "no_label_column", "no column 'label'"),
        ("file", "column_twice", "a column twice"),
        ("name", "missing", "Enter a name."),
        ("name", "too_long", "A name has at most 60"),
        ("serviceAddress", "missing", "Enter the service address"),
        ("serviceAddress", "not_https", "must begin with https://"),
        ("serviceAddress", "has_credentials", "Remove the user name and password"),
        ("serviceAddress", "has_query", "Remove '?' or '#'"),
        ("serviceAddress", "is_demo", "the demo account's own address"),
        ("serviceAddress", "malformed", "The service address is not valid"),
        ("apiKey", "missing", "Enter the API key"),
        ("apiKey", "malformed", "contains only plain letters"),
        ("apiKey", "already_connected", "already connected"),
        ("apiKey", "unheard", "The API key is not valid"),
        ("topUpId", "malformed", "ID"),
        (FOREIGN, FOREIGN, "not accept"),
    ],
)
def test_fields(field: str, code: str, part: str) -> None:
    text = field_error_text(field, code)
    assert part in text
    assert FOREIGN not in text
    assert present_error(InvalidInputError(field, code)).text == text


@pytest.mark.parametrize(
    ("network", "text", "words"),
    [
        (
            "litecoin",
            "0123456789",
            "Litecoin transaction IDs consist of 64 hex characters; this one has 10 characters.",
        ),
        ("bitcoin", "a", "Bitcoin transaction IDs consist of 64 hex characters; this one has 1 character."),
        ("tron", "g" * 64, "Tron transaction IDs consist of 64 hex characters; this one contains others."),
        (
            "ethereum",
            "ab" * 32,
            "This looks like a transaction ID of Bitcoin, Litecoin or Tron, but this top-up is on Ethereum.",
        ),
        (
            "ethereum",
            "0x12",
            "Ethereum transaction IDs consist of 0x and 64 hex characters; this one has 4 characters.",
        ),
        (
            "ethereum",
            "0x" + "g" * 64,
            "Ethereum transaction IDs consist of 0x and 64 hex characters; this one contains others.",
        ),
        (
            "solana",
            "abc",
            "Solana transaction IDs are base58 signatures, mostly 87 or 88 letters and digits.",
        ),
        ("doge", "ö", "A transaction ID contains only plain letters and digits."),
        ("litecoin", "a" * 129, "A transaction ID has at most 128 characters."),
    ],
)
def test_transaction_ids(network: str, text: str, words: str) -> None:
    with pytest.raises(TxidError) as caught:
        check_txid(network, text)
    assert txid_error_text(caught.value, network) == words


def test_a_response_over_the_limit_is_not_called_unreadable() -> None:
    view = present_error(errors.TooLargeResponseError("The response is larger than 2,097,152 bytes."))
    assert "larger than this app can read" in view.text
    assert view.details == "The response is larger than 2,097,152 bytes."


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("full", "The disk of /home/me/data is full."),
        ("read_only", "The app may not write /home/me/data."),
        ("newer", "Update the app."),
        ("other", "The app can't use /home/me/data."),
    ],
)
def test_why_the_app_can_not_start_names_the_file(reason: str, words: str) -> None:
    view = present_start_error(StorageError("/home/me/data", reason, "raw"))
    assert words in view.text
    assert "raw" not in view.text
    assert view.details == "raw"
    refused = InvalidInputError("apiKey", "missing")
    assert present_start_error(refused) == present_error(refused)


def test_nothing_is_promised_of_the_key_of_an_account_that_another_process_removed() -> None:
    # `tollhouse accounts remove --leave-key` leaves it in the keyring.
    assert present_removed("Home").text == "The account 'Home' was removed in the meantime."
    assert present_error(AccountRemovedError()).text == "This account was removed in the meantime."
