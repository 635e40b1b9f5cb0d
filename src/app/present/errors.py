"""Messages for all known errors: what happened, and what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.errors import (
    AccountRemovedError,
    AppError,
    BadCertificateError,
    BrokenOffError,
    BusyError,
    ConflictError,
    ConnectionFailedError,
    ExportError,
    InvalidInputError,
    KeyringError,
    NotConfirmedError,
    NotFoundError,
    NoTlsError,
    NotThisServiceError,
    OutputError,
    PendingRequestError,
    ProxyFailedError,
    RateLimitedError,
    SandboxError,
    SandboxInUseError,
    ServiceError,
    ServiceFaultError,
    SessionAccountError,
    StorageError,
    TimedOutError,
    TooLargeResponseError,
    UnauthorizedError,
    UnexpectedResponseError,
    UnknownOutcomeError,
    UnreachableError,
    ValidationError,
)
from app.i18n.texts import _, sentences
from app.i18n.units import pause
from app.present.field_errors import field_error_text
from app.present.keys import key_deletion_text
from app.redaction import hide_secrets

if TYPE_CHECKING:
    from app.models.topup_requests import RequestRefusedError


class ErrorView(NamedTuple):
    """An error as shown to the user.

    Attributes:
        details: The other side's own text, untrusted; may be empty.
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
    return view._replace(details=hide_secrets(view.details))


def service_words(error: BaseException | None) -> str:
    """Returns what the service says of a refusal, or what is wrong with its response, TLS or certificate.

    It is empty where the app's own words say all of it.
    """
    kinds = (
        *(BadCertificateError, NoTlsError, NotThisServiceError, ProxyFailedError),
        *(ServiceError, UnexpectedResponseError),
    )
    if not isinstance(error, kinds) or isinstance(error, (NotFoundError, UnauthorizedError)):
        return ""
    return present_error(error).details


def _view_of(error: AppError) -> ErrorView:
    from app.models.sub_users import SubUserDiffersError  # noqa: PLC0415 (after the first top-ups)
    from app.models.topup_requests import RequestRefusedError  # noqa: PLC0415 (likewise)

    views = _views(error)
    view = next((views[kind] for kind in type(error).__mro__ if kind in views), None)
    if view is not None:
        return view
    match error:
        case ServiceError():
            return _present_refusal(error)
        case RequestRefusedError():
            return _present_refused_request(error)
        case UnknownOutcomeError():
            return ErrorView(_unknown_text(error), present_error(error.cause).details, "triangle-alert")
        case SubUserDiffersError():
            return ErrorView(_differing_text(error.fields), icon="triangle-alert")
        case KeyringError():
            return ErrorView(key_deletion_text(error.state), icon="key")
        case StorageError():
            return ErrorView(_storage_text(error), error.detail, "triangle-alert")
        case SessionAccountError():
            return ErrorView(f"{error.variable}: {present_error(error.cause).text}")
        case InvalidInputError():
            return ErrorView(field_error_text(error.field, error.code), about_key=error.field == "apiKey")
        case _:
            return ErrorView(_("Something went wrong."), str(error))


def _views(error: AppError) -> dict[type, ErrorView]:
    """Returns the views of the errors whose words are the same for all of a kind, or nearly so."""
    from app.models.sub_users import SubUserChangedError  # noqa: PLC0415 (after the first top-ups)

    detail = error.detail
    return {
        OutputError: ErrorView(
            _("The output could not be written, as on a full disk. List before you repeat a change.")
        ),
        BadCertificateError: ErrorView(_certificate_text(error), detail, "shield-alert", offline=True),
        TimedOutError: ErrorView(
            _("The service takes too long to respond."), detail, "wifi-off", offline=True
        ),
        ProxyFailedError: ErrorView(
            _("The proxy for this app's own traffic does not connect. Check it in the settings."),
            detail,
            "wifi-off",
            offline=True,
        ),
        BrokenOffError: ErrorView(
            _("The connection broke while the service was responding."), detail, "wifi-off", offline=True
        ),
        ConnectionFailedError: ErrorView(
            _("No connection to the service."), detail, "wifi-off", offline=True
        ),
        TooLargeResponseError: ErrorView(
            _("The service's response is larger than this app can read. Nothing of it is shown."),
            detail,
            "triangle-alert",
        ),
        UnexpectedResponseError: ErrorView(
            _("The service sent a response that this app does not understand. Try again in a moment."),
            detail,
            "triangle-alert",
        ),
        NotThisServiceError: ErrorView(
            _("Something other than the service responds at this address. Check the service address."),
            detail,
            "triangle-alert",
        ),
        NotFoundError: ErrorView(_("The service no longer knows this item."), detail),
        ServiceFaultError: ErrorView(
            _("The service has an internal problem. Your money is not affected. Try again in a moment."),
            detail,
            "triangle-alert",
            offline=True,
        ),
        SandboxInUseError: ErrorView(
            _("The demo account is in use by another window or command. End that first, then try again."),
            detail,
            "flask-conical",
        ),
        SandboxError: ErrorView(
            _("The demo account could not be started on this computer."), detail, "flask-conical"
        ),
        AccountRemovedError: ErrorView(_("This account was removed in the meantime.")),
        NotConfirmedError: ErrorView(
            _("The service has not confirmed this top-up for over a minute."), icon="triangle-alert"
        ),
        BusyError: ErrorView(
            _("The same request is being sent right now. Please wait a moment."), icon="hourglass"
        ),
        SubUserChangedError: ErrorView(
            _("This was changed elsewhere in the meantime, so nothing was sent."), icon="triangle-alert"
        ),
        PendingRequestError: ErrorView(
            _("The outcome of an earlier top-up is not known yet. Check it before you start another one."),
            icon="hourglass",
        ),
    }


def present_address_error(error: AppError) -> ErrorView:
    """Returns the words for an error at an address that was just entered: it may be a wrong one."""
    if isinstance(error, NoTlsError):
        return present_error(NotThisServiceError(error.detail))
    view = present_error(error)
    if isinstance(error, UnreachableError) and not isinstance(error, BrokenOffError | ProxyFailedError):
        return view._replace(
            text=_("Nothing responds at this address. Check the address and your internet connection.")
        )
    return view


def _present_refusal(error: ServiceError) -> ErrorView:
    match error:
        case UnauthorizedError():
            text = _("The service refuses this API key. Check it, or use another one.")
            return ErrorView(text, error.detail, "key", about_key=error.status == 401)
        case ConflictError():
            return ErrorView(_conflict_text(error.code), error.detail)
        case ValidationError():
            text = _("The service does not accept what was entered.")
            if error.fields:
                text = field_error_text(error.fields[0].field, error.fields[0].code)
            return ErrorView(text, _details_with_fields(error))
        case RateLimitedError():
            return ErrorView(_pause_text(error), error.detail, "hourglass", offline=True)
        case _:
            text = _("The service refused this (HTTP {status}).").format(status=error.status)
            return ErrorView(text, error.detail)


def _present_refused_request(error: RequestRefusedError) -> ErrorView:
    from app.present.payments import failed_text, topup_field_errors  # noqa: PLC0415 (seldom shown)

    view = present_error(error.cause)
    reasons = [view.text]
    if isinstance(error.cause, ValidationError):
        reasons = [text for _field, text in topup_field_errors(error.cause, error.draft)] or reasons
    return view._replace(text=failed_text(error.draft, reasons[0]))


def _certificate_text(error: AppError) -> str:
    reasons = {
        "expired": _("Its certificate has expired, if this computer's date is right."),
        "not_yet_valid": _("Its certificate is not valid yet: check this computer's date."),
        "other_host": _("Its certificate is for another address."),
        "unknown_issuer": _("This computer does not trust the issuer of its certificate."),
    }
    text = _("The service could not prove its identity, so nothing was sent to it.")
    return sentences((text, reasons.get(error.reason, "") if isinstance(error, BadCertificateError) else ""))


def _unknown_text(error: UnknownOutcomeError) -> str:
    if error.state == "not_seen":
        return _("The response was lost, and the service does not show the change. You can try again.")
    return _(
        "The response was lost, and it is not known whether the change was made. Refresh before you continue."
    )


def _pause_text(error: RateLimitedError) -> str:
    if not error.retry_after:
        return _("The service asks for a pause: too many requests. Try again in a moment.")
    return _("The service asks for a pause of {pause}.").format(pause=pause(error.retry_after))


def _conflict_text(code: str) -> str:
    texts = {
        "coin_unavailable": _(
            "The service does not accept this coin on this network at the moment. Choose another one."
        ),
        "plan_unavailable": _(
            "This plan is not available at the moment. Choose another one, or top up without a plan."
        ),
        "txid_already_used": _(
            "This transaction ID already belongs to another top-up. Check it, or leave the field empty."
        ),
        "topup_closed": _("This top-up is closed: payments for it can no longer be reported."),
        "sub_user_limit": _(
            "This subscription has reached its maximum number of sub-users. Delete one to add another."
        ),
        "already_reported": _("This payment has already been reported and is being checked."),
        "idempotency_conflict": _("This request was already made with other details. Start a new one."),
    }
    return texts.get(code) or _("The service refused this because of its current state.")


def _details_with_fields(error: ServiceError) -> str:
    lines = [error.detail, *(f"{item.field}: {item.message or item.code}" for item in error.fields)]
    return " · ".join(line for line in lines if line)


def _differing_text(fields: tuple[str, ...]) -> str:
    texts = {
        "trafficLimitBytes": _(
            "The service added this sub-user, but with another traffic cap than you chose. Set its cap."
        ),
        "password": _(
            "The service added this sub-user, but with another password than you chose. Copy its credentials."
        ),
    }
    return sentences(texts[field] for field in fields)


def _storage_text(error: StorageError) -> str:
    texts = {
        "full": _("The disk is full. Free some space and try again."),
        "read_only": _("The app's folder is not writable."),
        "corrupt": _("A file of the app is damaged."),
        "newer": _("A file of the app was written by a newer version. Update the app."),
        "other": _("The app's files can't be used."),
    }
    if isinstance(error, ExportError):
        texts = {
            "full": texts["full"],
            "read_only": _(
                "The file could not be written: the folder is not writable, "
                "or another program has the file open."
            ),
            "missing": _("The file could not be written: its folder does not exist any more."),
            "name": _("The file could not be written: its name is too long, or not allowed on this disk."),
        }
        return texts.get(error.reason) or _("The file could not be written.")
    if Path(error.path).stem == "outbox":
        # Nothing is sent when the request can't be saved: there is nothing to check.
        texts |= {
            "full": _("The disk is full, so nothing was sent. Free some space and try again."),
            "read_only": _("The app's folder is not writable, so nothing was sent."),
            "corrupt": _("A file of the app is damaged, so nothing was sent."),
            "other": _("The app's files can't be used, so nothing was sent."),
        }
    return texts.get(error.reason, texts["other"])


def present_start_error(error: AppError) -> ErrorView:
    """Returns why the app can't start, and what to do."""
    view = present_error(error)
    if not isinstance(error, StorageError):
        return view
    texts = {
        "full": _("The disk of {path} is full. Free some space, then start the app again."),
        "newer": _("A newer version of the app has written {path}. Update the app."),
        "read_only": _("The app may not write {path}. Allow it to, then start the app again."),
    }
    text = texts.get(error.reason) or _(
        "The app can't use {path}. Check that you may read and write it, then start the app again."
    )
    return view._replace(text=text.format(path=error.path))


def present_removed(name: str) -> ErrorView:
    """Returns the message about an account that another process has removed while it was open."""
    text = _("The account '{name}' was removed in the meantime.")
    return ErrorView(text.format(name=name), icon="triangle-alert")


def present_set_aside(
    *, settings: Path | None = None, outbox: Path | None = None, state: Path | None = None
) -> str:
    """Returns the message about files that were damaged and set aside, by their new paths; empty if none."""
    texts = []
    if settings is not None:
        text = _("The settings were damaged and have been set aside as {name}. Connect your accounts again.")
        texts.append(text.format(name=settings.name))
    if outbox is not None:
        text = _(
            "This app's record of its requests was damaged. It was moved to {place}, and your top-ups "
            "were read from the service again. Review them before you start a new one."
        )
        texts.append(text.format(place=outbox))
    if state is not None:
        text = _(
            "What this app remembered was damaged, such as own references, alerts and notifications. It "
            "was moved to {place}. Nothing at the service has changed."
        )
        texts.append(text.format(place=state))
    return sentences(texts)
