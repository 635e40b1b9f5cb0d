"""The base of all models, and what reads their fields from JSON: strict integers, sanitized texts."""

from __future__ import annotations

import math
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn, Self, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")
D = TypeVar("D")

INT64_MAX: Final = 2**63 - 1
_MAX_DEPTH: Final = 16
_MISSING: Final = object()


class MalformedError(ValueError):
    """A JSON value is not a record of a model; the text never repeats it, since it may be a secret.

    Attributes:
        fields: The fields at fault, by their JSON names; empty where it is no object.
    """

    def __init__(self, fields: tuple[str, ...] = ()) -> None:
        super().__init__(", ".join(fields) or "not an object")
        self.fields = fields


class Field:
    """A field of a model.

    Attributes:
        read: Returns the field's value from its JSON value; raises `ValueError`.
        default: Its value where the record has none, or null.
        is_lenient: Whether an invalid value counts as left out.
        json_name: Its JSON name; by default its name in camelCase.
        is_secret: Whether it is left out of `repr`.
    """

    __slots__ = ("default", "is_lenient", "is_secret", "json_name", "read")

    def __init__(
        self,
        read: Callable[[Any], object],
        default: object = _MISSING,
        *,
        is_lenient: bool = False,
        json_name: str = "",
        is_secret: bool = False,
    ) -> None:
        self.read = read
        self.default = default
        self.is_lenient = is_lenient
        self.json_name = json_name
        self.is_secret = is_secret


def required(read: Callable[[Any], T], *, json_name: str = "", is_secret: bool = False) -> T:
    """Declares a field that every record has; see `Field`."""
    field: Any = Field(read, json_name=json_name, is_secret=is_secret)
    return field  # type: ignore[no-any-return]


def optional(read: Callable[[Any], T], *, default: D, json_name: str = "") -> T | D:
    """Declares a field that a record may leave out; see `Field`."""
    field: Any = Field(read, default, json_name=json_name)
    return field  # type: ignore[no-any-return]


def lenient(read: Callable[[Any], T], *, default: D) -> T | D:
    """Declares a field that a record may leave out, and whose invalid value counts as left out.

    Not where the default would be a false promise, such as 'no memo needed' or 'no cap'.
    """
    field: Any = Field(read, default, is_lenient=True)
    return field  # type: ignore[no-any-return]


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(required, optional, lenient)
)
class Value:
    """A frozen value; JSON names are camelCase, unknown fields are ignored, null is like left out.

    The spec often leaves open which of the two an unset field is (spec 2.1). Not a library's model: to import
    one and to build its validators took a tenth of the start.

    Attributes:
        model_fields: The fields by their names.
    """

    model_fields: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls) -> None:
        """Collects the fields that the class declares."""
        own = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        for name, field in own.items():
            delattr(cls, name)
            first, *others = name.split("_")
            field.json_name = field.json_name or first + "".join(map(str.capitalize, others))
        cls.model_fields = cls.model_fields | own

    def __init__(self, **values: object) -> None:
        """Reads the fields, by their names.

        Raises:
            MalformedError: One is missing or invalid.
        """
        self._read(values)

    @classmethod
    def model_validate(cls, raw: object) -> Self:
        """Returns the value of a JSON object.

        Raises:
            MalformedError: It is no object, or lacks fields, or has invalid ones.
        """
        if isinstance(raw, cls):
            return raw
        if not isinstance(raw, dict):
            raise MalformedError
        value = cls.__new__(cls)
        value._read(raw)  # noqa: SLF001 (of this class)
        return value

    def _read(self, raw: dict[str, Any]) -> None:
        wrong: list[str] = []
        values = self.__dict__
        for name, field in self.model_fields.items():
            given = raw.get(field.json_name)
            if given is None:
                given = raw.get(name)
            try:
                if given is not None:
                    values[name] = field.read(given)
                    continue
            except ValueError:
                if not field.is_lenient:
                    wrong.append(field.json_name)
                    continue
            if field.default is _MISSING:
                wrong.append(field.json_name)
            values[name] = field.default
        if wrong:
            raise MalformedError(tuple(wrong))

    def model_dump(self, *, json_names: bool = False, exclude_none: bool = False) -> dict[str, Any]:
        """Returns the value as JSON content.

        Args:
            json_names: Whether fields have their JSON names.
            exclude_none: Whether fields that are None are left out.
        """

        def content(value: object) -> object:
            if isinstance(value, Value):
                return value.model_dump(json_names=json_names, exclude_none=exclude_none)
            if isinstance(value, tuple | list):
                return [content(item) for item in value]
            return value.isoformat() if isinstance(value, date) else value

        values = self.__dict__
        return {
            field.json_name if json_names else name: content(values[name])
            for name, field in self.model_fields.items()
            if not exclude_none or values[name] is not None
        }

    def model_copy(self, *, update: dict[str, Any]) -> Self:
        """Returns a copy with other values of some fields, which are not read again."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__, **update)
        return copy

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        """Refuses every change."""
        raise AttributeError(f"{type(self).__name__}.{name} can't be changed")

    def __eq__(self, other: object) -> bool:
        """Returns whether it is the same value of the same model."""
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        """Hashes all fields."""
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        """Leaves secrets out."""
        shown = (name for name, field in self.model_fields.items() if not field.is_secret)
        return f"{type(self).__name__}({', '.join(f'{name}={self.__dict__[name]!r}' for name in shown)})"


def whole_number(lowest: int, highest: int = INT64_MAX) -> Callable[[object], int]:
    """Returns what reads a whole number of a range; larger than 64 bits are no counts and break drawing."""

    def read(raw: object) -> int:
        if type(raw) is not int or not lowest <= raw <= highest:
            raise ValueError("not a number of the range")
        return raw

    return read


count: Final = whole_number(0)
"""Reads a whole number of things or bytes, at least 0."""


def flag(raw: object) -> bool:
    """Reads true or false, and nothing that is like it."""
    if not isinstance(raw, bool):
        raise ValueError("not a flag")  # noqa: TRY004 (of a text that was received)
    return raw


def text(raw: object) -> str:
    """Reads a string, never converted from another type, sanitized."""
    if not isinstance(raw, str):
        raise ValueError("not a text")  # noqa: TRY004 (of a text that was received)
    return raw if raw.isascii() else sanitize_text(raw)


def one_of(choices: Iterable[T]) -> Callable[[object], T]:
    """Returns what reads one of some texts."""
    known: dict[object, T] = {choice: choice for choice in choices}

    def read(raw: object) -> T:
        if not isinstance(raw, str) or raw not in known:
            raise ValueError("not one of the choices")
        return known[raw]

    return read


def many(read: Callable[[Any], T]) -> Callable[[object], tuple[T, ...]]:
    """Returns what reads a list, each item by `read`."""

    def read_all(raw: object) -> tuple[T, ...]:
        if not isinstance(raw, list | tuple):
            raise ValueError("not a list")  # noqa: TRY004 (of a text that was received)
        return tuple(map(read, raw))

    return read_all


def mapping(read: Callable[[Any], T]) -> Callable[[object], dict[str, T]]:
    """Returns what reads an object of any names, each value by `read`."""

    def read_all(raw: object) -> dict[str, T]:
        if not isinstance(raw, dict):
            raise ValueError("not an object")  # noqa: TRY004 (of a text that was received)
        return {text(name): read(item) for name, item in raw.items()}

    return read_all


def sanitize(value: object, depth: int = 0) -> object:
    """Returns a JSON value that can be written again: no endless nesting, no NaN, no half characters.

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
