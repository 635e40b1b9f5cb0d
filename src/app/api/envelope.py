"""Maps an error response to an `AppError`, whatever its body looks like (spec 7 leaves that open)."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Final

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
from app.models.value import sanitize_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import timedelta

_MAX_DETAIL: Final = 500
# The message is at the beginning; pages of markup are not searched to their end.
_MAX_MARKUP: Final = 8192
# Compiled with the first refusal, as those below.
_UNSEEN: Final = r"(?is)<(script|style|head)\b[^>]*>.*?</\1\s*>|<!--.*?-->"
_TAG: Final = r"<[^<>]*>"

_LIMIT: Final = r"(?i)limit|quota"

_BY_STATUS: Final[dict[int, type[ServiceError]]] = {
    401: UnauthorizedError,
    403: UnauthorizedError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitedError,
}


def refusal(status: int, body: str, retry_after: timedelta | None = None) -> ServiceError:
    """Returns the error for a status of 400 or above and a body of any kind; never raises."""
    code, detail, fields = _read(body)
    return _kind(status, code, fields)(status, code, sanitize_text(detail[:_MAX_DETAIL]), fields, retry_after)


def _kind(status: int, code: str, fields: tuple[FieldError, ...]) -> type[ServiceError]:
    if status in {403, 422} and not fields and re.search(_LIMIT, code):
        # Of what there may be, not of the key or of what was entered.
        return ConflictError
    if status >= 500:
        return ServiceFaultError
    if status == 400 and fields:
        return ValidationError
    return _BY_STATUS.get(status, ServiceError)


def _read(body: str) -> tuple[str, str, tuple[FieldError, ...]]:
    try:
        content: object = json.loads(body)
    except (ValueError, RecursionError):
        return "", _plain(body), ()
    if isinstance(content, dict):
        return _read_object(content)
    if isinstance(content, list):
        return _read_list(content)
    return "", content if isinstance(content, str) else "", ()


def _read_object(content: dict[str, object]) -> tuple[str, str, tuple[FieldError, ...]]:
    error = content.get("error")
    if isinstance(error, str):
        # Either words, with or without a code beside them, or a bare code beside words.
        words = _first_text(content, _MESSAGE_NAMES)
        code = _code(content) or (_code({"code": error}) if words else "")
        return code, words or error, _complaints(content)
    if isinstance(error, dict):
        code = _code(error, _INNER_CODE_NAMES) or _code(error.get("details")) or _code(content)
        return code, _first_text(error, _MESSAGE_NAMES), _complaints(error) or _complaints(content)
    if isinstance(error, list):
        return _read_list(error)
    code, detail, fields = _code(content), _first_text(content, _MESSAGE_NAMES), _complaints(content)
    for name in ("errors", "detail"):
        inner = content.get(name)
        if isinstance(inner, list):
            inner_code, inner_detail, inner_fields = _read_list(inner)
            code, detail, fields = code or inner_code, detail or inner_detail, fields or inner_fields
    return code, detail, fields


def _complaints(content: dict[str, object]) -> tuple[FieldError, ...]:
    details = content.get("details")
    for place in (details, content) if isinstance(details, dict) else (content,):
        for name in _COMPLAINT_NAMES:
            fields = _field_errors(place.get(name))
            if fields:
                return fields
        field = _find_field(place, _LONE_FIELD_NAMES)
        if field:
            return (_field_error_of(field, place),)
    return ()


def _read_list(content: list[object]) -> tuple[str, str, tuple[FieldError, ...]]:
    first = content[0] if content else None
    fields = _field_errors(content)
    if isinstance(first, str):
        return "", first, fields
    if isinstance(first, dict):
        return _code(first), _first_text(first, _MESSAGE_NAMES), fields
    return "", "", fields


def _plain(body: str) -> str:
    start = body[:_MAX_MARKUP].strip()
    if not start.startswith("<"):
        return start
    return " ".join(re.sub(_TAG, " ", re.sub(_UNSEEN, " ", start)).split())


_MESSAGE_NAMES: Final = ("message", "detail", "error_description", "msg", "title", "reason")

_CODE_NAMES: Final = ("code", "errorCode", "error_code", "type")
# Beside the error, these are rather words, or the HTTP status.
_INNER_CODE_NAMES: Final = (*_CODE_NAMES, "reason", "status")
_COMPLAINT_NAMES: Final = ("fields", "errors", "details", "issues", "fieldErrors")
_FIELD_NAMES: Final = ("field", "path", "name", "param", "loc", "pointer", "source")
# The others may name something else in a whole error, such as the path of the request.
_LONE_FIELD_NAMES: Final = ("field", "param")
_MAX_FIELDS: Final = 50
_MAX_MESSAGE: Final = 500
_CODE: Final = r"[A-Za-z0-9_.-]{1,64}"
# As the interface writes its codes: a text of this form is one, not a sentence.
_BARE_CODE: Final = r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*"
_FIELD: Final = r"[A-Za-z0-9_.\[\]-]{1,100}"


def _field_errors(content: object) -> tuple[FieldError, ...]:
    if isinstance(content, dict):
        found = _of_mapping(content)
    elif isinstance(content, list):
        found = _of_list(content)
    else:
        return ()
    return tuple(islice(found, _MAX_FIELDS))


def _code(content: object, names: tuple[str, ...] = _CODE_NAMES) -> str:
    texts = (content.get(name) for name in names) if isinstance(content, dict) else ()
    return next((text for text in texts if isinstance(text, str) and re.fullmatch(_CODE, text)), "")


def _first_text(content: Mapping[str, object], names: tuple[str, ...]) -> str:
    for name in names:
        text = content.get(name)
        if isinstance(text, str) and text:
            return text
    return ""


def _of_mapping(content: dict[str, object]) -> Iterator[FieldError]:
    for name, complaints in content.items():
        field = _clean_field(name)
        if not field:
            continue
        for complaint in complaints if isinstance(complaints, list) else [complaints]:
            if isinstance(complaint, str):
                yield _field_error(field, "", complaint)
            elif isinstance(complaint, dict):
                yield _field_error_of(field, complaint)


def _of_list(content: list[object]) -> Iterator[FieldError]:
    for complaint in content:
        if isinstance(complaint, dict):
            field = _find_field(complaint, _FIELD_NAMES)
            if field:
                yield _field_error_of(field, complaint)


def _find_field(complaint: dict[str, object], names: tuple[str, ...]) -> str:
    for name in names:
        field_path = complaint.get(name)
        if isinstance(field_path, dict):
            field_path = field_path.get("pointer")
        if isinstance(field_path, list):
            field_path = ".".join(str(part) for part in field_path[:10] if isinstance(part, str | int))
        if isinstance(field_path, str):
            field = _clean_field(field_path.removeprefix("#").strip("/").replace("/", "."))
            if field:
                return field
    return ""


def _clean_field(name: str) -> str:
    name = name.removeprefix("body.")
    return name if re.fullmatch(_FIELD, name) else ""


def _field_error_of(field: str, complaint: dict[str, object]) -> FieldError:
    return _field_error(field, _code(complaint), _first_text(complaint, _MESSAGE_NAMES))


def _field_error(field: str, code: str, message: str) -> FieldError:
    if not code and re.fullmatch(_BARE_CODE, message) and re.fullmatch(_CODE, message):
        code, message = message, ""
    return FieldError(field, code, sanitize_text(message[:_MAX_MESSAGE]))
