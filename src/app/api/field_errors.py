"""Reads field errors from an error body, in the shapes that services use."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from app.errors import FieldError
from app.models.value import sanitize_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MESSAGE_NAMES: Final = ("message", "detail", "error_description", "msg", "title", "reason")

_CODE_NAMES: Final = ("code", "type", "error_code")
_FIELD_NAMES: Final = ("field", "path", "name", "param", "loc", "pointer", "source")
_MAX_FIELDS: Final = 50
_MAX_MESSAGE: Final = 500
_CODE = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_FIELD = re.compile(r"[A-Za-z0-9_.\[\]-]{1,100}")


def read_field_errors(content: object) -> tuple[FieldError, ...]:
    """Returns the complaints in a mapping of names to complaints, or in a list of complaints."""
    if isinstance(content, dict):
        found = _of_mapping(content)
    elif isinstance(content, list):
        found = _of_list(content)
    else:
        return ()
    return tuple(islice(found, _MAX_FIELDS))


def read_code(content: Mapping[str, object]) -> str:
    """Returns the code of an error, or nothing where it has none that is a plain word."""
    code = first_text(content, _CODE_NAMES)
    return code if _CODE.fullmatch(code) else ""


def first_text(content: Mapping[str, object], names: tuple[str, ...]) -> str:
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
                yield _field_error(field, read_code(complaint), first_text(complaint, MESSAGE_NAMES))


def _of_list(content: list[object]) -> Iterator[FieldError]:
    for complaint in content:
        if isinstance(complaint, dict):
            field = _find_field(complaint)
            if field:
                yield _field_error(field, read_code(complaint), first_text(complaint, MESSAGE_NAMES))


def _find_field(complaint: dict[str, object]) -> str:
    for name in _FIELD_NAMES:
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
    """Returns a valid field name, without a leading 'body' part."""
    name = name.removeprefix("body.")
    return name if _FIELD.fullmatch(name) else ""


def _field_error(field: str, code: str, message: str) -> FieldError:
    return FieldError(field, code, sanitize_text(message[:_MAX_MESSAGE]))
