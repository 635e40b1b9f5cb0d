"""Converts JSON: requests are compact ASCII, responses must be objects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NoReturn

from app.errors import UnexpectedAnswerError

if TYPE_CHECKING:
    from app.api.calls import Answer

_BLANKS: Final = b" \t\r\n"


def write_json(content: object) -> bytes:
    """Returns the canonical bytes of a body: ASCII, no blanks."""
    return json.dumps(content, separators=(",", ":"), allow_nan=False).encode("ascii")


def read_text(answer: Answer) -> str:
    """Returns the text of a response that looks like a JSON object.

    Raises:
        UnexpectedAnswerError: It is empty, no UTF-8, or plainly something else.
    """
    start = answer.body.lstrip(_BLANKS)[:1]
    if not start:
        raise UnexpectedAnswerError("The answer is empty.", answer.status)
    if start == b"<":
        raise UnexpectedAnswerError("The answer is a web page instead of JSON.", answer.status)
    try:
        text = answer.body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnexpectedAnswerError("The answer is not UTF-8 text.", answer.status) from error
    if text.startswith("\ufeff"):
        raise UnexpectedAnswerError("The answer begins with a byte order mark.", answer.status)
    return text


def read_object(answer: Answer) -> dict[str, object]:
    """Returns the JSON object of a response.

    Raises:
        UnexpectedAnswerError: It is no JSON object; NaN, endless nesting and endless numbers count as none.
    """
    text = read_text(answer)
    try:
        content: object = json.loads(text, parse_constant=refuse_constant)
    except RecursionError as error:
        raise UnexpectedAnswerError("The answer is nested too deep.", answer.status) from error
    except ValueError as error:
        raise UnexpectedAnswerError("The answer is not valid JSON.", answer.status) from error
    if not isinstance(content, dict):
        raise UnexpectedAnswerError("The answer is JSON, but not an object.", answer.status)
    return content


def refuse_constant(name: str) -> NoReturn:
    """Refuses NaN and the infinities, which are not JSON.

    Raises:
        ValueError: Always.
    """
    raise ValueError(f"{name} is not JSON")
