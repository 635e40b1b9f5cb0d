"""Writes the files of `resources/cldr`: what each language of the app writes its own way, as Babel knows it.

English writes days as in Britain, '18 Nov', and sets the percent sign apart, as the other texts do.
"""

import json
from datetime import date
from pathlib import Path
from typing import Any

from babel import Locale
from babel.dates import format_skeleton
from babel.numbers import format_currency, format_percent, get_decimal_symbol, get_group_symbol
from babel.units import format_unit

from app.i18n.texts import ENGLISH, languages

FOLDER = Path(__file__).parent.parent / "resources" / "cldr"
_TIME_FIELDS = {"HH": "{0.hour:02}", "H": "{0.hour}", "mm": "{0.minute:02}", "ss": "{0.second:02}"}
# Neither is a part of the other, nor the number of a month.
_DAY, _YEAR = 28, 1937


def main() -> None:
    """Writes a file for each language."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def files() -> dict[str, str]:
    """Returns the texts of the files, by name."""
    return {
        f"{code}.json": json.dumps(locale_data(code), ensure_ascii=False, indent=1) + "\n"
        for code in languages()
    }


def locale_data(code: str) -> dict[str, Any]:
    """Returns the fields of `app.i18n.locales.LocaleData`."""
    locale = Locale.parse(code)
    dates = Locale.parse("en_GB") if code == ENGLISH else locale
    decimal_sign = get_decimal_symbol(locale)
    return {
        "decimal_sign": decimal_sign,
        "group_sign": get_group_symbol(locale),
        "dollars": format_currency(7, "USD", locale=locale).replace(f"7{decimal_sign}00", "{}"),
        "percent": "{}\u00a0%" if code == ENGLISH else format_percent(0.07, locale=locale).replace("7", "{}"),
        "units": {
            unit: _symbol(f"digital-{unit}", locale) for unit in ("byte", "kilobyte", "megabyte", "gigabyte")
        },
        "time": _time("Hm", dates),
        "time_with_seconds": _time("Hms", dates),
        "days": _in_each_month("MMMd", dates),
        "days_with_year": _in_each_month("yMMMd", dates),
        "months": _in_each_month("yMMMM", dates),
        "list": dates.list_patterns["standard"]["middle"],
        "list_and": dates.list_patterns["standard"]["end"],
        "list_or": dates.list_patterns["or"]["end"],
        "territories": dict(sorted(locale.territories.items())),
    }


def _symbol(unit: str, locale: Locale) -> str:
    """Returns the symbol of a unit: 'GB', in French 'Go', in Russian 'ГБ'."""
    # CLDR's narrow form is the symbol where the short one is a word, 'Mbyte' in German. Some languages
    # have the short one alone; Babel then puts the name of the unit for the narrow one.
    narrow = format_unit("", unit, "narrow", locale=locale).strip()
    return narrow if narrow != unit else format_unit("", unit, "short", locale=locale).strip()


def _time(skeleton: str, locale: Locale) -> str:
    pattern = locale.datetime_skeletons[skeleton].pattern
    return ":".join(_TIME_FIELDS[field] for field in pattern.split(":"))


def _in_each_month(skeleton: str, locale: Locale) -> list[str]:
    days = (date(_YEAR, month, _DAY) for month in range(1, 13))
    written = (format_skeleton(skeleton, day, locale=locale) for day in days)
    return [text.replace(str(_YEAR), "{0.year}").replace(str(_DAY), "{0.day}") for text in written]


if __name__ == "__main__":
    main()
