"""Encodes texts as QR codes (ISO/IEC 18004)."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple

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
    from qrcode.main import QRCode  # noqa: PLC0415 - not before the first code is shown

    version, level = _version_and_level(text)
    code = QRCode(version=version, error_correction=level, border=0)
    code.add_data(text)
    code.make(fit=False)
    return QrMatrix(tuple(tuple(bool(dark) for dark in row) for row in code.modules), version)


def full_size_of(text: str) -> int:
    """Returns the modules of a side of a text's code, with the quiet zone, without encoding it.

    Raises:
        QrOverflowError: The text is too long for any version.
    """
    version, _level = _version_and_level(text)
    return 17 + 4 * version + 2 * QUIET_ZONE


@lru_cache(maxsize=8)
def _version_and_level(text: str) -> tuple[int, int]:
    if len(text) > _MAX_CHARACTERS:
        raise QrOverflowError("too long for a QR code")
    from qrcode import constants  # noqa: PLC0415 - see `encode`
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415
    from qrcode.main import QRCode  # noqa: PLC0415

    def min_version(level: int) -> int:
        trial = QRCode(error_correction=level)
        trial.add_data(text)
        return int(trial.best_fit(start=1))

    try:
        version = min_version(constants.ERROR_CORRECT_L)
    except (DataOverflowError, ValueError) as error:
        raise QrOverflowError("too long for a QR code") from error
    for level in (constants.ERROR_CORRECT_H, constants.ERROR_CORRECT_Q, constants.ERROR_CORRECT_M):
        with suppress(DataOverflowError, ValueError):
            if min_version(level) == version:
                return version, level
    return version, constants.ERROR_CORRECT_L
