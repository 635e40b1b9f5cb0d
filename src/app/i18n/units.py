"""Formats money, dates, durations and byte counts."""

from __future__ import annotations

from datetime import UTC, timedelta
from decimal import ROUND_FLOOR, Decimal, localcontext
from functools import reduce
from math import ceil
from typing import TYPE_CHECKING

from app.i18n.locales import locale_data
from app.i18n.texts import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

_TENTH = Decimal("0.1")
# Dollars have two decimals (spec 2.1); should there be more, none is rounded away.
_MOST_DECIMALS = 18


def usd(amount: str) -> str:
    """Returns '$1,250.00' for a decimal string of US dollars, in German '1.250,00 $'; rounds nothing."""
    return _dollars(Decimal(amount), 2, _MOST_DECIMALS)


def whole_usd(dollars: str) -> str:
    """Returns '$25' for whole dollars, in German '25 $'."""
    return _dollars(Decimal(dollars), 0)


def _dollars(value: Decimal, decimals: int, max_decimals: int = 0) -> str:
    text = locale_data().dollars.format(_written(value.copy_abs(), decimals, max_decimals))
    return f"-{text}" if value.is_signed() else text


def enumerated(items: Sequence[str]) -> str:
    """Returns items as a part of a sentence: 'the amount, the coin and the network'."""
    return _joined(items, locale_data().list_and)


def alternatives(items: Sequence[str]) -> str:
    """Returns items of which one is meant as a part of a sentence: 'Bitcoin, Litecoin or Tron'."""
    return _joined(items, locale_data().list_or)


def _joined(items: Sequence[str], ending: str) -> str:
    if len(items) < 2:
        return "".join(items)
    *others, last = items
    return ending.format(reduce(locale_data().list.format, others), last)


def clock_time(moment: datetime, *, seconds: bool = False) -> str:
    """Returns the local time of day, '14:02' or '14:02:31'."""
    return _time_of_day(moment.astimezone(), seconds=seconds)


def _time_of_day(moment: datetime, *, seconds: bool = False) -> str:
    data = locale_data()
    return (data.time_with_seconds if seconds else data.time).format(moment)


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


def ago(moment: datetime, now: datetime, *, is_alone: bool = False) -> str:
    """Returns how long ago something was: '2 min ago', '3 h ago', 'yesterday', '18 Nov'.

    Args:
        is_alone: Whether it is no part of a sentence: 'Yesterday'.
    """
    passed = now - moment
    local_days = (now.astimezone().date() - moment.astimezone().date()).days
    if passed < timedelta(minutes=1):
        return _("just now")
    if local_days == 0 or passed < timedelta(hours=6):
        return short_age(moment, now)
    if local_days == 1:
        return _("Yesterday") if is_alone else _("yesterday")
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
    named = _("{day}, {time}").format(day=_named_day(utc, with_year=True), time=_time_of_day(utc))
    return _("{moment} UTC").format(moment=named)


def zoned_time(moment: datetime) -> str:
    """Returns the local time with its zone, '15:18 CET', or '22 Nov, 00:18 CET'; empty where it is UTC.

    A zone without letters is named by its offset: '20:03 UTC+05:45'.
    """
    local, utc = moment.astimezone(), moment.astimezone(UTC)
    if local.utcoffset() == utc.utcoffset():
        return ""
    shown = clock_time(moment) if local.date() == utc.date() else dated_time(moment, utc)
    zone = local.tzname() or ""
    return f"{shown} {zone}" if zone[:1].isalpha() else f"{shown} UTC{local.isoformat()[-6:]}"


def month_name(month: date) -> str:
    """Returns 'November 2026'."""
    return locale_data().months[month.month - 1].format(month)


def _in_full(moment: datetime) -> str:
    return _("{day}, {time}").format(
        day=_named_day(moment, with_year=True), time=_time_of_day(moment, seconds=True)
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
    return _written(Decimal(n))


def found_of(found: int, total: int) -> str:
    """Returns how many rows of a list pass its filter, '12 of 1,590 found'."""
    return _("{n} of {m} found").format(n=number(found), m=number(total))


def utc_day(of: date, today: date) -> str:
    """Returns a day that is UTC already, '13 Nov', with the year when it is another one than today's."""
    return _named_day(of, with_year=of.year != today.year)


def _named_day(of: date, *, with_year: bool) -> str:
    data = locale_data()
    return (data.days_with_year if with_year else data.days)[of.month - 1].format(of)


def data_size(count_bytes: int, *, rounds_down: bool = False) -> str:
    """Returns an amount of data in three figures or so: '1.31 GB', '31.4 GB', '512 MB', '0 B'."""
    factor, unit = data_unit(count_bytes)
    amount = Decimal(count_bytes) / factor
    decimals = 0 if factor == 1 or amount >= 100 else 1 if amount >= 10 else 2
    if rounds_down:
        with localcontext(prec=40):
            amount = amount.quantize(Decimal(1).scaleb(-decimals), ROUND_FLOOR)
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
    whole = _written(Decimal(whole_bytes) / factor, max_decimals=decimals)
    used = whole if used_bytes == whole_bytes else _short(Decimal(used_bytes) / factor)
    return used, whole, unit


def exact_gb(count_bytes: int) -> str:
    """Returns an amount of data in GB to the byte: '5 GB', '0.001234567 GB'."""
    factor, unit = data_unit(10**9)
    return _amount(_written(Decimal(count_bytes) / factor, max_decimals=9), unit)


def data_left(count_bytes: int) -> str:
    """Returns '18.6 GB left', rounded down; below nothing it is nothing."""
    factor, unit = data_unit(max(0, count_bytes))
    return _("{amount} {unit} left").format(amount=_short(Decimal(max(0, count_bytes)) / factor), unit=unit)


def exact_left(count_bytes: int) -> str:
    """Returns '2.75 GB left', as it was set."""
    factor, unit = data_unit(count_bytes)
    amount = _written(Decimal(count_bytes) / factor, max_decimals=9)
    return _("{amount} {unit} left").format(amount=amount, unit=unit)


def _amount(number: str, unit: str) -> str:
    return _("{number} {unit}").format(number=number, unit=unit)


def data_unit(count_bytes: int) -> tuple[int, str]:
    """Returns the bytes and the name of the unit that fits.

    A GB is 10^9 bytes, as plans are sold: `residential-50gb` has 50,000,000,000.
    """
    units = locale_data().units
    for factor, unit in ((10**9, "gigabyte"), (10**6, "megabyte"), (10**3, "kilobyte")):
        if count_bytes >= factor:
            return factor, units[unit]
    return 1, units["byte"]


def fixed(amount: Decimal | float, decimals: int) -> str:
    """Returns a number with so many decimals: '0.50'."""
    return _written(Decimal(str(amount)), decimals)


def _short(amount: Decimal) -> str:
    with localcontext(prec=40):
        return _written(amount.quantize(_TENTH, ROUND_FLOOR), max_decimals=1)


def _written(number: Decimal, decimals: int = 0, max_decimals: int = 0) -> str:
    """Returns a number with so many decimals, and more, up to the most, as far as they are not zero."""
    data = locale_data()
    whole, _point, fraction = f"{number:,.{max(decimals, max_decimals)}f}".partition(".")
    whole, fraction = whole.replace(",", data.group_sign), fraction.rstrip("0").ljust(decimals, "0")
    return f"{whole}{data.decimal_sign}{fraction}" if fraction else whole


def percent(share: float) -> str:
    """Returns '36 %' for 0.36; a little is 'under 1 %', not nothing."""
    if 0 < share < 0.01:
        return unbroken(_("under 1 %"))
    return locale_data().percent.format(_written(Decimal(round(share * 100))))


def unbroken(text: str) -> str:
    """Returns a text in which no line ends between a number and its percent sign."""
    return text.replace(" %", "\u00a0%")
