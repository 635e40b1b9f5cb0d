"""The base of all models, and the types of their fields: strict integers, sanitized texts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidatorFunctionWrapHandler,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticUseDefault, core_schema

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

INT64_MAX = 2**63 - 1
Int64 = Annotated[int, Field(strict=True, ge=-INT64_MAX - 1, le=INT64_MAX)]
"""A whole number that fits 64 bits; larger ones are no counts and break what draws them."""
Count = Annotated[int, Field(strict=True, ge=0, le=INT64_MAX)]
"""A whole number of things or bytes, at least 0."""


class Parsed:
    """Marks a field whose value is read by a function of ours alone, and written as text in JSON."""

    def __init__(self, read: Callable[[object], object], write: Callable[[Any], str]) -> None:
        self._read, self._write = read, write

    def __get_pydantic_core_schema__(self, _source: object, _handler: object) -> core_schema.CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(
            self._write, return_schema=core_schema.str_schema(), when_used="json"
        )
        return core_schema.no_info_plain_validator_function(self._read, serialization=written)


def _default_if_unreadable(raw: object, read: ValidatorFunctionWrapHandler) -> object:
    try:
        return read(raw)
    except ValueError:
        raise PydanticUseDefault from None


class _Lenient:
    # Pydantic's own markers would look up the parameters of the function at each use.
    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_wrap_validator_function(_default_if_unreadable, handler(source))


LENIENT = _Lenient()
"""Marks an optional field of a record: an invalid value counts as left out.

Not for fields whose default would be a false promise, such as 'no memo needed' or 'no cap'.
"""


class Value(BaseModel):
    """A frozen value; JSON names are camelCase, unknown fields are ignored, null is like left out."""

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        alias_generator=to_camel,
        populate_by_name=True,
        hide_input_in_errors=True,
        defer_build=True,
        strict=False,
    )

    @model_validator(mode="before")
    @classmethod
    def _omit_null(cls, raw: object) -> object:
        # The spec often leaves open which of the two an unset field is (spec 2.1).
        if isinstance(raw, dict):
            return {name: value for name, value in raw.items() if value is not None}
        return raw


def build_validators() -> None:
    """Builds the validators of all models that were imported, ahead of the first values that need them."""
    for model in Value.__subclasses__():
        model.model_rebuild()


_MAX_DEPTH = 16


def sanitize(value: object, depth: int = 0) -> object:
    """Returns a JSON value that can be written again: no endless nesting, no NaN, no lone surrogates.

    Raises:
        ValueError: It is nested more than 16 deep.
    """
    if depth > _MAX_DEPTH:
        raise ValueError("nested too deep")
    if isinstance(value, str):
        return sanitize_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, list):
        return [sanitize(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {sanitize_text(str(name)): sanitize(item, depth + 1) for name, item in value.items()}
    return value


def sanitize_text(text: str) -> str:
    """Returns a text with lone surrogates, which no encoding can represent, replaced by question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _sanitize(value: object) -> object:
    return sanitize(value)


Opaque = Annotated[object, AfterValidator(_sanitize)]
"""Any JSON value, sanitized."""


class _Sanitized:
    def __get_pydantic_core_schema__(self, _source: object, _handler: object) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(
            sanitize_text, core_schema.str_schema(strict=True)
        )


Text = Annotated[str, _Sanitized()]
"""A string, never converted from another type, sanitized."""
