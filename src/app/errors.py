"""The error tree: every error that is shown to a user is an `AppError`."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Literal, NamedTuple

MAX_PAUSE: Final = timedelta(minutes=10)
"""The longest pause that a service can ask for; then it is asked once, carefully."""


class AppError(Exception):
    """An expected error; its message for users comes from `app.present.errors`.

    Attributes:
        detail: The other side's own text, untrusted: shown under Details only; may be empty.
    """

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail


class InvalidInputError(AppError):
    """The user's input can't be sent.

    Attributes:
        field: The spec's name of the field, such as `amountUsd`.
        code: A short word for the reason, such as `too_small`.
    """

    def __init__(self, field: str, code: str) -> None:
        super().__init__(f"{field}: {code}")
        self.field = field
        self.code = code


class SessionAccountError(AppError):
    """The account that the environment names is invalid.

    Attributes:
        variable: The name of the variable that is at fault.
        cause: What is wrong with its value.
    """

    def __init__(self, variable: str, cause: InvalidInputError) -> None:
        super().__init__(f"{variable}: {cause.code}")
        self.variable = variable
        self.cause = cause


class ConnectionFailedError(AppError):
    """There was no response; `may_have_arrived` is False if the connection never opened."""

    def __init__(self, detail: str = "", *, may_have_arrived: bool = True) -> None:
        super().__init__(detail)
        self.may_have_arrived = may_have_arrived


class UnreachableError(ConnectionFailedError):
    """The service can't be reached, or the connection broke."""


class BrokenOffError(UnreachableError):
    """The connection broke while the service was responding."""


class NoTlsError(UnreachableError):
    """What responds speaks no TLS, or none that this computer accepts; nothing was sent."""


class ProxyFailedError(UnreachableError):
    """The proxy for the app's own traffic does not respond, or does not connect to the service."""


class TimedOutError(ConnectionFailedError):
    """The service did not respond in time."""


class BadCertificateError(ConnectionFailedError):
    """The service could not prove that it is itself; nothing was sent.

    Attributes:
        reason: `expired`, `not_yet_valid`, `other_host`, `unknown_issuer` or `other`.
    """

    def __init__(self, detail: str = "", *, may_have_arrived: bool = False, reason: str = "other") -> None:
        super().__init__(detail, may_have_arrived=may_have_arrived)
        self.reason = reason


class UnexpectedResponseError(AppError):
    """The response does not follow the interface: not JSON, too large, a wrong shape."""

    def __init__(self, detail: str, status: int = 200) -> None:
        super().__init__(detail)
        self.status = status


class TooLargeResponseError(UnexpectedResponseError):
    """The response is over the body limit."""


class NotThisServiceError(AppError):
    """Something responds at an address, but it is not the service of this interface."""


class OutputError(AppError):
    """Standard output can't be written, as where it is a file on a full disk."""


class FieldError(NamedTuple):
    """One complaint of the service about one field of a request.

    Attributes:
        field: As the service names it, such as `purchase.planId`.
        code: Its code, or empty where the service gives none.
        message: The service's own text, untrusted: shown under Details only.
    """

    field: str
    code: str
    message: str


class ServiceError(AppError):
    """The service refused, with an error status (spec 7).

    Attributes:
        code: The service's code, or empty where it gives none.
        detail: The service's own text, untrusted: at most 500 characters, shown under Details only.
        is_outcome_unknown: Whether an earlier try of the same call may have acted, so that this refusal alone
            doesn't mean that nothing was done.
    """

    def __init__(
        self,
        status: int,
        code: str = "",
        detail: str = "",
        fields: tuple[FieldError, ...] = (),
        retry_after: timedelta | None = None,
    ) -> None:
        super().__init__(f"{status} {code}".strip())
        self.status = status
        self.code = code
        self.detail = detail
        self.fields = fields
        self.retry_after = retry_after
        self.is_outcome_unknown = False

    @property
    def pause(self) -> timedelta | None:
        """The pause that the service asks for, at most 10 minutes; None if it does not."""
        return None if self.retry_after is None else min(self.retry_after, MAX_PAUSE)


class UnauthorizedError(ServiceError):
    """401 or 403: the key is refused."""


class NotFoundError(ServiceError):
    """404: no such thing, or not this account's."""


class ConflictError(ServiceError):
    """409: a final refusal that a retry doesn't change."""


class ValidationError(ServiceError):
    """422: fields of the request are refused."""


class RateLimitedError(ServiceError):
    """429: too many requests."""


class ServiceFaultError(ServiceError):
    """5xx: the service failed."""


class NotConfirmedError(AppError):
    """The service has not confirmed something for too long to act upon it."""


class BusyError(AppError):
    """The very same is being sent at this moment, by another click or another window of this app."""


class PendingRequestError(AppError):
    """An earlier request is still pending, and the user has not confirmed another one beside it."""


class UnknownOutcomeError(AppError):
    """The response to a write without an Idempotency-Key was lost: its outcome is unknown.

    Attributes:
        cause: What was lost.
        state: `not_seen`: read back, the service doesn't show the change; `unknown`: it can't be read now.
        known_ids: For something new: the ids that were there before the first try. Hand the error in
            with the next try, so that what was created late is found, not created again.
    """

    def __init__(
        self,
        cause: AppError,
        state: Literal["not_seen", "unknown"],
        known_ids: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(f"{state}: {cause}")
        self.cause = cause
        self.state = state
        self.known_ids = known_ids


class StorageError(AppError):
    """Data could not be saved or loaded.

    Attributes:
        reason: `full`, `read_only`, `missing` (its folder, or itself), `name` (that the disk does not allow),
            `corrupt`, `newer` or `other`.
    """

    def __init__(self, path: str, reason: str, detail: str = "") -> None:
        super().__init__(detail or f"{path}: {reason}")
        self.path = path
        self.reason = reason
        self.detail = detail


class ExportError(StorageError):
    """A file could not be written to the path that the user chose."""


class KeyringError(AppError):
    """The keyring failed; `state` is a value of `app.models.keys.KeyState`, such as `locked`."""

    def __init__(self, state: str) -> None:
        super().__init__(state)
        self.state = state


class AccountRemovedError(AppError):
    """There is no such account: it may have been removed in another process."""


class SandboxError(AppError):
    """The demo's service could not be started, or ended; `detail` is what it printed."""


class SandboxInUseError(SandboxError):
    """Another process runs the demo's service."""
