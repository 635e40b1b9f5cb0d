"""The error envelope, and the answers that routes may give besides success."""

from typing import Any

from pydantic import BaseModel


class FieldProblemAnswer(BaseModel):
    """What is wrong with one field."""

    code: str
    message: str


class ErrorDetail(BaseModel):
    """A refusal; `fields` stands on 422 only."""

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
    """Describe the refusals of a route for its OpenAPI entry: those of all routes, and further ones."""
    return {
        status: {"model": ErrorAnswer, "description": _MEANINGS[status]}
        for status in sorted({*_ALWAYS, *further})
    }
