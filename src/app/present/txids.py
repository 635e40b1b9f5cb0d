"""Messages about invalid transaction IDs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babel.lists import format_list

from app.i18n import units
from app.i18n.locales import dates_locale
from app.i18n.texts import _
from app.present.topups import network_name

if TYPE_CHECKING:
    from app.rules.topups.txids import TxidError


def txid_error_text(error: TxidError, network: str) -> str:
    """Returns why a text is not a transaction ID of a network, and what one looks like."""
    if error.code == "too_long":
        return _("A transaction ID has at most 128 characters.")
    name = network_name(network)
    if error.fits:
        return _("This looks like a transaction ID of {others}, but this top-up is on {name}.").format(
            others=format_list([network_name(other) for other in error.fits], "or", locale=dates_locale()),
            name=name,
        )
    match error.form:
        case "hex64":
            others = _("{name} transaction IDs consist of 64 hex characters; this one contains others.")
            another_length = _("{name} transaction IDs consist of 64 hex characters; this one has {n}.")
            right_length = 64
        case "0xhex64":
            others = _(
                "{name} transaction IDs consist of 0x and 64 hex characters; this one contains others."
            )
            another_length = _(
                "{name} transaction IDs consist of 0x and 64 hex characters; this one has {n}."
            )
            right_length = 66
        case "base58_64":
            return _(
                "{name} transaction IDs are base58 signatures, mostly 87 or 88 letters and digits."
            ).format(name=name)
        case _other:
            return _("A transaction ID contains only plain letters and digits.")
    if error.length == right_length:
        return others.format(name=name)
    return another_length.format(name=name, n=units.characters(error.length))
