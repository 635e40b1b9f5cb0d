"""Top-ups of one account: create, check, report, follow."""

from __future__ import annotations

import asyncio
import json
import uuid
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from app.api.topups import draft_bytes
from app.errors import AppError, ConnectionFailedError, ServiceError
from app.models.topups import AWAITING_PAYMENT, VERIFYING, TopUpDraft
from app.rules.deposit import Deposit, check_deposit
from app.rules.deposit_facts import DepositFacts, facts_of
from app.rules.topups import pause_after
from app.storage.outbox import Intent

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.api.topups import Page, TopUpsApi
    from app.clock import Clock
    from app.models.topups import TopUp
    from app.services.coins import Coins
    from app.storage.outbox import Outbox

# The service keeps keys for 24 h (spec 4.2): past that, the same key would make a second top-up.
_KEY_TRUSTED_FOR = timedelta(hours=23)
PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Poll:
    """One look at a top-up.

    Attributes:
        topup: Its last known state.
        error: Why this look brought nothing new, if it failed.
    """

    topup: TopUp
    error: AppError | None = None


class TopUps:
    """The top-ups of one account."""

    def __init__(  # noqa: PLR0913 (collaborators, by keyword)
        self, *, api: TopUpsApi, coins: Coins, outbox: Outbox, account: str, service: str, clock: Clock
    ) -> None:
        """Binds the top-ups to their account.

        Args:
            api: The client of the account's service.
            coins: The coin catalog of that service.
            outbox: Where intents are kept.
            account: The account's id in this app.
            service: What stands for the service's address in the outbox.
            clock: Tells the time and waits.
        """
        self._api = api
        self._coins = coins
        self._outbox = outbox
        self._account = account
        self._service = service
        self._clock = clock
        self._known: dict[str, tuple[TopUpDraft | None, DepositFacts]] = {}

    async def create(self, draft: TopUpDraft) -> TopUp:
        """Starts a top-up: the intent is on disk before the first byte is sent.

        The same wish, while its fate is not known, keeps its key, so that asking again makes no
        second top-up (spec 4.2).

        Raises:
            StorageError: The intent could not be written; nothing was sent.
            ServiceError: The service refused.
            AppError: No or no proper answer came; the intent stays pending.
        """
        body = draft_bytes(draft)
        for pending in await self._pending():
            if pending.body == body:
                return await self._send(pending)
        intent = Intent(uuid.uuid4().hex, self._account, self._service, body, self._clock.now())
        await asyncio.to_thread(self._outbox.add, intent)
        try:
            return await self._send(intent)
        except ConnectionFailedError as error:
            if not error.may_have_arrived:
                await asyncio.to_thread(self._outbox.mark_refused, intent.idempotency_key)
            raise

    async def resume(self) -> tuple[TopUp, ...]:
        """Sends again what was asked for but never answered; returns the top-ups that are found so.

        Raises:
            AppError: One of them could still not be settled; the rest waits for the next time.
        """
        found = []
        for intent in await self._pending():
            try:
                found.append(await self._send(intent))
            except ServiceError as error:
                if not _is_verdict(error):
                    raise
        return tuple(found)

    async def page(self, number: int, status: str | None = None) -> Page[TopUp]:
        """Returns one page of the history, newest first (spec 4.5)."""
        return await self._api.page(number, per_page=PAGE_SIZE, status=status)

    async def in_progress(self) -> int:
        """Returns how many top-ups wait for a payment or for the network."""
        pages = await asyncio.gather(
            *(self._api.page(1, per_page=1, status=status) for status in (AWAITING_PAYMENT, VERIFYING))
        )
        return sum(len(page.items) if page.total is None else page.total for page in pages)

    async def get(self, topup_id: str) -> TopUp:
        """Returns the present state of a top-up (spec 4.4)."""
        return await self._api.get(topup_id)

    async def report(self, topup_id: str, txid: str) -> TopUp:
        """Reports a payment as sent; an empty `txid` lets the service match the amount (spec 4.3).

        Raises:
            ServiceError: The service refused: wrong format, used already, or closed.
        """
        return await self._api.report(topup_id, txid or None)

    async def follow(self, topup: TopUp) -> AsyncIterator[Poll]:
        """Looks after a top-up, no more often than advised, until it is final (spec 4.4)."""
        while (pause := pause_after(topup)) is not None:
            await self._clock.sleep(pause.total_seconds())
            try:
                topup = await self._api.get(topup.id)
            except AppError as error:
                yield Poll(topup, error)
            else:
                yield Poll(topup)

    async def check(self, topup: TopUp, *, memo_confirmed: bool = False) -> Deposit:
        """Passes a top-up through the deposit gate; only what comes out may be shown as payable.

        Raises:
            AppError: The coin catalog could not be had, or the outbox not be read: nothing is payable.
        """
        asked, first_seen = await self._what_was_known(topup)
        await self._coins.known()
        network = self._coins.network(topup.coin, topup.network)
        return check_deposit(
            topup,
            asked=asked,
            network=network,
            first_seen=first_seen,
            memo_confirmed=memo_confirmed,
            in_catalog=network is not None,
        )

    async def _what_was_known(self, topup: TopUp) -> tuple[TopUpDraft | None, DepositFacts]:
        if topup.id not in self._known:
            intent = await asyncio.to_thread(self._outbox.of_topup, self._account, self._service, topup.id)
            asked = TopUpDraft.model_validate_json(intent.body) if intent else None
            facts = DepositFacts(**json.loads(intent.facts)) if intent and intent.facts else facts_of(topup)
            self._known[topup.id] = (asked, facts)
        return self._known[topup.id]

    async def _pending(self) -> tuple[Intent, ...]:
        intents = await asyncio.to_thread(self._outbox.pending, self._account, self._service)
        now = self._clock.now()
        return tuple(
            intent for intent in intents if timedelta(0) <= now - intent.created_at < _KEY_TRUSTED_FOR
        )

    async def _send(self, intent: Intent) -> TopUp:
        try:
            topup = await self._api.create(intent.body, idempotency_key=intent.idempotency_key)
        except ServiceError as error:
            if _is_verdict(error):
                await asyncio.to_thread(self._outbox.mark_refused, intent.idempotency_key)
            raise
        facts = facts_of(topup)
        self._known[topup.id] = (TopUpDraft.model_validate_json(intent.body), facts)
        await asyncio.to_thread(
            self._outbox.mark_created, intent.idempotency_key, topup.id, json.dumps(asdict(facts))
        )
        return topup


def _is_verdict(error: ServiceError) -> bool:
    """Returns whether an answer settles an intent: asking again would bring the same refusal."""
    return not error.in_doubt and 400 <= error.status < 500 and error.status not in {408, 429}
