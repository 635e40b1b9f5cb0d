"""Errors as the service answers them: one envelope for all (spec 7)."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong with one field."""

    code: str
    message: str


class ApiError(Exception):
    """A refusal: its HTTP status, code, message, and problems by field name (422 only)."""

    def __init__(
        self, status: int, code: str, message: str, fields: Mapping[str, list[FieldProblem]] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields


def not_found(what: str) -> ApiError:
    """Returns the error for an unknown id."""
    return ApiError(404, "not_found", f"There is no such {what}.")


def conflict(code: str, message: str) -> ApiError:
    """Returns a 409 error: the request is well formed, but the current state forbids it."""
    return ApiError(409, code, message)


def invalid(name: str, code: str, message: str) -> ApiError:
    """Returns a 422 error about one field."""
    return invalid_fields({name: [FieldProblem(code, message)]})


def invalid_fields(problems: Mapping[str, list[FieldProblem]]) -> ApiError:
    """Returns a 422 error about several fields."""
    return ApiError(422, "validation_failed", "Some fields are not valid.", problems)
