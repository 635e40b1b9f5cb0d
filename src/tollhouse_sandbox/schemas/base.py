"""What all bodies share: camelCase names, strict input, dates and money as strings."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

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
