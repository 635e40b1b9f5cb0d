"""The operations on subscriptions, their usage and their sub-users (spec 4.6 to 4.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from app.api.calls import Call, Response, safe_id
from app.api.json_bodies import (
    Records,
    read_count,
    read_data,
    read_object,
    read_record,
    read_records,
    write_json,
)
from app.errors import UnexpectedResponseError
from app.models.sub_users import UNSET, SubUser, SubUserChange, SubUserDraft
from app.models.subscriptions import CountryUsage, Subscription, SubscriptionChange, UsagePoint, UsageReport

if TYPE_CHECKING:
    from datetime import date

    from app.api.transport import Transport

_PATH: Final = "/v1/residential/subscriptions"


class SubUserList(NamedTuple):
    """The sub-users of a subscription as in `Records`, and their maximum number if the service reports it."""

    items: tuple[SubUser, ...]
    unreadable: int = 0
    problems: tuple[str, ...] = ()
    limit: int | None = None

    @property
    def total(self) -> int:
        """How many there are, those that can't be read included."""
        return len(self.items) + self.unreadable


class SubscriptionsApi:
    """Reads and changes subscriptions; raises what `Transport.request` raises."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.connection_status = transport.connection_status

    async def list(self) -> Records[Subscription]:
        data, _ = read_data(await self._transport.request(Call("GET", _PATH)))
        found = await read_records(data, Subscription)
        self._transport.hide_passwords(subscription.password for subscription in found.items)
        return found

    async def get(self, subscription_id: str) -> Subscription:
        return await self._request(Call("GET", _one(subscription_id)), subscription_id)

    async def change(self, subscription_id: str, change: SubscriptionChange) -> Subscription:
        body = write_json(change.model_dump(mode="json", by_alias=True, exclude_none=True))
        return await self._request(Call("PATCH", _one(subscription_id), body=body), subscription_id)

    async def reset_password(self, subscription_id: str) -> Subscription:
        """Makes a new main password; the old one stops working within 60 seconds (spec 4.9)."""
        return await self._request(Call("POST", f"{_one(subscription_id)}/reset-password"), subscription_id)

    async def usage(
        self,
        subscription_id: str,
        first_day: date | None = None,
        last_day: date | None = None,
        sub_user_id: str | None = None,
    ) -> UsageReport:
        """Returns the usage by day and country (spec 4.10).

        Args:
            first_day: UTC, included; 29 days before the last one when None.
            last_day: UTC, included; today when None. The service allows 366 days in all.
        """
        query = (("from", first_day), ("to", last_day), ("subUserId", sub_user_id))
        given = tuple((name, str(value)) for name, value in query if value is not None)
        call = Call("GET", f"{_one(subscription_id)}/usage", query=given)
        return await _read_usage(await self._transport.request(call))

    async def _request(self, call: Call, subscription_id: str) -> Subscription:
        response = await self._transport.request(call)
        subscription = read_record(read_object(response), Subscription, response.status)
        self._transport.hide_passwords([subscription.password])
        if subscription.id != subscription_id:
            raise UnexpectedResponseError("The response is about another subscription.", response.status)
        return subscription


class SubUsersApi:
    """Reads, creates, changes and deletes sub-users; raises what `Transport.request` raises."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def list(self, subscription_id: str) -> SubUserList:
        data, content = read_data(await self._transport.request(Call("GET", _sub_users(subscription_id))))
        found = await read_records(data, SubUser)
        self._transport.hide_passwords(sub_user.password for sub_user in found.items)
        limit = read_count(content, "limit")
        return SubUserList(found.items, found.unreadable, found.problems, limit)

    async def create(self, subscription_id: str, draft: SubUserDraft) -> SubUser:
        self._transport.hide_passwords([draft.password or ""])
        call = Call("POST", _sub_users(subscription_id), body=write_json(_draft_content(draft)))
        return self._read(await self._transport.request(call))

    async def change(self, subscription_id: str, sub_user_id: str, change: SubUserChange) -> SubUser:
        call = Call(
            "PATCH", _sub_user(subscription_id, sub_user_id), body=write_json(_change_content(change))
        )
        response = await self._transport.request(call)
        sub_user = self._read(response)
        if sub_user.id != sub_user_id:
            raise UnexpectedResponseError("The response is about another sub-user.", response.status)
        return sub_user

    async def delete(self, subscription_id: str, sub_user_id: str) -> None:
        await self._transport.request(Call("DELETE", _sub_user(subscription_id, sub_user_id)))

    def _read(self, response: Response) -> SubUser:
        sub_user = read_record(read_object(response), SubUser, response.status)
        self._transport.hide_passwords([sub_user.password])
        return sub_user


def _one(subscription_id: str) -> str:
    return f"{_PATH}/{safe_id(subscription_id, 'subscriptionId')}"


def _sub_users(subscription_id: str) -> str:
    return f"{_one(subscription_id)}/sub-users"


def _sub_user(subscription_id: str, sub_user_id: str) -> str:
    return f"{_sub_users(subscription_id)}/{safe_id(sub_user_id, 'subUserId')}"


def _draft_content(draft: SubUserDraft) -> dict[str, object]:
    content: dict[str, object] = {"label": draft.label, "trafficLimitBytes": draft.traffic_cap_bytes}
    if draft.password is not None:
        content["password"] = draft.password
    return content


def _change_content(change: SubUserChange) -> dict[str, object]:
    content: dict[str, object] = {}
    if change.label is not None:
        content["label"] = change.label
    if change.traffic_cap_bytes is not UNSET:
        content["trafficLimitBytes"] = change.traffic_cap_bytes
    if change.enabled is not None:
        content["enabled"] = change.enabled
    if change.regenerate_password:
        content["regeneratePassword"] = True
    return content


async def _read_usage(response: Response) -> UsageReport:
    content = read_object(response)
    points = await read_records(_list_of(content, "points", response.status), UsagePoint)
    countries = await read_records(_list_of(content, "byCountry", response.status), CountryUsage)
    readable = content | {
        "points": points.items,
        "byCountry": countries.items,
        "unreadable": points.unreadable + countries.unreadable,
    }
    return read_record(readable, UsageReport, response.status)


def _list_of(content: dict[str, object], name: str, status: int) -> list[object]:
    found = content.get(name)
    if found is None:
        return []
    if not isinstance(found, list):
        raise UnexpectedResponseError(f"The response's fields are not as expected: {name}.", status)
    return found
