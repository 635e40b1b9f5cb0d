"""A program that asks the app's secret store what each line of its stdin says, and prints each answer.

Questions and answers are JSON, one a line; keys travel in no other way.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

from app.storage.keys import KeyringTimeouts, KeyStore


async def ask(store: KeyStore, question: dict[str, Any]) -> dict[str, object]:
    account_id = question["id"]
    started = time.monotonic()
    answer: dict[str, object]
    match question["do"]:
        case "save":
            answer = {"state": await store.save(account_id, question["key"])}
        case "read":
            found = await store.read(account_id)
            answer = {"state": found.state, "key": found.key, "repr": repr(found)}
        case _:
            answer = {"state": await store.delete(account_id)}
    return answer | {"seconds": time.monotonic() - started, "modules": sorted(sys.modules)}


async def main() -> None:
    store = KeyStore(timeouts=KeyringTimeouts(attended=float(sys.argv[1])))
    for line in sys.stdin:
        sys.stdout.write(json.dumps(await ask(store, json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
