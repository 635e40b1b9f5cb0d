"""Overviews of all accounts: from the sessions of open ones, or as they were last known."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.clock import PastMoment
from app.errors import (
    AppError,
    ConnectionFailedError,
    NotFoundError,
    RateLimitedError,
    SandboxError,
    UnauthorizedError,
    UnexpectedResponseError,
)
from app.listeners import Listeners
from app.models.keys import KeyState, KeyStorage
from app.models.overviews import AccountOverview, AccountProblem, SavedSummaries, SubscriptionSummary
from app.rules.overviews import by_urgency, running
from app.rules.subscriptions.usage import days_left
from app.rules.topups.transitions import contradicts, is_open
from app.services.topups.saved_topups import SavedTopUps
from app.storage.state import storage_failure_logged

if TYPE_CHECKING:
    from app.clock import Clock
    from app.models.keys import KeyStatus
    from app.models.subscriptions import Pace, Subscription
    from app.models.topups import TopUp
    from app.services.accounts.accounts import Accounts
    from app.services.accounts.known import Account
    from app.services.accounts.session import AccountSession
    from app.storage.state import State

_MAX_PACES: Final = 10
"""How many paces are asked for at once; the poller asks for the others little by little."""

_EVERY_CALL_FAILS = (ConnectionFailedError, RateLimitedError, SandboxError, UnauthorizedError)
_LOCKED = frozenset((KeyState.LOCKED, KeyState.DENIED, KeyState.HANGING))


@dataclass(slots=True)
class _Known:
    """What is known of one account.

    Attributes:
        saved: What was last known at the start; None until it is loaded.
        listed_at: When the last list of subscriptions was requested, on the monotonic clock.
        reported_at: When that list came.
        failure: Why the last refresh failed.
    """

    session: AccountSession | None = None
    saved: SavedSummaries | None = None
    saved_topups: tuple[TopUp, ...] = ()
    listed_at: float | None = None
    reported_at: PastMoment | None = None
    failure: AppError | None = None


class AccountOverviews:
    """Derives the overviews, and saves the subscriptions of each account without credentials.

    Attributes:
        on_change: Called with an account's id when its overview may have changed.
        on_reported: Called with an account's id when its subscriptions or their paces were reported.
    """

    def __init__(self, accounts: Accounts, state: State, clock: Clock) -> None:
        self.on_change: Listeners[str] = Listeners()
        self.on_reported: Listeners[str] = Listeners()
        self._accounts = accounts
        self._state = state
        self._clock = clock
        self._known: defaultdict[str, _Known] = defaultdict(_Known)
        accounts.watch(self.on_change.notify)

    def accounts(self) -> tuple[Account, ...]:
        """Returns the accounts that have an overview: all but a demo that was not opened."""
        known = self._accounts.known()
        return tuple(one for one in known if not one.is_demo or self._known[one.id].session)

    def get(self, account_id: str) -> AccountOverview:
        known = self._known[account_id]
        session, saved, reported_at = known.session, known.saved or SavedSummaries(), known.reported_at
        status, as_of = self._accounts.key_status(account_id), saved.as_of
        subscriptions = None if as_of is None else saved.subscriptions
        if session is not None and reported_at is not None:
            as_of = reported_at.by_wall_clock()
            store = session.subscription_store
            subscriptions = tuple(summarize(one, store.pace(one.id)) for one in store.list())
        topups = session.topup_store if session else None
        if topups is None or (reported_at is None and not topups.list()):
            shown, denied = known.saved_topups, frozenset[str]()
            unconfirmed = frozenset(topup.id for topup in shown if contradicts(topup))
        else:
            shown, denied, unconfirmed = topups.list_open(), topups.denied(), topups.unconfirmed()
        problem = self._problem(account_id, status)
        return AccountOverview(
            account_id,
            self._clock.now() if session is None else session.service_clock.now(),
            by_urgency(shown),
            unconfirmed,
            denied,
            subscriptions,
            as_of,
            is_current=reported_at is not None and problem is None,
            problem=problem,
            refused_at=status.refused_at,
        )

    async def load(self) -> None:
        """Loads what was saved of the accounts that have not reported since the start."""
        for account in self._accounts.known():
            known = self._known[account.id]
            if known.reported_at is not None or known.saved is not None:
                continue
            with storage_failure_logged("the last known subscriptions could not be loaded"):
                saved = await self._state.load(SavedSummaries, account.id)
                topups = SavedTopUps(
                    state=self._state, account=account.id, service=account.service_id, clock=self._clock
                )
                listed, _as_of = await topups.load_list() or ((), None)
                known.saved, known.saved_topups = saved, tuple(filter(is_open, listed))

    async def refresh(self, account_id: str) -> None:
        """Opens an account, without a question of the keyring, and asks its service; raises nothing.

        A failure is in the overview.
        """
        failure: AppError | None = None
        self._known[account_id].failure = None
        try:
            session = await self._accounts.open(account_id, attended=False)
            self.listen(session)
            try:
                await session.topups.page(1)
            except _EVERY_CALL_FAILS:
                raise
            except AppError as error:
                failure = error
            await session.subscriptions.list()
            for subscription_id in self._without_pace(account_id)[:_MAX_PACES]:
                await session.subscriptions.load_pace(subscription_id)
        except AppError as error:
            failure = error
        self._known[account_id].failure = failure
        self.on_change.notify(account_id)

    def unreached(self) -> list[str]:
        """Returns the accounts whose service could not be reached when they were refreshed last."""
        failures = ((account.id, self._known[account.id].failure) for account in self.accounts())
        return [account_id for account_id, failure in failures if isinstance(failure, ConnectionFailedError)]

    def _without_pace(self, account_id: str) -> list[str]:
        """Returns the subscriptions whose traffic is used at a pace that is not known yet."""
        used = (one for one in running(self.get(account_id)) if one.used_bytes and one.remaining_bytes > 0)
        return [one.id for one in used if one.days_left is None]

    def listen(self, session: AccountSession) -> None:
        """Derives an account's overview from its session from now on."""
        account_id = session.account.id
        if self._known[account_id].session is session:
            return
        self._known[account_id].session = session
        session.topup_store.on_change.append(lambda _before, _after: self.on_change.notify(account_id))
        session.poller.on_poll.append(lambda _error: self.on_change.notify(account_id))
        session.subscription_store.on_change.append(lambda: self._on_subscriptions(account_id))
        self._on_subscriptions(account_id)

    async def save(self, account_id: str) -> None:
        """Saves the subscriptions that the service has reported."""
        overview = self.get(account_id)
        if self._known[account_id].reported_at is not None:
            with storage_failure_logged("the last known subscriptions could not be saved"):
                summaries = SavedSummaries(overview.as_of, overview.subscriptions or ())
                await self._state.save(summaries, account_id)

    def drop(self, account_id: str) -> None:
        """Forgets an account that was removed."""
        self._known.pop(account_id, None)
        self.on_change.notify(account_id)

    def _on_subscriptions(self, account_id: str) -> None:
        known = self._known[account_id]
        if known.session is None or known.session.subscription_store.listed_at == float("-inf"):
            return
        listed_at = known.session.subscription_store.listed_at
        if listed_at != known.listed_at:
            known.listed_at, known.reported_at, known.failure = listed_at, PastMoment(self._clock), None
        self.on_reported.notify(account_id)
        self.on_change.notify(account_id)

    def _problem(self, account_id: str, status: KeyStatus) -> AccountProblem | None:
        if status.is_refused:
            return AccountProblem.KEY_REFUSED
        if status.storage is KeyStorage.NEEDED:
            is_locked = status.why in _LOCKED
            return AccountProblem.KEYRING_LOCKED if is_locked else AccountProblem.KEY_NEEDED
        session, failure = self._known[account_id].session, self._known[account_id].failure
        last_error = None if session is None else session.connection_status.last_error
        if last_error is None and isinstance(failure, (ConnectionFailedError, RateLimitedError)):
            # The service has responded since.
            failure = None
        error = last_error or failure
        return None if error is None else _problem_of(error)


def summarize(subscription: Subscription, pace: Pace | None) -> SubscriptionSummary:
    return SubscriptionSummary(
        subscription.id,
        subscription.label or subscription.username,
        subscription.status,
        subscription.traffic_used_bytes,
        subscription.traffic_total_bytes,
        subscription.traffic_remaining_bytes,
        subscription.expires_at,
        subscription.auto_renew,
        None if pace is None else days_left(subscription.traffic_remaining_bytes, pace),
        subscription.is_end_unreadable,
    )


def _problem_of(error: AppError) -> AccountProblem:
    match error:
        case ConnectionFailedError() | SandboxError():
            return AccountProblem.OFFLINE
        case RateLimitedError():
            return AccountProblem.RATE_LIMITED
        case UnexpectedResponseError() | NotFoundError():
            return AccountProblem.OTHER_SERVICE
        case _:
            return AccountProblem.FAILING
