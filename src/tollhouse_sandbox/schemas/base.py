"""What all bodies share: camelCase names, strict input, dates and money as strings, the error envelope."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, PlainSerializer, WithJsonSchema
from pydantic.alias_generators import to_camel

from tollhouse_sandbox.rules.moments import iso


def _plain(amount: Decimal) -> str:
    return format(amount, "f")


Timestamp = Annotated[
    datetime,
    PlainSerializer(iso, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""An aware time, written as ISO 8601 UTC."""

Amount = Annotated[
    Decimal,
    PlainSerializer(_plain, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$"}),
]
"""Money or crypto, written as a plain decimal string."""


class Input(BaseModel):
    """A body that comes in: exact types, unknown fields ignored."""

    model_config = ConfigDict(strict=True, frozen=True, alias_generator=to_camel, extra="ignore")


class Answer(BaseModel):
    """A body that goes out."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, validate_by_name=True)


class FieldProblemAnswer(BaseModel):
    """What is wrong with one field."""

    code: str
    message: str


class ErrorDetail(BaseModel):
    """A refusal; `fields` is present on 422 only."""

    code: str
    message: str
    fields: dict[str, list[FieldProblemAnswer]] | None = None


class ErrorAnswer(BaseModel):
    """The body of every answer that is not a success."""

    error: ErrorDetail


_MEANINGS = {
    401: "No key, or not the right one",
    403: "The Host or Origin is not the sandbox's own",
    404: "There is no such thing",
    405: "The path knows no such method",
    409: "The state of things forbids it",
    413: "The body is over 1 MiB",
    422: "Some fields are not valid",
}
_ALWAYS = (403, 404, 405, 413, 422)


def refusals(*further: int) -> dict[int | str, dict[str, Any]]:
    """Describes the refusals of a route for its OpenAPI entry: those of all routes, and further ones."""
    return {
        status: {"model": ErrorAnswer, "description": _MEANINGS[status]}
        for status in sorted({*_ALWAYS, *further})
    }
