"""A program that does with one account all that can be done, so that a test can look for its key afterwards.

The key comes by stdin. When everything is done it prints 'done' and waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import traceback
from pathlib import Path

from app.bootstrap import build
from app.errors import AppError
from app.services.accounts.known import DEMO
from app.storage.keys import KeyringTimeouts, KeyStore
from app.storage.logs import start_log
from app.storage.paths import find_paths

_log = logging.getLogger("tollhouse.crash")


async def use(base_url: str, api_key: str, notes: list[str]) -> None:
    places = find_paths()
    start_log(places.log)
    logging.getLogger().setLevel(logging.DEBUG)
    services = build(places, environment={}, key_store=KeyStore(timeouts=KeyringTimeouts(10.0, 10.0)))
    accounts = services.accounts
    account = await accounts.connect("One", base_url, api_key)
    opened = await accounts.open(account.id)
    await accounts.open(DEMO)
    await opened.coins.load()
    await opened.topups.page(1)
    await accounts.change(account.id, name="Other", color="blue")
    notes.append(str(accounts.key_status(account.id)))
    for attempt in (
        accounts.connect("Again", base_url, api_key),
        accounts.connect("Not there", "http://127.0.0.1:1", api_key),
        accounts.connect("Malformed", "http://example.com", api_key),
        accounts.change_key(account.id, api_key + "\x7f"),
        accounts.change_key(account.id, "wrong" + api_key),
        opened.topups.get("tu_unknown"),
    ):
        try:
            await attempt
        except AppError as error:
            # As a crash report would be made of it.
            _log.exception("tried")
            notes.append("".join(traceback.format_exception(error)) + repr(error) + str(vars(error)))
    things = (services, accounts, opened, account, accounts._keys, accounts._saved, accounts._open)
    notes.extend(repr(thing) for thing in things)
    notes.extend(repr(value) for thing in (accounts, opened.topups) for value in vars(thing).values())


def main() -> None:
    base_url, api_key = sys.stdin.readline().split()
    notes: list[str] = []
    asyncio.run(use(base_url, api_key, notes))
    Path(sys.argv[1]).write_text("\n".join(notes), encoding="utf-8")
    sys.stdout.write("done\n")
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):
        sys.stdin.read()


if __name__ == "__main__":
    main()
