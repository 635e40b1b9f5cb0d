"""Errors as the service answers them: one envelope for all, also for what the framework refuses (spec 7)."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

JSON_TYPE = "application/json"
_CODES = {
    "missing": "required",
    "string_too_long": "too_long",
    "greater_than_equal": "too_small",
    "less_than_equal": "too_large",
    "int_parsing_size": "too_large",
}
_HTTP_ERRORS = {
    404: ("not_found", "There is nothing at this path."),
    405: ("method_not_allowed", "This path does not know the method."),
}
_MEANINGS = {
    401: "No key, or not the right one",
    403: "The Host or Origin is not the sandbox's own",
    404: "There is no such thing",
    405: "The path knows no such method",
    409: "The state of things forbids it",
    413: "The body is over 1 MiB",
    422: "Some fields are not valid",
}


class FieldProblem(BaseModel):
    code: str
    message: str


class ErrorDetail(BaseModel):
    """A refusal; `fields` is present on 422 only."""

    code: str
    message: str
    fields: dict[str, list[FieldProblem]] | None = None


class ErrorResponse(BaseModel):
    """The body of every response that is not a success."""

    error: ErrorDetail


_ERROR_SCHEMA = {"$ref": f"#/components/schemas/{ErrorResponse.__name__}"}
ERROR_MODEL: dict[int | str, dict[str, Any]] = {403: {"model": ErrorResponse, "description": _MEANINGS[403]}}
"""Brings the schema into the OpenAPI document, at one route: FastAPI builds the model again at each."""


class ApiError(Exception):
    """A refusal: its HTTP status, code, message, and problems by field name (422 only)."""

    def __init__(
        self, status: int, code: str, message: str, fields: dict[str, list[FieldProblem]] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        detail = ErrorDetail(code=code, message=message, fields=fields)
        self.body = ErrorResponse(error=detail).model_dump_json(exclude_none=True).encode()


def not_found(what: str) -> ApiError:
    return ApiError(404, "not_found", f"There is no such {what}.")


def conflict(code: str, message: str) -> ApiError:
    """Returns a 409 error: the request is well formed, but the current state forbids it."""
    return ApiError(409, code, message)


def invalid(name: str, code: str, message: str) -> ApiError:
    return _invalid_fields({name: [FieldProblem(code=code, message=message)]})


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describes the refusals of all routes and further ones, for an OpenAPI entry."""
    return {
        status: {"description": _MEANINGS[status], "content": {JSON_TYPE: {"schema": _ERROR_SCHEMA}}}
        for status in sorted({403, 404, 405, 413, 422, *statuses})
    }


def _invalid_fields(problems: dict[str, list[FieldProblem]]) -> ApiError:
    return ApiError(422, "validation_failed", "Some fields are not valid.", problems)


def respond(error: ApiError, headers: Mapping[str, str] | None = None) -> Response:
    return Response(error.body, error.status, headers, JSON_TYPE)


async def _on_api_error(_request: Request, error: ApiError) -> Response:
    return respond(error)


async def _on_invalid_request(_request: Request, error: RequestValidationError) -> Response:
    problems: dict[str, list[FieldProblem]] = {}
    for item in error.errors():
        problems.setdefault(_field_name(item["loc"]), []).append(_problem(item))
    return respond(_invalid_fields(problems))


async def _on_http_error(request: Request, error: HTTPException) -> Response:
    code, message = _HTTP_ERRORS.get(error.status_code, ("bad_request", "The request cannot be read."))
    headers = {"allow": _methods_at(request)} if error.status_code == 405 else error.headers
    return respond(ApiError(error.status_code, code, message), headers)


def _methods_at(request: Request) -> str:
    """Returns the methods of a path (RFC 9110, 10.2.1): each has a route of its own."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    found = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return ", ".join(sorted({method for route in found for method in route.methods or ()}))


HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Coroutine[Any, Any, Response]]] = {
    ApiError: _on_api_error,
    RequestValidationError: _on_invalid_request,
    HTTPException: _on_http_error,
}
"""What makes an app answer all failures in one shape."""


def _field_name(location: Sequence[str | int]) -> str:
    """Returns a field's name as in the body, `purchase.planId`; `body` for the whole of it."""
    source, *path = location
    if source == "body" and path and isinstance(path[0], int):
        return "body"
    return ".".join(str(part) for part in path) or str(source)


def _problem(item: Mapping[str, Any]) -> FieldProblem:
    if item["type"] == "json_invalid":
        return FieldProblem(code="invalid", message="The body is not JSON.")
    message = str(item["msg"]).encode("utf-8", "replace").decode()
    return FieldProblem(code=_CODES.get(item["type"], "invalid"), message=message)
