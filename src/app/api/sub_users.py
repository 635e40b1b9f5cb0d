"""The sub-user operations (spec 4.11 to 4.14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.api.calls import Answer, Call, safe_id
from app.api.json_bodies import (
    Records,
    read_count,
    read_data,
    read_object,
    read_record,
    read_records,
    write_json,
)
from app.api.subscriptions import one as one_subscription
from app.errors import UnexpectedAnswerError
from app.models.sub_users import UNSET, SubUser, SubUserChange, SubUserDraft

if TYPE_CHECKING:
    from app.api.transport import Transport


@dataclass(frozen=True, slots=True)
class SubUserList(Records[SubUser]):
    """The sub-users of a subscription.

    Attributes:
        limit: The maximum number of sub-users, if the service reports it.
    """

    limit: int | None = None


class SubUsersApi:
    """Reads, creates, changes and deletes sub-users; raises what `Transport.request` raises."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def list(self, subscription_id: str) -> SubUserList:
        """Returns the sub-users and how many there may be (spec 4.11)."""
        data, content = read_data(await self._transport.request(Call("GET", _all(subscription_id))))
        found = await read_records(data, SubUser)
        self._transport.hide_passwords(sub_user.password for sub_user in found.items)
        limit = read_count(content, "limit")
        return SubUserList(found.items, found.unreadable, found.problems, limit)

    async def create(self, subscription_id: str, draft: SubUserDraft) -> SubUser:
        """Creates a sub-user (spec 4.12)."""
        self._transport.hide_passwords([draft.password or ""])
        call = Call("POST", _all(subscription_id), body=write_json(_draft_content(draft)))
        return self._read(await self._transport.request(call))

    async def change(self, subscription_id: str, sub_user_id: str, change: SubUserChange) -> SubUser:
        """Changes a sub-user (spec 4.13)."""
        call = Call("PATCH", _one(subscription_id, sub_user_id), body=write_json(_change_content(change)))
        answer = await self._transport.request(call)
        sub_user = self._read(answer)
        if sub_user.id != sub_user_id:
            raise UnexpectedAnswerError("The answer is about another sub-user.", answer.status)
        return sub_user

    async def delete(self, subscription_id: str, sub_user_id: str) -> None:
        """Deletes a sub-user (spec 4.14)."""
        await self._transport.request(Call("DELETE", _one(subscription_id, sub_user_id)))

    def _read(self, answer: Answer) -> SubUser:
        sub_user = read_record(read_object(answer), SubUser, answer.status)
        self._transport.hide_passwords([sub_user.password])
        return sub_user


def _all(subscription_id: str) -> str:
    return f"{one_subscription(subscription_id)}/sub-users"


def _one(subscription_id: str, sub_user_id: str) -> str:
    return f"{_all(subscription_id)}/{safe_id(sub_user_id, 'subUserId')}"


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
