"""The user's choices for top-ups: hidden ones, QR content, unsent reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.storage.state import Entry, Kind, key_of

if TYPE_CHECKING:
    from app.storage.state import State


class TopUpChoices:
    """The choices of one account; all raise `StorageError` when they can't be loaded or saved."""

    def __init__(self, *, state: State, account: str, service: str) -> None:
        self._state = state
        self._owner = key_of(account, service)

    async def hidden(self) -> frozenset[str]:
        return frozenset(await self._state.keys(Kind.HIDDEN_TOPUP, self._owner))

    async def hide(self, topup_id: str) -> None:
        await self._state.put(Kind.HIDDEN_TOPUP, self._owner, [Entry(topup_id)])

    async def unhide(self, topup_id: str) -> None:
        await self._state.delete(Kind.HIDDEN_TOPUP, self._owner, topup_id)

    async def picture(self, coin: str, network: str) -> str:
        """Returns `link` or `address`, as chosen for a coin on a network; empty by default."""
        return await self._text(Kind.QR_CONTENT, "", key_of(coin, network))

    async def choose_picture(self, coin: str, network: str, picture: str) -> None:
        await self._state.put(Kind.QR_CONTENT, "", [Entry(key_of(coin, network), picture)])

    async def typed_txid(self, topup_id: str) -> str:
        """Returns the transaction ID that was typed and not reported; empty if none was."""
        return await self._text(Kind.TYPED_TXID, self._owner, topup_id)

    async def keep_typed_txid(self, topup_id: str, txid: str) -> None:
        """Saves each change of the text; an empty one deletes it."""
        if txid:
            await self._state.put(Kind.TYPED_TXID, self._owner, [Entry(topup_id, txid)])
        else:
            await self._state.delete(Kind.TYPED_TXID, self._owner, topup_id)

    async def _text(self, kind: Kind, owner: str, key: str) -> str:
        found = await self._state.entry(kind, owner, key)
        return found.content if found is not None and isinstance(found.content, str) else ""
