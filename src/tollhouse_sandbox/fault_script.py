"""Scripted faults: which one strikes which request."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_CONTROL = "/_sandbox/"
FaultKind = Literal[
    "delay",
    "drip",
    "reset_before",
    "reset_after",
    "status",
    "status_after",
    "truncate",
    "headers",
    "mutate",
    "raw_body",
    "stored_error",
    "clock_shift",
]

_HeaderName = Annotated[str, Field(pattern=r"^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$")]
_HeaderValue = Annotated[str, Field(pattern=r"^([!-~]([ -~]*[!-~])?)?$", max_length=8192)]


class Fault(BaseModel):
    """One fault of the script.

    Attributes:
        route: Method and path, such as `POST /v1/topups`; `{…}` matches one part of a path, `*` at the
            end matches anything, a method of `*` all methods.
        nth: The request that it strikes, counted from 1 among those that match.
        every: Whether it strikes from the `nth` request on, each time.
        seconds: `delay`: how long; `drip`: the pause between chunks; `clock_shift`: added to `Date`.
        chunk: `drip`: bytes a chunk.
        status: `status`, `status_after`, `stored_error`, `raw_body`: the response's status.
        body: The same kinds: the response's body; not given, an error envelope.
        content_type: The same kinds: the body's type.
        headers: Headers set on the response; null removes one.
        bytes: `truncate`: how many bytes of the body are sent.
        path: `mutate`: where in the JSON response, such as `data.0.address`.
        value: `mutate`: what is put there.
        delete: `mutate`: whether the field is taken out instead.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    route: str = Field(min_length=1, max_length=200)
    kind: FaultKind
    nth: int = Field(default=1, ge=1, le=1_000_000)
    every: bool = False
    seconds: float = Field(default=0.0, ge=-1e9, le=1e9, allow_inf_nan=False)
    chunk: int = Field(default=1, ge=1, le=1_048_576)
    status: int | None = Field(default=None, ge=200, le=599)
    body: str | None = Field(default=None, max_length=1_048_576)
    content_type: str = Field(default="application/json", max_length=200, pattern=r"^[!-~]([ -~]*[!-~])?$")
    headers: dict[_HeaderName, _HeaderValue | None] = Field(default_factory=dict)
    bytes: int = Field(default=0, ge=0, le=1_073_741_824)
    path: str = Field(default="", max_length=200)
    value: Any = None
    delete: bool = False


class FaultScript:
    """The faults to come, and how many requests each has seen since the script was set."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._seen: list[int] = []

    def replace(self, faults: Sequence[Fault]) -> None:
        """Sets a new script and counts from the start; an empty one ends all faults."""
        self._faults = list(faults)
        self._seen = [0] * len(self._faults)

    def strike(self, method: str, path: str) -> list[Fault]:
        """Counts a request and returns the faults that apply to it; none apply to control routes."""
        if not self._faults or path.startswith(_CONTROL):
            return []
        struck = []
        for index, fault in enumerate(self._faults):
            if not _matches(fault.route, method, path):
                continue
            self._seen[index] += 1
            seen = self._seen[index]
            if seen == fault.nth or (fault.every and seen > fault.nth):
                struck.append(fault)
        return struck


def can_strike(route: str, method: str, path: str) -> bool:
    """Returns whether a fault's route matches requests with a path such as `/v1/topups/{topUpId}`."""
    return not path.startswith(_CONTROL) and _matches(route, method, path)


def _matches(route: str, method: str, path: str) -> bool:
    wanted_method, _, template = route.rpartition(" ")
    if wanted_method not in ("", "*", method):
        return False
    wanted, given = template.split("/"), path.split("/")
    if template.endswith("*"):
        given = given[: len(wanted)]
    return len(wanted) == len(given) and all(map(_is_part, wanted, given))


def _is_part(wanted: str, given: str) -> bool:
    if any(part.startswith("{") and part.endswith("}") for part in (wanted, given)):
        return True
    return given.startswith(wanted[:-1]) if wanted.endswith("*") else given == wanted
