"""The one door to the words of the app: gettext, English until a language is chosen."""

from __future__ import annotations

import gettext as _gettext

_translations: _gettext.NullTranslations = _gettext.NullTranslations()


def _(message: str) -> str:
    """Returns a text in the language of the app."""
    return _translations.gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """Returns the form of a text that fits the number `n`; the text has its own `{n}`."""
    return _translations.ngettext(one, many, n)
