"""Encodes texts as QR codes (ISO/IEC 18004)."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

QUIET_ZONE = 4  # modules on each side
_MAX_PHONE_BYTES: Final = 520
_MAX_CHARACTERS: Final = 7_089  # the digits that the largest code holds


class QrOverflowError(ValueError):
    """The text is longer than the largest QR code holds."""


class QrMatrix(NamedTuple):
    """The modules of a code, True is dark; without the quiet zone."""

    rows: tuple[tuple[bool, ...], ...]
    version: int

    @property
    def size(self) -> int:
        return len(self.rows)

    @property
    def full_size(self) -> int:
        return self.size + 2 * QUIET_ZONE


def fits_phone(text: str) -> bool:
    """Returns whether phones read its code from a small picture: version 15 at most, of 77 modules a side."""
    return len(text.encode()) <= _MAX_PHONE_BYTES


@lru_cache(maxsize=8)
def encode(text: str) -> QrMatrix:
    """Encodes a text in the smallest version, with the highest error correction that still fits it.

    The last ones are cached: users switch between link and address.

    Raises:
        QrOverflowError: The text is too long for any version.
    """
    if len(text) > _MAX_CHARACTERS:
        raise QrOverflowError("too long for a QR code")
    import qrcode  # noqa: PLC0415 - not before the first code is shown
    from qrcode import constants  # noqa: PLC0415
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415

    def min_version(level: int) -> int:
        trial = qrcode.QRCode(error_correction=level)
        trial.add_data(text)
        return int(trial.best_fit(start=1))

    try:
        version = min_version(constants.ERROR_CORRECT_L)
    except (DataOverflowError, ValueError) as error:
        raise QrOverflowError("too long for a QR code") from error
    for level in (constants.ERROR_CORRECT_H, constants.ERROR_CORRECT_Q, constants.ERROR_CORRECT_M):
        try:
            if min_version(level) == version:
                break
        except (DataOverflowError, ValueError):
            continue
    else:
        level = constants.ERROR_CORRECT_L
    code = qrcode.QRCode(version=version, error_correction=level, border=0)
    code.add_data(text)
    code.make(fit=False)
    return QrMatrix(tuple(tuple(bool(dark) for dark in row) for row in code.modules), version)


def encode_all(texts: Iterable[str]) -> None:
    """Encodes the texts that are shown next; may run in any thread."""
    for text in texts:
        with suppress(QrOverflowError):
            encode(text)
