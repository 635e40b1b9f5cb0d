"""Saves an account, its key in the keyring, and makes it the one that is opened first.

Arguments: the service's address, the API key.
"""

import asyncio
import sys

from app.bootstrap import build
from app.models.keys import KeyStorage
from app.storage.paths import find_paths
from bench.programs.probe import report


async def main(address: str, api_key: str) -> None:
    services = build(find_paths(), environment={})
    account = await services.accounts.connect("Bench", address, api_key)
    if services.accounts.key_status(account.id).storage is not KeyStorage.KEYRING:
        raise RuntimeError("the key is not in the keyring")
    await services.accounts.open(account.id)
    await services.accounts.close()
    report({})


asyncio.run(main(*sys.argv[1:]))
