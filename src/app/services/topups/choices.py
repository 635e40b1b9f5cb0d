"""The user's choices for top-ups: hidden ones, QR content, unsent reports."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.storage.notebook import Owner

if TYPE_CHECKING:
    from app.storage.notebook import Notebook


class TopUpChoices:
    """The choices of one account; all raise `StorageError` when they can't be loaded or saved."""

    def __init__(self, *, notebook: Notebook, account: str, service: str) -> None:
        """Binds the choices to their account.

        Args:
            account: The account's id in this app.
            service: What stands for the service's address.
        """
        self._notebook = notebook
        self._owner = Owner(account, service)
        self._typing = asyncio.Lock()

    async def hidden(self) -> frozenset[str]:
        """Returns the ids of the top-ups that were hidden."""
        return await asyncio.to_thread(self._notebook.hidden, self._owner)

    async def hide(self, topup_id: str) -> None:
        """Hides a top-up from the list; the service still has it."""
        await asyncio.to_thread(self._notebook.set_hidden, self._owner, topup_id, hidden=True)

    async def unhide(self, topup_id: str) -> None:
        """Shows a hidden top-up again."""
        await asyncio.to_thread(self._notebook.set_hidden, self._owner, topup_id, hidden=False)

    async def picture(self, coin: str, network: str) -> str:
        """Returns `link` or `address`, as chosen for a coin on a network; empty if nothing was."""
        return await asyncio.to_thread(self._notebook.picture, coin, network)

    async def choose_picture(self, coin: str, network: str, picture: str) -> None:
        """Remembers `link` or `address` for a coin on a network."""
        await asyncio.to_thread(self._notebook.set_picture, coin, network, picture)

    async def typed_txid(self, topup_id: str) -> str:
        """Returns the transaction ID that was typed for a top-up and not reported; empty if none was."""
        return await asyncio.to_thread(self._notebook.typed_txid, self._owner, topup_id)

    async def keep_typed_txid(self, topup_id: str, txid: str) -> None:
        """Remembers what was typed for a top-up, one letter after the other; an empty text forgets it."""
        async with self._typing:
            await asyncio.to_thread(self._notebook.set_typed_txid, self._owner, topup_id, txid)
