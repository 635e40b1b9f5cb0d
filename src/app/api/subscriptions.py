"""The subscription and usage operations (spec 4.6 to 4.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.api.calls import Answer, Call, safe_id
from app.api.json_bodies import Records, read_data, read_object, read_record, read_records, write_json
from app.errors import UnexpectedAnswerError
from app.models.subscriptions import CountryUsage, Subscription, SubscriptionChange, UsagePoint, UsageReport

if TYPE_CHECKING:
    from datetime import date

    from app.api.transport import Transport

PATH: Final = "/v1/residential/subscriptions"


class SubscriptionsApi:
    """Reads and changes subscriptions; raises what `Transport.request` raises."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def list(self) -> Records[Subscription]:
        """Returns the subscriptions of all products (spec 4.6)."""
        data, _ = read_data(await self._transport.request(Call("GET", PATH)))
        found = await read_records(data, Subscription)
        self._transport.hide_passwords(subscription.password for subscription in found.items)
        return found

    async def get(self, subscription_id: str) -> Subscription:
        """Returns a subscription (spec 4.7)."""
        return await self._ask(Call("GET", one(subscription_id)), subscription_id)

    async def change(self, subscription_id: str, change: SubscriptionChange) -> Subscription:
        """Renames a subscription, or switches its auto-renewal (spec 4.8)."""
        body = write_json(change.model_dump(mode="json", by_alias=True, exclude_none=True))
        return await self._ask(Call("PATCH", one(subscription_id), body=body), subscription_id)

    async def reset_password(self, subscription_id: str) -> Subscription:
        """Makes a new main password; the old one stops working within 60 seconds (spec 4.9)."""
        return await self._ask(Call("POST", f"{one(subscription_id)}/reset-password"), subscription_id)

    async def usage(
        self,
        subscription_id: str,
        first_day: date | None = None,
        last_day: date | None = None,
        sub_user_id: str | None = None,
    ) -> UsageReport:
        """Returns the usage by day and country (spec 4.10).

        Args:
            subscription_id: Whose usage.
            first_day: UTC, included; 29 days before the last one when None.
            last_day: UTC, included; today when None. The service allows 366 days in all.
            sub_user_id: Restricts the report to one sub-user.
        """
        query = (("from", first_day), ("to", last_day), ("subUserId", sub_user_id))
        given = tuple((name, str(value)) for name, value in query if value is not None)
        call = Call("GET", f"{one(subscription_id)}/usage", query=given)
        return await _read_usage(await self._transport.request(call))

    async def _ask(self, call: Call, subscription_id: str) -> Subscription:
        answer = await self._transport.request(call)
        subscription = read_record(read_object(answer), Subscription, answer.status)
        self._transport.hide_passwords([subscription.password])
        if subscription.id != subscription_id:
            raise UnexpectedAnswerError("The answer is about another subscription.", answer.status)
        return subscription


def one(subscription_id: str) -> str:
    """Returns the path of a subscription.

    Raises:
        InvalidInputError: The id is malformed.
    """
    return f"{PATH}/{safe_id(subscription_id, 'subscriptionId')}"


async def _read_usage(answer: Answer) -> UsageReport:
    content = read_object(answer)
    points = await read_records(_list_of(content, "points", answer.status), UsagePoint)
    countries = await read_records(_list_of(content, "byCountry", answer.status), CountryUsage)
    readable = content | {
        "points": points.items,
        "byCountry": countries.items,
        "unreadable": points.unreadable + countries.unreadable,
    }
    return read_record(readable, UsageReport, answer.status)


def _list_of(content: dict[str, object], name: str, status: int) -> list[object]:
    found = content.get(name)
    if found is None:
        return []
    if not isinstance(found, list):
        raise UnexpectedAnswerError(f"The answer's fields are not as expected: {name}.", status)
    return found
