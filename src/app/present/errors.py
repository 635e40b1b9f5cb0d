"""Every known error in our own words: what happened, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.errors import (
    AppError,
    BadCertificateError,
    BusyError,
    ConflictError,
    ConnectionFailedError,
    InDoubtError,
    InvalidInputError,
    KeyringError,
    NotFoundError,
    NotThisServiceError,
    RateLimitedError,
    SandboxError,
    ServiceError,
    ServiceFaultError,
    StorageError,
    TimedOutError,
    UnauthorizedError,
    UnexpectedAnswerError,
    ValidationError,
)
from app.models.sub_user_changes import SubUserChangedError
from app.present.keys import forgetting_text
from app.present.units import rough_duration
from app.texts import _


@dataclass(frozen=True, slots=True)
class ErrorView:
    """An error as a person reads it.

    Attributes:
        text: Our words.
        details: The other side's own words, foreign; may be empty.
        icon: The name of the icon that fits.
        offline: Whether trying again later may simply work.
    """

    text: str
    details: str = ""
    icon: str = "circle-x"
    offline: bool = False


def present_error(error: AppError) -> ErrorView:
    """Returns the words for an error."""
    match error:
        case ConnectionFailedError():
            return _present_connection(error)
        case ServiceError():
            return _present_refusal(error)
        case UnexpectedAnswerError():
            return ErrorView(
                _("The service answered something this app does not understand. Try again in a moment."),
                error.detail,
                "triangle-alert",
            )
        case BusyError() | InDoubtError() | SubUserChangedError():
            return _present_write(error)
        case NotThisServiceError():
            return ErrorView(
                _("Something else answers at this address. Check the service address."),
                error.detail,
                "triangle-alert",
            )
        case KeyringError():
            return ErrorView(forgetting_text(error.state), icon="key")
        case StorageError():
            return ErrorView(_storage_text(error), error.detail, "triangle-alert")
        case SandboxError():
            return ErrorView(
                _("The demo account could not be started on this computer."), error.detail, "flask-conical"
            )
        case InvalidInputError():
            return ErrorView(field_error_text(error.field, error.code))
        case _:
            return ErrorView(_("Something went wrong."), str(error))


def _present_connection(error: ConnectionFailedError) -> ErrorView:
    if isinstance(error, BadCertificateError):
        text = _("The service could not prove that it is the right one, so nothing was sent to it.")
        return ErrorView(text, error.detail, "shield-alert")
    if isinstance(error, TimedOutError):
        return ErrorView(_("The service takes too long to answer."), error.detail, "wifi-off", offline=True)
    return ErrorView(_("No connection to the service."), error.detail, "wifi-off", offline=True)


def _present_refusal(error: ServiceError) -> ErrorView:
    match error:
        case UnauthorizedError():
            return ErrorView(
                _("The service refuses this API key. Check it, or use another one."), error.detail, "key"
            )
        case NotFoundError():
            return ErrorView(_("The service does not know this any more."), error.detail)
        case ConflictError():
            return ErrorView(_conflict_text(error.code), error.detail)
        case ValidationError():
            text = _("The service does not accept what was entered.")
            if error.fields:
                text = field_error_text(error.fields[0].field, error.fields[0].code)
            return ErrorView(text, _details_with_fields(error))
        case RateLimitedError():
            return ErrorView(_pause_text(error), error.detail, "hourglass", offline=True)
        case ServiceFaultError():
            text = _(
                "The service has a problem of its own. Your money is not affected. Try again in a moment."
            )
            return ErrorView(text, error.detail, "triangle-alert", offline=True)
        case _:
            text = _("The service refused this (HTTP {status}).").format(status=error.status)
            return ErrorView(text, error.detail)


def _present_write(error: BusyError | InDoubtError | SubUserChangedError) -> ErrorView:
    match error:
        case BusyError():
            text = _("The very same is being sent at this moment. Wait a little.")
            return ErrorView(text, icon="hourglass")
        case InDoubtError():
            return ErrorView(_doubt_text(error), present_error(error.cause).details, "triangle-alert")
        case SubUserChangedError():
            text = _("Somebody else changed this meanwhile, so nothing was sent.")
            return ErrorView(text, icon="triangle-alert")


def _doubt_text(error: InDoubtError) -> str:
    if error.state == "not_seen":
        return _("The answer got lost, and the service does not show this as done. You can try again.")
    return _("The answer got lost, and it can't be told now whether this was done. Refresh before you go on.")


def _pause_text(error: RateLimitedError) -> str:
    if error.retry_after is None:
        return _("The service asks for a pause: too many requests. Try again in a moment.")
    return _("The service asks for a pause of {pause}.").format(pause=rough_duration(error.retry_after))


def _conflict_text(code: str) -> str:
    texts = {
        "coin_unavailable": _("The service does not take this coin on this network now. Choose another one."),
        "plan_unavailable": _("This plan can't be bought now. Choose another one, or top up without a plan."),
        "txid_already_used": _(
            "This transaction ID belongs to another top-up already. Check it, or leave it empty."
        ),
        "topup_closed": _("This top-up is closed: payments for it can't be reported any more."),
        "sub_user_limit": _(
            "This subscription has all the sub-users it can have. Delete one to add another."
        ),
        "already_reported": _("This payment was reported already; it is being checked."),
        "idempotency_conflict": _("This request was made before with other details. Start a new one."),
    }
    return texts.get(code) or _("The service refused this because of its present state.")


def field_error_text(field: str, code: str) -> str:
    """Returns the words for one field that was refused, by us or by the service (spec 7)."""
    texts = {
        ("amountUsd", "required"): _("Enter an amount."),
        ("amountUsd", "invalid"): _("Enter an amount in dollars, such as 50.00."),
        ("amountUsd", "too_large"): _("The service does not take this much at once."),
        ("amountUsd", "too_small"): _("The smallest top-up is $25.00."),
        ("amountUsd", "does_not_cover"): _("The amount does not cover the price minus your balance."),
        ("coin", "required"): _("Choose what to pay with."),
        ("purchase.planId", "required"): _("Enter a plan ID."),
        ("purchase.planId", "too_long"): _("A plan ID has at most 128 characters."),
        ("purchase.quantity", "invalid"): _("Enter a whole number from 1 up."),
        ("purchase.promoCode", "too_long"): _("A promo code has at most 128 characters."),
        ("purchase.options", "key_missing"): _("Every option needs a name."),
        ("purchase.options", "key_twice"): _("Two options have the same name."),
        ("purchase.options", "too_long"): _("Names and values of options have at most 128 characters."),
        ("sessionId", "required"): _("Enter a session ID, or roll one."),
        ("sessionId", "too_long"): _("A session ID has at most 32 letters or digits."),
        ("sessionId", "invalid"): _("A session ID has letters and digits only."),
        ("minutes", "range"): _("A session is kept for 1 to 30 minutes."),
        ("count", "range"): _("From 1 to 1,000 lines at once."),
        ("label", "required"): _("Enter a label."),
        ("label", "too_long"): _("A label has at most 60 characters."),
        ("password", "too_long"): _("A password has at most 64 characters."),
        ("password", "invisible"): _("A password can't hold line breaks, tabs or invisible characters."),
        ("cap", "required"): _("Enter a cap in GB, or choose 'No cap'."),
        ("cap", "invalid"): _("Enter a cap in GB as a number with a point, such as 5 or 0.5."),
        ("cap", "negative"): _("A cap can't be below 0."),
        ("cap", "decimals"): _("A cap has at most 9 decimals: the last is a single byte."),
        ("cap", "too_large"): _("This cap is larger than the service can hold."),
        ("file", "unreadable"): _("This file can't be read."),
        ("file", "too_large"): _("A file to import has at most 1 MiB."),
        ("file", "not_utf8"): _("This file is not a UTF-8 text. Save it as 'CSV UTF-8' and try again."),
        ("file", "broken_quotes"): _(
            "The quotes in this file don't match, so its cells can't be told apart."
        ),
        ("file", "empty"): _("There is no sub-user in this file."),
        ("file", "too_many_rows"): _("A file to import has at most 1,000 rows."),
        ("file", "no_label_column"): _("The header of this file names no column 'label'."),
        ("file", "column_twice"): _("The header of this file names a column twice."),
        ("template", "required"): _("Enter a template, such as {host}:{port}:{user}:{pass}."),
        ("template", "unknown_name"): _("The template has a name in braces that does not exist."),
        ("template", "braces"): _("Write {{ and }} for braces that are meant as braces."),
        ("template", "no_names"): _("The template has no name in braces, so every line would be the same."),
        ("template", "too_long"): _("The template is too long."),
        ("from", "order"): _("The first day must not come after the last."),
        ("from", "too_long"): _("At most 366 days at once."),
        ("txid", "too_long"): _("A transaction ID has at most 128 characters."),
        ("name", "missing"): _("Enter a name."),
        ("name", "too_long"): _("A name has at most 60 characters."),
        ("serviceAddress", "missing"): _("Enter the service address."),
        ("serviceAddress", "not_https"): _("The service address must begin with https://."),
        ("serviceAddress", "has_credentials"): _("Leave the login out of the service address."),
        ("serviceAddress", "has_query"): _("Leave out what follows '?' or '#' in the service address."),
        ("serviceAddress", "is_demo"): _("This is the demo account's own address. Open the demo instead."),
        ("apiKey", "missing"): _("Enter the API key."),
        ("apiKey", "malformed"): _("An API key has no spaces and only plain letters, digits and signs."),
        ("apiKey", "already_connected"): _("This account is connected already."),
    }
    known = texts.get((field, code))
    if known:
        return known
    by_field = {
        "amountUsd": _("The service does not accept this amount."),
        "txid": _("This is not a transaction ID of this network."),
        "serviceAddress": _("The service address can't be right."),
        "apiKey": _("The API key can't be right."),
        "topUpId": _("The service gave this top-up an ID that can't be asked about."),
        "password": _("The service does not accept this password."),
        "trafficLimitBytes": _("The service does not accept this cap."),
        "purchase.planId": _("The service does not know this plan."),
        "purchase.quantity": _("The service does not accept this quantity."),
        "purchase.promoCode": _("The service does not accept this promo code."),
        "purchase.options": _("The service does not accept these options."),
    }
    if field.startswith("purchase.options."):
        return _("The service does not accept this option.")
    return by_field.get(field) or _("The service does not accept what was entered.")


def _details_with_fields(error: ServiceError) -> str:
    lines = [error.detail, *(f"{item.field}: {item.message or item.code}" for item in error.fields)]
    return "\n".join(line for line in lines if line)


def _storage_text(error: StorageError) -> str:
    texts = {
        "full": _("The disk is full. Free some space and try again."),
        "read_only": _("The app's folder can't be written."),
        "corrupt": _("A file of the app is damaged."),
        "newer": _("A file of the app was made by a newer version. Update the app."),
    }
    if Path(error.path).stem == "outbox":
        # What can't be noted is not sent: nobody needs to look whether it was.
        texts |= {
            "full": _("The disk is full, so nothing was sent. Free some space and try again."),
            "read_only": _("The app's folder can't be written, so nothing was sent."),
            "corrupt": _("A file of the app is damaged, so nothing was sent."),
            "other": _("The app's files can't be used, so nothing was sent."),
        }
    return texts.get(error.reason) or _("The app's files can't be used.")
