"""The version of this app; the package has it from here."""

from typing import Final

VERSION: Final = "0.1.0"
