"""The base of all models: frozen, camelCase aliases, unknown fields ignored; and its strict integers."""

from __future__ import annotations

from typing import Annotated

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticUseDefault

INT64_MAX = 2**63 - 1
Int64 = Annotated[int, Field(strict=True, ge=-INT64_MAX - 1, le=INT64_MAX)]
"""A whole number that fits 64 bits; larger ones are no counts and break what draws them."""
Count = Annotated[int, Field(strict=True, ge=0, le=INT64_MAX)]
"""A whole number of things or bytes, at least 0."""


def _default_if_unreadable(raw: object, read: ValidatorFunctionWrapHandler) -> object:
    try:
        return read(raw)
    except ValueError:
        raise PydanticUseDefault from None


LENIENT = WrapValidator(_default_if_unreadable)
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
    def _take_null_as_left_out(cls, raw: object) -> object:
        # The spec often leaves open which of the two an unset field is (spec 2.1).
        if isinstance(raw, dict):
            return {name: value for name, value in raw.items() if value is not None}
        return raw
