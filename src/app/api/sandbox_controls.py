"""The control routes of the embedded sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from app.api.addresses import is_loopback
from app.api.calls import Call, safe_id
from app.api.json_bodies import read_object, write_json
from app.errors import InvalidInputError, UnexpectedResponseError

if TYPE_CHECKING:
    from app.api.transport import Transport

_PATH: Final = "/_sandbox/topups"


class SandboxControls:
    """Plays the payer and the blockchain of the demo; raises what `Transport.request` raises.

    Raises:
        InvalidInputError: On `serviceAddress`: `not_sandbox`, when it is not on this computer.
    """

    def __init__(self, transport: Transport) -> None:
        if not is_loopback(urlsplit(transport.base_url).hostname or ""):
            raise InvalidInputError("serviceAddress", "not_sandbox")
        self._transport = transport

    async def pay_exactly(self, topup_id: str) -> str:
        """Sends a simulated payment of the requested amount; returns its transaction ID."""
        return await self._pay(topup_id, "exact")

    async def underpay(self, topup_id: str) -> str:
        """Sends a simulated payment that is too small; returns its transaction ID."""
        return await self._pay(topup_id, "under")

    async def _pay(self, topup_id: str, amount: str) -> str:
        response = await self._transport.request(
            Call("POST", f"{_one(topup_id)}/pay", body=write_json({"amount": amount}))
        )
        txid = read_object(response).get("txid")
        if not isinstance(txid, str):
            raise UnexpectedResponseError("The response's fields are not as expected: txid.", response.status)
        return txid

    async def add_confirmation(self, topup_id: str, count: int = 1) -> None:
        await self._transport.request(
            Call("POST", f"{_one(topup_id)}/confirm", body=write_json({"count": count}))
        )

    async def cut_off(self, *, cut: bool) -> None:
        faults = [{"route": "* /v1/*", "every": True, "kind": "reset_before"}] if cut else []
        await self._transport.request(Call("POST", "/_sandbox/faults", body=write_json(faults)))


def _one(topup_id: str) -> str:
    return f"{_PATH}/{safe_id(topup_id, 'topUpId')}"
