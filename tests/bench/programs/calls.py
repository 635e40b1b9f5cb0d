"""GETs through the whole client, and through httpx alone, by turns on one Qt event loop.

Argument: the number of rounds.
"""

import os
import sys
import time

import httpx
from PySide6.QtWidgets import QApplication

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.clock import SystemClock
from bench.programs.probe import report
from ui.start import event_loop as eventloop

ROUNDS = int(sys.argv[1])
CALLS = 112


async def main() -> int:
    base_url, api_key = os.environ["TOLLHOUSE_BASE_URL"], os.environ["TOLLHOUSE_API_KEY"]
    http = build_http()
    client = ServiceClient(base_url, api_key, http=http, clock=SystemClock())
    alone = httpx.AsyncClient(trust_env=False, headers={"Authorization": f"Bearer {api_key}"})
    topup_id = (await client.topups.page(1)).items[0].id
    url = f"{base_url}/v1/topups/{topup_id}"
    await alone.get(url)
    took: dict[str, list[float]] = {"client": [], "alone": []}
    for _round in range(ROUNDS):
        began = time.monotonic()
        for _call in range(CALLS):
            await client.topups.get(topup_id)
        took["client"].append(time.monotonic() - began)
        began = time.monotonic()
        for _call in range(CALLS):
            (await alone.get(url)).raise_for_status()
        took["alone"].append(time.monotonic() - began)
    await http.aclose()
    await alone.aclose()
    report(took)
    return 0


eventloop.run(QApplication(sys.argv), main)
