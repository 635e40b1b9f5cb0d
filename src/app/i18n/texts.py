"""Translates texts through gettext, in the chosen language."""

from __future__ import annotations

import gettext as _gettext
import os
from functools import reduce
from typing import TYPE_CHECKING, Final

from app.i18n.pseudo_languages import AccentedTexts, MirroredTexts
from app.resources import resource_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ENGLISH: Final = "en"
CHINESE: Final = "zh_Hans"
_NAMES: Final = {
    ENGLISH: "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "ru": "Русский",
    CHINESE: "简体中文",
}
# Made from the English texts at each call: they show what was never translated, and what is clipped.
_PSEUDO: Final = {"qps": AccentedTexts, "qps-rtl": MirroredTexts}
_RIGHT_TO_LEFT: Final = frozenset(("qps-rtl",))
_TRADITIONAL: Final = frozenset(("TW", "HK", "MO", "HANT"))
# In the order in which the C library asks them.
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_UNTRANSLATED: Final = frozenset(("C", "POSIX"))

_translations: _gettext.NullTranslations = _gettext.NullTranslations()
_current: str = ENGLISH


def _(message: str) -> str:
    return _translations.gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """Returns the form of a text that fits the number `n`; the text has its own `{n}`."""
    return _translations.ngettext(one, many, n)


def pgettext(context: str, message: str) -> str:
    """Translates a text whose English has several senses; `context` names the one for translators."""
    return _translations.pgettext(context, message)


def listed(parts: Iterable[str]) -> str:
    """Returns parts one after the other, as the cells of a row are read aloud: 'Germany, DE, 11.2 GB'."""
    pair = pgettext("two parts of a row, one after the other", "{before}, {after}")
    filled = [part for part in parts if part]
    return reduce(lambda before, after: pair.format(before=before, after=after), filled) if filled else ""


def sentences(parts: Iterable[str]) -> str:
    """Returns whole sentences one after the other; there is no blank between two in Chinese."""
    pair = pgettext("two sentences, one after the other", "{before} {after}")
    filled = [part for part in parts if part]
    return reduce(lambda before, after: pair.format(before=before, after=after), filled) if filled else ""


def languages() -> dict[str, str]:
    """Returns the languages to choose from: their names in their own words, by code."""
    return {code: name for code, name in _NAMES.items() if code == ENGLISH or _has_catalog(code)}


def language_code_of(locale_name: str) -> str:
    """Returns the code of the language meant by 'de', 'de_AT.UTF-8' or 'zh-CN'; '' if there is no such one.

    The pseudo-languages have the codes `qps` and `qps-rtl`.
    """
    code = locale_name if locale_name in _PSEUDO else _language_of(locale_name)
    return code if code in _PSEUDO or code in languages() else ""


def use_language(code: str = "") -> None:
    """Switches the language; texts that were translated before stay as they are.

    Args:
        code: One of `languages()`, `qps` (accents, 40 % longer) or `qps-rtl` (right to left). Empty for
            the result of `chosen_language`; English for an unknown code.
    """
    global _translations, _current
    wanted = code or chosen_language()
    if wanted in _PSEUDO:
        _translations, _current = _PSEUDO[wanted](), wanted
    elif wanted != ENGLISH and wanted in languages():
        with resource_path("locale", wanted, "LC_MESSAGES", "tollhouse.mo").open("rb") as catalog:
            _translations, _current = _gettext.GNUTranslations(catalog), wanted
    else:
        _translations, _current = _gettext.NullTranslations(), ENGLISH


def chosen_language(setting: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """Returns the language to begin with: `TOLLHOUSE_LANGUAGE`, the setting (a code), or the system's."""
    locale_name = environment.get("TOLLHOUSE_LANGUAGE", "")
    return language_code_of(locale_name) or setting or _system_language(environment)


def current() -> str:
    return _current


def is_pseudo() -> bool:
    return _current in _PSEUDO


def reads_right_to_left() -> bool:
    return _current in _RIGHT_TO_LEFT


def _system_language(environment: Mapping[str, str]) -> str:
    """Returns the first language that the system asks for and the app has, else English.

    As in GNU gettext, `LANGUAGE` says nothing in the locale C: who sets `LC_ALL=C` wants English.
    """
    locale_name = next((environment[name] for name in _LOCALE_VARIABLES if environment.get(name)), "")
    if locale_name in _UNTRANSLATED:
        return ENGLISH
    locale_names = environment.get("LANGUAGE") or locale_name
    available = languages()
    codes = (_language_of(name) for name in locale_names.split(":"))
    return next((code for code in codes if code in available), ENGLISH)


def _language_of(locale_name: str) -> str:
    """Returns the app's code for a system's 'de_AT.UTF-8' or 'zh-Hans-CN'."""
    language, *parts = locale_name.partition(".")[0].partition("@")[0].replace("-", "_").split("_")
    language = language.lower()
    if language != "zh":
        return language
    return "" if _TRADITIONAL & {part.upper() for part in parts} else CHINESE


def _has_catalog(code: str) -> bool:
    return resource_path("locale", code, "LC_MESSAGES", "tollhouse.mo").is_file()
