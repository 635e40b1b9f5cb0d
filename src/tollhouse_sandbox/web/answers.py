"""Writes JSON responses with the `Date` of the sandbox, and failures of the framework as errors (spec 7)."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from email.utils import format_datetime
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollhouse_sandbox.clock import Clock
from tollhouse_sandbox.errors import ApiError, FieldProblem, invalid_fields

JSON_TYPE = "application/json"
_CODES = {
    "missing": "required",
    "string_too_long": "too_long",
    "greater_than_equal": "too_small",
    "less_than_equal": "too_large",
    "int_parsing_size": "too_large",
}
_REFUSALS = {
    404: ("not_found", "There is nothing at this path."),
    405: ("method_not_allowed", "This path does not know the method."),
}


def http_date(moment: datetime) -> str:
    """Returns a moment as an HTTP date (RFC 9110, whole seconds)."""
    return format_datetime(moment, usegmt=True)


class Dates:
    """Adds the header that the server leaves out."""

    def __init__(self, app: ASGIApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""

        async def dated(message: Message) -> None:
            if message["type"] == "http.response.start":
                date = (b"date", http_date(self._clock.now()).encode())
                message = {**message, "headers": [*message.get("headers", []), date]}
            await send(message)

        await self._app(scope, receive, dated)


def json_bytes(value: object) -> bytes:
    """Returns a value as compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def answer(model: BaseModel, status: int = 200) -> Response:
    """Returns a response with a model; optional fields that were not set are left out."""
    return Response(
        model.model_dump_json(by_alias=True, exclude_unset=True), status_code=status, media_type=JSON_TYPE
    )


def error_body(error: ApiError) -> bytes:
    """Returns the envelope of a refusal."""
    detail: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.fields is not None:
        detail["fields"] = {
            name: [{"code": problem.code, "message": problem.message} for problem in problems]
            for name, problems in error.fields.items()
        }
    return json_bytes({"error": detail})


def install_problems(app: FastAPI) -> None:
    """Makes an app answer all failures in one shape."""
    app.add_exception_handler(ApiError, _on_api_error)
    app.add_exception_handler(RequestValidationError, _on_invalid_request)
    app.add_exception_handler(HTTPException, _on_http_error)


def _respond(error: ApiError, headers: Mapping[str, str] | None = None) -> Response:
    return Response(
        error_body(error),
        status_code=error.status,
        media_type=JSON_TYPE,
        headers=dict(headers) if headers else None,
    )


async def _on_api_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)  # noqa: S101 - what the handler is registered for
    return _respond(error)


async def _on_invalid_request(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - what the handler is registered for
    problems: dict[str, list[FieldProblem]] = {}
    for item in error.errors():
        name = _field_name(item["loc"])
        problems.setdefault(name, []).append(_problem(item))
    return _respond(invalid_fields(problems))


async def _on_http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - what the handler is registered for
    code, message = _REFUSALS.get(error.status_code, ("bad_request", "The request cannot be read."))
    return _respond(ApiError(error.status_code, code, message), error.headers)


def _field_name(location: Sequence[str | int]) -> str:
    """Returns a field's name as in the body, `purchase.planId`; `body` for the whole of it."""
    source, *path = location
    if source == "body" and path and isinstance(path[0], int):
        return "body"
    return ".".join(str(part) for part in path) or str(source)


def _problem(item: Mapping[str, Any]) -> FieldProblem:
    if item["type"] == "json_invalid":
        return FieldProblem("invalid", "The body is not JSON.")
    message = str(item["msg"]).encode("utf-8", "replace").decode()
    return FieldProblem(_CODES.get(item["type"], "invalid"), message)
