"""What argparse says of wrong usage, in the language of the app."""

from __future__ import annotations

import argparse

from app.i18n.texts import _


def translate_argparse() -> None:
    """Has argparse look its texts up here: by itself it asks the system's catalogs, which have none."""
    argparse._ = _translated  # type: ignore[attr-defined]  # it has no other way


def unrecognized_text(arguments: str) -> str:
    return _("unrecognized arguments: %s") % arguments


def command_first_text(name: str) -> str:
    return _("The command '{name}' comes first, and its options after it").format(name=name)


def _translated(text: str) -> str:
    """Returns a text of argparse in the language of the app; one that is not known here as it is."""
    texts = {
        "argument %(argument_name)s: %(message)s": _("argument %(argument_name)s: %(message)s"),
        "the following arguments are required: %s": _("the following arguments are required: %s"),
        "one of the arguments %s is required": _("one of the arguments %s is required"),
        "unrecognized arguments: %s": _("unrecognized arguments: %s"),
        "expected one argument": _("expected one argument"),
        "not allowed with argument %s": _("not allowed with argument %s"),
        "ignored explicit argument %r": _("ignored explicit argument %r"),
        "invalid choice: %(value)r (choose from %(choices)s)": _(
            "invalid choice: %(value)r (choose from %(choices)s)"
        ),
    }
    return texts.get(text, text)
