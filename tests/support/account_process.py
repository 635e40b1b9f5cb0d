"""The real services of one account, over loopback, on a sandbox in a process of its own."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx

from app.api.client import ServiceClient
from app.api.transport import Pace
from app.clock import SystemClock
from support.topup_stores import session_on

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.api.connections import HttpClient
    from app.services.accounts.session import AccountSession
    from app.services.topups.topups import TopUps
    from tollhouse_sandbox.process import SandboxProcess

_SUBSCRIPTIONS = "/v1/residential/subscriptions"


class HastyClock(SystemClock):
    """This computer's clock, but waiting takes next to no time: pauses between tries are not tested."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.001))


def account_session(
    base_url: str, api_key: str, outbox: Path, http: HttpClient, deadline: float = 20.0
) -> AccountSession:
    """An account, as after a start of the app."""
    clock = HastyClock()
    pace = Pace(timedelta(seconds=deadline))
    client = ServiceClient(base_url, api_key, http=http, clock=clock, pace=pace)
    return session_on(outbox, client, clock, "work", base_url)


def account_topups(
    base_url: str, api_key: str, outbox: Path, http: HttpClient, deadline: float = 20.0
) -> TopUps:
    return account_session(base_url, api_key, outbox, http, deadline).topups


class Oracle:
    """What really happened, by the sandbox's own ledger."""

    def __init__(self, sandbox: SandboxProcess) -> None:
        self._http = httpx.Client(base_url=sandbox.base_url, headers=sandbox.headers, trust_env=False)
        self._after = 0

    def set_faults(self, *faults: dict[str, object]) -> None:
        self._http.post("/_sandbox/faults", json=list(faults)).raise_for_status()

    def choose_variants(self, **values: str) -> None:
        """Sets these variants, and all others to their defaults."""
        self._http.post("/_sandbox/variants", json=values).raise_for_status()

    def answer(self, bodies: Mapping[str, object]) -> None:
        """Lets routes answer with these bodies instead, from now on."""
        every: dict[str, object] = {"every": True, "kind": "status", "status": 200}
        self.set_faults(
            *({"route": route, "body": json.dumps(body)} | every for route, body in bodies.items())
        )

    def commits(self) -> list[dict[str, Any]]:
        """The commits since the last call, oldest first; at most 10,000 entries lie between two calls."""
        answer = self._http.get("/_sandbox/ledger", params={"after": self._after})
        entries = answer.raise_for_status().json()["data"]
        self._after = entries[-1]["seq"] if entries else self._after
        return [entry for entry in entries if "commit" in entry]

    def created_topups(self) -> list[str]:
        """The IDs of the top-ups that were created since the last call, of this or of `commits`."""
        return [entry["topup"] for entry in self.commits() if entry["commit"] == "topup.created"]

    def topup(self, topup_id: str) -> dict[str, Any]:
        truth: dict[str, Any] = (
            self._http.get(f"/v1/topups/{quote(topup_id, safe='')}").raise_for_status().json()
        )
        return truth

    def topups(self) -> list[dict[str, Any]]:
        """Returns the newest ones, a page of them."""
        return self._data("/v1/topups")

    def advance(self, seconds: float) -> None:
        """Sets the service's clock forward."""
        body = {"advance_seconds": seconds}
        self._http.post("/_sandbox/clock", json=body).raise_for_status()

    def make(self, **body: object) -> dict[str, Any]:
        """Makes a top-up past the app."""
        made: dict[str, Any] = self._http.post("/v1/topups", json=body).raise_for_status().json()
        return made

    def pay(self, topup_id: str) -> None:
        path = f"/_sandbox/topups/{quote(topup_id, safe='')}/pay"
        self._http.post(path, json={"amount": "exact"}).raise_for_status()

    def credit(self, topup_id: str) -> None:
        """Pays, reports and confirms a top-up past the app."""
        self.pay(topup_id)
        self._http.post(f"/v1/topups/{topup_id}/txid", json={}).raise_for_status()
        self.confirm(topup_id)

    def confirm(self, topup_id: str) -> None:
        """Lets the network confirm a payment as often as is needed."""
        blocks = {"count": self.topup(topup_id)["confirmationsRequired"]}
        self._http.post(f"/_sandbox/topups/{topup_id}/confirm", json=blocks).raise_for_status()

    def subscribe(self) -> str:
        """Buys a subscription past the app; returns its ID."""
        plan = {"planId": "residential-5gb"}
        self.credit(str(self.make(amountUsd="50.00", coin="BTC", network="bitcoin", purchase=plan)["id"]))
        return str(self.subscriptions()[-1]["id"])

    def subscriptions(self) -> list[dict[str, Any]]:
        return self._data(_SUBSCRIPTIONS)

    def subscription(self, subscription_id: str) -> dict[str, Any]:
        truth = self._http.get(f"{_SUBSCRIPTIONS}/{subscription_id}").raise_for_status()
        return truth.json()  # type: ignore[no-any-return]

    def sub_users(self, subscription_id: str) -> list[dict[str, Any]]:
        return self._data(f"{_SUBSCRIPTIONS}/{quote(subscription_id, safe='')}/sub-users")

    def add_sub_user(self, subscription_id: str, label: str) -> None:
        path = f"{_SUBSCRIPTIONS}/{subscription_id}/sub-users"
        self._http.post(path, json={"label": label}).raise_for_status()

    def remove_sub_users(self, subscription_id: str) -> None:
        for one in self.sub_users(subscription_id):
            path = f"{_SUBSCRIPTIONS}/{subscription_id}/sub-users/{one['id']}"
            self._http.delete(path).raise_for_status()

    def _data(self, path: str) -> list[dict[str, Any]]:
        return self._http.get(path).raise_for_status().json()["data"]  # type: ignore[no-any-return]

    def close(self) -> None:
        self._http.close()
