"""Pays demo top-ups on the sandbox's simulated chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.api.sandbox_controls import SandboxControls


class DemoWallet:
    """Plays the wallet's part for the demo account; no real coin moves."""

    def __init__(self, controls: SandboxControls) -> None:
        self._controls = controls

    async def pay_exactly(self, topup_id: str) -> str:
        """Pays just what is asked; returns the transaction ID."""
        return await self._controls.pay(topup_id, amount="exact")

    async def underpay(self, topup_id: str) -> str:
        """Pays too little; returns the transaction ID."""
        return await self._controls.pay(topup_id, amount="under")

    async def add_confirmation(self, topup_id: str) -> None:
        """Adds one block on top of the payment."""
        await self._controls.confirm(topup_id, count=1)

    async def cut_off(self, *, cut: bool) -> None:
        """Plays a network that is down, or one that works again."""
        await self._controls.cut_off(cut=cut)
