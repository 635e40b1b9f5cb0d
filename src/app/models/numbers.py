"""Integers of the service; strings, fractions and booleans are refused."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

INT64_MAX = 2**63 - 1

Int64 = Annotated[int, Field(strict=True, ge=-INT64_MAX - 1, le=INT64_MAX)]
"""A whole number that fits 64 bits; larger ones are no counts and break what draws them."""

Count = Annotated[int, Field(strict=True, ge=0, le=INT64_MAX)]
"""A whole number of things or bytes, at least 0."""
