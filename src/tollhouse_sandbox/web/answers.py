"""Writes JSON answers, the error envelope among them."""

import json
from typing import Any

from fastapi import Response
from pydantic import BaseModel

from tollhouse_sandbox.errors import ApiError

JSON_TYPE = "application/json"


def json_bytes(value: object) -> bytes:
    """Write a value as compact JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def answer(model: BaseModel, status: int = 200) -> Response:
    """Answer with a model; optional fields that were not set are left out."""
    return Response(
        model.model_dump_json(by_alias=True, exclude_unset=True), status_code=status, media_type=JSON_TYPE
    )


def error_body(error: ApiError) -> bytes:
    """Write the envelope of a refusal."""
    detail: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.fields is not None:
        detail["fields"] = {
            name: [{"code": problem.code, "message": problem.message} for problem in problems]
            for name, problems in error.fields.items()
        }
    return json_bytes({"error": detail})
