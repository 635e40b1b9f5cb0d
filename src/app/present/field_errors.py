"""Messages for field errors: what was refused, and what to enter."""

from __future__ import annotations

from app.i18n.texts import _
from app.i18n.units import fixed, usd
from app.rules.money.amounts import MIN_USD


def field_error_text(field: str, code: str) -> str:
    """Returns the words for one field that was refused, by us or by the service (spec 7)."""
    texts = _payment_texts() | _proxy_texts() | _sub_user_texts() | _account_texts()
    return texts.get((field, code)) or _field_text(field)


def _payment_texts() -> dict[tuple[str, str], str]:
    return {
        ("amountUsd", "required"): _("Enter an amount."),
        ("amountUsd", "invalid"): _("Enter an amount in dollars, such as {example}.").format(
            example=fixed(50, 2)
        ),
        ("amountUsd", "too_large"): _("The service does not accept an amount this large."),
        ("amountUsd", "too_small"): _("The smallest top-up is {least}.").format(least=usd(MIN_USD)),
        ("amountUsd", "does_not_cover"): _("The amount does not cover the price minus your balance."),
        ("coin", "required"): _("Choose what to pay with."),
        ("purchase.planId", "required"): _("Enter a plan ID."),
        ("purchase.planId", "too_long"): _("A plan ID has at most 128 characters."),
        ("purchase.quantity", "invalid"): _("Enter a whole number, 1 or more."),
        ("purchase.promoCode", "too_long"): _("A promo code has at most 128 characters."),
        ("purchase.options", "key_missing"): _("Every option needs a key."),
        ("purchase.options", "key_twice"): _("Two options have the same key."),
        ("purchase.options", "too_long"): _("Keys and values of options have at most 128 characters."),
        ("txid", "too_long"): _("A transaction ID has at most 128 characters."),
    }


def _proxy_texts() -> dict[tuple[str, str], str]:
    return {
        ("sessionId", "required"): _("Enter a session ID, or generate one."),
        ("sessionId", "too_long"): _("A session ID has at most 32 letters or digits."),
        ("sessionId", "invalid"): _("A session ID contains only letters and digits."),
        ("minutes", "range"): _("A session lasts 1 to 30 minutes."),
        ("count", "range"): _("Enter a number of lines from 1 to 1,000."),
        ("template", "required"): _("Enter a template, such as {host}:{port}:{user}:{pass}."),
        ("template", "unknown_name"): _("The template contains an unknown name in braces."),
        ("template", "braces"): _("Write {{ and }} for literal braces."),
        ("template", "no_names"): _(
            "The template contains no name in braces, so every line would be the same."
        ),
        ("template", "too_long"): _("The template is too long."),
        ("templateName", "required"): _("Enter a name for the template."),
        ("templateName", "too_long"): _("A name has at most 60 characters."),
        ("templateName", "invalid"): _("A name can't contain line breaks or invisible characters."),
        ("templateName", "taken"): _("Another template has this name."),
        ("templateName", "too_many"): _("There are 20 templates already. Delete one first."),
        ("from", "order"): _("The first day must not be after the last."),
        ("from", "too_long"): _("The longest range is 366 days."),
    }


def _sub_user_texts() -> dict[tuple[str, str], str]:
    return {
        ("label", "required"): _("Enter a label."),
        ("label", "too_long"): _("A label has at most 60 characters."),
        ("password", "too_long"): _("A password has at most 64 characters."),
        ("password", "invisible"): _("A password can't contain line breaks, tabs or invisible characters."),
        ("cap", "required"): _("Enter a cap in GB, or choose 'No cap'."),
        ("cap", "invalid"): _("Enter a cap in GB as a number, such as 5 or {half}.").format(
            half=fixed(0.5, 1)
        ),
        ("cap", "no_bytes"): _(
            "A cap in this column is a whole number of bytes. A spreadsheet may have shortened a long one."
        ),
        ("cap", "negative"): _("A cap can't be negative."),
        ("cap", "decimals"): _("A cap has at most 9 decimals: the last one is a single byte."),
        ("cap", "too_large"): _("This cap is larger than the service can store."),
        ("file", "unreadable"): _("This file can't be read."),
        ("file", "too_large"): _("A file to import can have at most 1 MiB."),
        ("file", "not_utf8"): _("This file is not UTF-8 text. Save it as 'CSV UTF-8' and try again."),
        ("file", "not_csv"): _("This file is not a CSV file. Save it as 'CSV UTF-8' and try again."),
        ("file", "broken_quotes"): _(
            "The quotation marks in this file don't match, so its cells can't be told apart."
        ),
        ("file", "empty"): _("There are no sub-users in this file."),
        ("file", "too_many_rows"): _("A file to import can have at most 1,000 rows."),
        ("file", "no_label_column"): _("The header of this file has no column 'label'."),
        ("file", "column_twice"): _("The header of this file has a column twice."),
    }


def _account_texts() -> dict[tuple[str, str], str]:
    return {
        ("name", "missing"): _("Enter a name."),
        ("name", "too_long"): _("A name has at most 60 characters."),
        ("serviceAddress", "missing"): _("Enter the service address."),
        ("serviceAddress", "not_https"): _("The service address must begin with https://."),
        ("serviceAddress", "has_credentials"): _(
            "Remove the user name and password from the service address."
        ),
        ("serviceAddress", "has_query"): _("Remove '?' or '#' and what follows from the service address."),
        ("serviceAddress", "is_demo"): _("This is the demo account's own address. Open the demo instead."),
        ("apiKey", "missing"): _("Enter the API key."),
        ("apiKey", "malformed"): _(
            "An API key contains only plain letters, digits and punctuation, without spaces."
        ),
        ("apiKey", "already_connected"): _("This account is already connected."),
    }


def _field_text(field: str) -> str:
    """Returns the words where nothing but the field is known."""
    texts = {
        "amountUsd": _("The service does not accept this amount."),
        "txid": _("This is not a transaction ID of this network."),
        "serviceAddress": _("The service address is not valid."),
        "apiKey": _("The API key is not valid."),
        "topUpId": _("The service gave this top-up an ID that can't be used in a request."),
        "password": _("The service does not accept this password."),
        "trafficLimitBytes": _("The service does not accept this cap."),
        "purchase.planId": _("The service does not know this plan."),
        "purchase.quantity": _("The service does not accept this quantity."),
        "purchase.promoCode": _("The service does not accept this promo code."),
        "purchase.options": _("The service does not accept these options."),
    }
    if field.startswith("purchase.options."):
        return _("The service does not accept this option.")
    return texts.get(field) or _("The service does not accept what was entered.")
