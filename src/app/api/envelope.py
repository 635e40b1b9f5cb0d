"""Maps an error response to an `AppError`, whatever its body looks like (spec 7 leaves that open)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from app.api.field_errors import MESSAGE_NAMES, first_text, read_code, read_field_errors
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
    from datetime import timedelta

_MAX_DETAIL: Final = 500
# Words stand at the beginning; pages of markup are not searched to their end.
_MAX_MARKUP: Final = 8192
_UNSEEN = re.compile(r"<(script|style|head)\b[^>]*>.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")

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
    return _kind(status, fields)(status, code, sanitize_text(detail[:_MAX_DETAIL]), fields, retry_after)


def _kind(status: int, fields: tuple[FieldError, ...]) -> type[ServiceError]:
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
        words = first_text(content, MESSAGE_NAMES)
        code = read_code(content) or (read_code({"code": error}) if words else "")
        return code, words or error, _complaints(content)
    if isinstance(error, dict):
        return read_code(error), first_text(error, MESSAGE_NAMES), _complaints(error) or _complaints(content)
    if isinstance(error, list):
        return _read_list(error)
    code, detail, fields = read_code(content), first_text(content, MESSAGE_NAMES), _complaints(content)
    for name in ("errors", "detail"):
        inner = content.get(name)
        if isinstance(inner, list) and not (code and detail and fields):
            inner_code, inner_detail, inner_fields = _read_list(inner)
            code, detail, fields = code or inner_code, detail or inner_detail, fields or inner_fields
    return code, detail, fields


def _complaints(content: dict[str, object]) -> tuple[FieldError, ...]:
    for name in ("fields", "errors", "details"):
        fields = read_field_errors(content.get(name))
        if fields:
            return fields
    return ()


def _read_list(content: list[object]) -> tuple[str, str, tuple[FieldError, ...]]:
    first = content[0] if content else None
    fields = read_field_errors(content)
    if isinstance(first, str):
        return "", first, fields
    if isinstance(first, dict):
        return read_code(first), first_text(first, MESSAGE_NAMES), fields
    return "", "", fields


def _plain(body: str) -> str:
    start = body[:_MAX_MARKUP].strip()
    if not start.startswith("<"):
        return start
    return " ".join(_TAG.sub(" ", _UNSEEN.sub(" ", start)).split())
