"""Parses records of responses; an invalid one is skipped and counted."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from app.api.json_bodies import read_object
from app.errors import UnexpectedAnswerError
from app.models.numbers import INT64_MAX

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.api.calls import Answer

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

MAX_PROBLEMS: Final = 20
"""How many bad records are described; all of them are counted."""


_STEP: Final = 100


@dataclass(frozen=True, slots=True)
class Records(Generic[T]):
    """What could be read of a list.

    Attributes:
        items: The good records, in the service's order.
        unreadable: How many records were set aside.
        problems: What is wrong with the first of those, for Details.
    """

    items: tuple[T, ...]
    unreadable: int = 0
    problems: tuple[str, ...] = ()


def read_record(content: object, model: type[M], status: int = 200) -> M:
    """Returns one record.

    Raises:
        UnexpectedAnswerError: It lacks fields, or has wrong ones; the detail names them.
    """
    try:
        return model.model_validate(content)
    except (ValidationError, RecursionError) as error:
        raise UnexpectedAnswerError(
            f"The answer's fields are not as expected: {_problem(error)}.", status
        ) from error


async def read_records(content: Sequence[object], model: type[M]) -> Records[M]:
    """Returns the good records of a list, letting others run after every 100."""
    items: list[M] = []
    problems: list[str] = []
    for number, raw in enumerate(content, start=1):
        if number % _STEP == 1:
            await asyncio.sleep(0)
        try:
            items.append(model.model_validate(raw))
        except (ValidationError, RecursionError) as error:
            if len(problems) < MAX_PROBLEMS:
                problems.append(f"{number}: {_problem(error)}")
    return Records(tuple(items), len(content) - len(items), tuple(problems))


def read_data(answer: Answer) -> tuple[list[object], dict[str, object]]:
    """Returns the list under `data` of a response, and the whole response.

    Raises:
        UnexpectedAnswerError: It is no JSON object, or has no such list.
    """
    content = read_object(answer)
    data = content.get("data")
    if not isinstance(data, list):
        raise UnexpectedAnswerError("The answer has no list under 'data'.", answer.status)
    return data, content


def read_count(content: Mapping[str, object], name: str) -> int | None:
    """Returns a whole number from 0 up that stands beside a list, or None if there is none."""
    number = content.get(name)
    return number if type(number) is int and 0 <= number <= INT64_MAX else None


def _problem(error: ValidationError | RecursionError) -> str:
    """Names the fields at fault; never their values, which may be secrets."""
    if isinstance(error, RecursionError):
        return "nested too deep"
    places = (
        _place(details["loc"])
        for details in error.errors(include_url=False, include_context=False, include_input=False)
    )
    return ", ".join(dict.fromkeys(places))


def _place(location: tuple[int | str, ...]) -> str:
    return str(location[0]) if location else "not an object"
