"""Messages for all known errors: what happened, and what to do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from app.errors import (
    AppError,
    BadCertificateError,
    BusyError,
    ConflictError,
    ConnectionFailedError,
    ExportError,
    InvalidInputError,
    KeyringError,
    NotConfirmedError,
    NotFoundError,
    NotThisServiceError,
    PendingRequestError,
    RateLimitedError,
    SandboxError,
    ServiceError,
    ServiceFaultError,
    StorageError,
    TimedOutError,
    UnauthorizedError,
    UnexpectedAnswerError,
    UnknownOutcomeError,
    UnreachableError,
    ValidationError,
)
from app.i18n.texts import _
from app.i18n.units import pause
from app.models.sub_user_changes import SubUserChangedError
from app.present.field_errors import field_error_text
from app.present.keys import forgetting_text
from app.redaction import hide_secrets


@dataclass(frozen=True, slots=True)
class ErrorView:
    """An error as shown to the user.

    Attributes:
        text: Our words.
        details: The other side's own text, untrusted; may be empty.
        icon: The name of the icon that fits.
        offline: Whether trying again later may simply work.
        about_key: Whether the account's key is missing or refused.
    """

    text: str
    details: str = ""
    icon: str = "circle-x"
    offline: bool = False
    about_key: bool = False


def present_error(error: AppError) -> ErrorView:
    """Returns the words for an error; no secret that this process knows is in its Details."""
    view = _view_of(error)
    return replace(view, details=hide_secrets(view.details))


def _view_of(error: AppError) -> ErrorView:
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
        case (
            BusyError()
            | UnknownOutcomeError()
            | NotConfirmedError()
            | SubUserChangedError()
            | PendingRequestError()
        ):
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
            return ErrorView(field_error_text(error.field, error.code), about_key=error.field == "apiKey")
        case _:
            return ErrorView(_("Something went wrong."), str(error))


def present_address_error(error: AppError) -> ErrorView:
    """Returns the words for an error at an address that was just entered: it may be a wrong one."""
    view = present_error(error)
    if isinstance(error, UnreachableError):
        return replace(
            view, text=_("Nothing answers at this address. Check it, and the connection of this computer.")
        )
    return view


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
            text = _("The service refuses this API key. Check it, or use another one.")
            return ErrorView(text, error.detail, "key", about_key=error.status == 401)
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


def _present_write(
    error: BusyError | UnknownOutcomeError | NotConfirmedError | SubUserChangedError | PendingRequestError,
) -> ErrorView:
    match error:
        case NotConfirmedError():
            text = _("The service has not confirmed this top-up for over a minute.")
            return ErrorView(text, icon="triangle-alert")
        case BusyError():
            text = _("The very same is being sent at this moment. Wait a little.")
            return ErrorView(text, icon="hourglass")
        case UnknownOutcomeError():
            return ErrorView(_doubt_text(error), present_error(error.cause).details, "triangle-alert")
        case SubUserChangedError():
            text = _("Somebody else changed this meanwhile, so nothing was sent.")
            return ErrorView(text, icon="triangle-alert")
        case PendingRequestError():
            text = _("An earlier top-up is not settled yet. See what became of it before you start another.")
            return ErrorView(text, icon="hourglass")


def _doubt_text(error: UnknownOutcomeError) -> str:
    if error.state == "not_seen":
        return _("The answer got lost, and the service does not show this as done. You can try again.")
    return _("The answer got lost, and it can't be told now whether this was done. Refresh before you go on.")


def _pause_text(error: RateLimitedError) -> str:
    if not error.retry_after:
        return _("The service asks for a pause: too many requests. Try again in a moment.")
    return _("The service asks for a pause of {pause}.").format(pause=pause(error.retry_after))


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
    if isinstance(error, ExportError):
        return texts["full"] if error.reason == "full" else _("The file could not be written.")
    if Path(error.path).stem == "outbox":
        # Nothing is sent when the request can't be saved: there is nothing to check.
        texts |= {
            "full": _("The disk is full, so nothing was sent. Free some space and try again."),
            "read_only": _("The app's folder can't be written, so nothing was sent."),
            "corrupt": _("A file of the app is damaged, so nothing was sent."),
            "other": _("The app's files can't be used, so nothing was sent."),
        }
    return texts.get(error.reason) or _("The app's files can't be used.")
