"""The types of arguments: what each takes, and the text where it takes something else."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import Final

from app.cli.usage_texts import command_first_text
from app.i18n.texts import _

TOPUP_WORDS: Final = ("show", "report")
"""What may follow `topup` instead of an amount."""


def amount(text: str) -> str:
    """Returns an amount as it was typed; the words of other commands are none, also after an option."""
    if text in TOPUP_WORDS:
        raise ArgumentTypeError(command_first_text(f"topup {text}"))
    return text


def filled(text: str) -> str:
    """Returns a value that can't be empty, as a variable of a script that is not set would make it."""
    if not text.strip():
        raise ArgumentTypeError(_("The value is empty."))
    return text


def whole(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 6 and int(text):
        return int(text)
    raise ArgumentTypeError(_("Enter a whole number, 1 or more."))


def pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(_("Enter an option as {form}.").format(form="KEY=VALUE"))
    return key, value


def language(name: str) -> str:
    from app.i18n.texts import language_code_of, languages  # noqa: PLC0415 (only for this option)

    code = language_code_of(name)
    if not code:
        text = _("There is no language '{name}', only {languages}.")
        raise ArgumentTypeError(text.format(name=name, languages=", ".join(languages())))
    return code
