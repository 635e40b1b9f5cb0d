"""Formats money, dates, durations and byte counts."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from decimal import ROUND_FLOOR, Decimal, localcontext
from functools import cache, lru_cache
from math import ceil
from typing import TYPE_CHECKING

from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal, format_percent
from babel.units import format_unit

from app.i18n.locales import dates_locale, numbers_locale
from app.i18n.texts import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from babel import Locale

_TENTH = Decimal("0.1")
# Dollars have two decimals (spec 2.1); should there be more, none is rounded away.
_MORE_DECIMALS = "0.00################"


def usd(amount: str) -> str:
    """Returns '$1,250.00' for a decimal string of US dollars, in German '1.250,00 $'."""
    return _dollars(Decimal(amount), _MORE_DECIMALS)


def whole_usd(dollars: str) -> str:
    """Returns '$25' for whole dollars, in German '25 $'."""
    return _dollars(Decimal(dollars), "0")


def rate_usd(rate: str) -> str:
    """Returns '$63,749.51' for a rate; small rates keep their decimals."""
    value = Decimal(rate)
    return _dollars(value, "0.00" if value >= 1 else _MORE_DECIMALS)


def _dollars(value: Decimal, decimals: str) -> str:
    return _written(value, decimals, numbers_locale())


@lru_cache(maxsize=512)
def _written(value: Decimal, decimals: str, locale: Locale) -> str:
    pattern = locale.currency_formats["standard"].pattern.replace("0.00", decimals)
    # The longest amounts have 30 digits, more than the precision of `decimal` by default.
    with localcontext(prec=40):
        return str(format_currency(value, "USD", format=pattern, locale=locale, currency_digits=False))


def enumerated(items: Sequence[str]) -> str:
    """Returns items as a part of a sentence: 'the amount and the coin'."""
    return str(format_list(items, locale=dates_locale()))


def clock_time(moment: datetime, *, seconds: bool = False) -> str:
    """Returns the local time of day, '14:02' or '14:02:31'."""
    skeleton = "Hms" if seconds else "Hm"
    return str(format_skeleton(skeleton, moment.astimezone(), locale=dates_locale()))


def day(moment: datetime, now: datetime) -> str:
    """Returns the local day, '18 Nov', with the year when it is another one than now."""
    local, today = moment.astimezone().date(), now.astimezone().date()
    return utc_day(local, today)


def day_and_time(moment: datetime, now: datetime) -> str:
    """Returns '14:02' for today, else '18 Nov, 14:02'."""
    if moment.astimezone().date() == now.astimezone().date():
        return clock_time(moment)
    return dated_time(moment, now)


def dated_time(moment: datetime, now: datetime) -> str:
    """Returns '18 Nov, 14:02', for today as well."""
    return _("{day}, {time}").format(day=day(moment, now), time=clock_time(moment))


def as_of(moment: datetime, now: datetime, *, is_dated: bool = False) -> str:
    """Returns 'as of 14:02', or 'as of 18 Nov, 14:02', which does not depend on the present day."""
    text = dated_time(moment, now) if is_dated else day_and_time(moment, now)
    return _("as of {moment}").format(moment=text)


def ago(moment: datetime, now: datetime) -> str:
    """Returns how long ago something was: '2 min ago', '3 h ago', 'Yesterday', '18 Nov'."""
    passed = now - moment
    local_days = (now.astimezone().date() - moment.astimezone().date()).days
    if passed < timedelta(minutes=1):
        return _("just now")
    if local_days == 0 or passed < timedelta(hours=6):
        return short_age(moment, now)
    if local_days == 1:
        return _("Yesterday")
    return day(moment, now)


def short_age(moment: datetime, now: datetime) -> str:
    """Returns the age of what is shown: 'just now', '4 s ago', '3 min ago', '2 h ago'."""
    seconds = max(0, int((now - moment).total_seconds()))
    if seconds < 2:
        return _("just now")
    if seconds < 60:
        return _("{n} s ago").format(n=seconds)
    if seconds < 3600:
        return _("{n} min ago").format(n=seconds // 60)
    return _("{n} h ago").format(n=seconds // 3600)


def full_moment(moment: datetime) -> str:
    """Returns the local and the UTC time in full, for tooltips and details; once where they are the same."""
    utc, local = _in_full(moment.astimezone(UTC)), _in_full(moment.astimezone())
    if utc == local:
        return _("{moment} UTC").format(moment=utc)
    return _("{local} local time, {utc} UTC").format(local=local, utc=utc)


def utc_moment(moment: datetime) -> str:
    """Returns '21 Nov 2026, 14:18 UTC'."""
    utc = moment.astimezone(UTC)
    time_of_day = str(format_skeleton("Hm", utc, locale=dates_locale()))
    named = _("{day}, {time}").format(
        day=_named_day(utc.date(), dates_locale(), with_year=True), time=time_of_day
    )
    return _("{moment} UTC").format(moment=named)


def zoned_time(moment: datetime) -> str:
    """Returns the local time with its zone, '15:18 CET', or '22 Nov, 00:18 CET'; empty where it is UTC."""
    local, utc = moment.astimezone(), moment.astimezone(UTC)
    if local.utcoffset() == utc.utcoffset():
        return ""
    shown = clock_time(moment) if local.date() == utc.date() else dated_time(moment, utc)
    return f"{shown} {local.tzname()}"


def month_name(month: date) -> str:
    """Returns 'November 2026'."""
    return str(format_skeleton("yMMMM", datetime.combine(month, time()), locale=dates_locale()))


def _in_full(moment: datetime) -> str:
    time_of_day = str(format_skeleton("Hms", moment, locale=dates_locale()))
    return _("{day}, {time}").format(
        day=_named_day(moment.date(), dates_locale(), with_year=True), time=time_of_day
    )


def countdown(left: timedelta) -> str:
    """Returns what is left as '27:48', or '1:02:03' from an hour on; never below zero."""
    seconds = max(0, int(left.total_seconds()))
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def rough_duration(left: timedelta) -> str:
    """Returns a span in its two largest units: '2 d 19 h', '3 h 5 min', '4 min', '40 s'."""
    seconds = max(0, ceil(left.total_seconds()))
    if 0 < seconds < 60:
        return _("{n} s").format(n=seconds)
    minutes = seconds // 60
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    return _("{minutes} min").format(minutes=minutes)


def pause(asked: timedelta) -> str:
    """Returns a pause that the service asks for, never too short: '1 s', '90 s', '3 min', '2 h 0 min'."""
    seconds = max(1, ceil(asked.total_seconds()))
    if seconds < 120:
        return _("{n} s").format(n=seconds)
    return rough_duration(timedelta(minutes=ceil(seconds / 60)))


def shortened(text: str) -> str:
    """Returns a long identifier as '7d4f0c…e91b22a', where it is not copied."""
    return text if len(text) <= 14 else f"{text[:6]}…{text[-7:]}"


def characters(n: int) -> str:
    """Returns '1 character', '64 characters'."""
    return ngettext("{n} character", "{n} characters", n).format(n=n)


def number(n: int) -> str:
    """Returns a count, '18,204'."""
    return _counted(n, numbers_locale())


@lru_cache(maxsize=1024)
def _counted(n: int, locale: Locale) -> str:
    return str(format_decimal(n, locale=locale))


def found_of(found: int, total: int) -> str:
    """Returns how many rows of a list pass its filter, '12 of 1,590 found'."""
    return _("{n} of {m} found").format(n=number(found), m=number(total))


def utc_day(of: date, today: date) -> str:
    """Returns a day that is UTC already, '13 Nov', with the year when it is another one than today's."""
    return _named_day(of, dates_locale(), with_year=of.year != today.year)


@lru_cache(maxsize=1024)
def _named_day(of: date, locale: Locale, *, with_year: bool) -> str:
    return str(format_skeleton("yMMMd" if with_year else "MMMd", datetime.combine(of, time()), locale=locale))


def data_size(count_bytes: int) -> str:
    """Returns an amount of data in three figures or so: '1.31 GB', '31.4 GB', '512 MB', '0 B'."""
    factor, unit = data_unit(count_bytes)
    amount = Decimal(count_bytes) / factor
    decimals = 0 if factor == 1 or amount >= 100 else 1 if amount >= 10 else 2
    return _amount(fixed(amount, decimals), unit)


def data_in_unit_of(count_bytes: int, largest_bytes: int, decimals: int = 1) -> str:
    """Returns an amount in the unit of the largest of its column: '7.9 GB'; bytes have no decimals."""
    factor, unit = data_unit(largest_bytes)
    return _amount(fixed(Decimal(count_bytes) / factor, 0 if factor == 1 else decimals), unit)


def used_of(used_bytes: int, total_bytes: int) -> str:
    """Returns '31.4 of 50 GB'; the used part is rounded down, so that it looks full only when it is."""
    used, total, unit = _beside(used_bytes, total_bytes, decimals=3)
    return _("{used} of {total} {unit}").format(used=used, total=total, unit=unit)


def used_of_cap(used_bytes: int, traffic_cap_bytes: int | None) -> str:
    """Returns '3.2 / 5 GB', or '0.4 GB / no cap'; what is used is rounded down, the cap is as it was set."""
    if traffic_cap_bytes is None:
        factor, unit = data_unit(10**9)
        return _("{used} / no cap").format(used=_amount(_short(Decimal(used_bytes) / factor), unit))
    used, cap, unit = _beside(used_bytes, traffic_cap_bytes, decimals=9)
    return _("{used} / {cap} {unit}").format(used=used, cap=cap, unit=unit)


def _beside(used_bytes: int, whole_bytes: int, *, decimals: int) -> tuple[str, str, str]:
    """Returns what is used, the whole, and their unit; both read the same where all is used."""
    factor, unit = data_unit(whole_bytes or 10**9)
    whole = _exact(Decimal(whole_bytes) / factor, decimals)
    used = whole if used_bytes == whole_bytes else _short(Decimal(used_bytes) / factor)
    return used, whole, unit


def exact_gb(count_bytes: int) -> str:
    """Returns an amount of data in GB to the byte: '5 GB', '0.001234567 GB'."""
    factor, unit = data_unit(10**9)
    return _amount(_exact(Decimal(count_bytes) / factor), unit)


def data_left(count_bytes: int) -> str:
    """Returns '18.6 GB left', rounded down; below nothing it is nothing."""
    factor, unit = data_unit(max(0, count_bytes))
    return _("{amount} {unit} left").format(amount=_short(Decimal(max(0, count_bytes)) / factor), unit=unit)


def _amount(number: str, unit: str) -> str:
    return _("{number} {unit}").format(number=number, unit=unit)


def data_unit(count_bytes: int) -> tuple[int, str]:
    """Returns the bytes and the name of the unit that fits.

    A GB is 10^9 bytes, as plans are sold: `residential-50gb` has 50,000,000,000.
    """
    for factor, unit in ((10**9, "gigabyte"), (10**6, "megabyte"), (10**3, "kilobyte")):
        if count_bytes >= factor:
            return factor, _unit_symbol(unit, numbers_locale())
    return 1, _unit_symbol("byte", numbers_locale())


@cache
def _unit_symbol(unit: str, locale: Locale) -> str:
    """Returns the symbol of a unit of data: 'GB', in French 'Go', in Russian 'ГБ'."""
    # CLDR's narrow form is the symbol where the short one is a word, 'Mbyte' in German. Some languages
    # have the short one alone; Babel then puts the name of the unit for the narrow one.
    name = f"digital-{unit}"
    narrow = format_unit("", name, "narrow", locale=locale).strip()
    return narrow if narrow != name else format_unit("", name, "short", locale=locale).strip()


def fixed(amount: Decimal | float, decimals: int) -> str:
    """Returns a number with so many decimals: '0.50'."""
    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return str(format_decimal(amount, format=pattern, locale=numbers_locale()))


def _exact(amount: Decimal, max_decimals: int = 9) -> str:
    with localcontext(prec=40):
        return str(format_decimal(amount, format=f"#,##0.{'#' * max_decimals}", locale=numbers_locale()))


def _short(amount: Decimal) -> str:
    with localcontext(prec=40):
        return str(
            format_decimal(amount.quantize(_TENTH, ROUND_FLOOR), format="#,##0.#", locale=numbers_locale())
        )


def percent(share: float) -> str:
    """Returns '36 %' for 0.36; a little is 'under 1 %', not nothing."""
    if 0 < share < 0.01:
        return unbroken(_("under 1 %"))
    locale = numbers_locale()
    # English sets the sign apart here, as the other texts do.
    pattern = "#,##0\u00a0%" if locale.language == "en" else locale.percent_formats[None].pattern
    return str(format_percent(Decimal(round(share * 100)) / 100, format=pattern, locale=locale))


def unbroken(text: str) -> str:
    """Returns a text in which no line ends between a number and its percent sign."""
    return text.replace(" %", "\u00a0%")
