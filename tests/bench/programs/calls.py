"""GETs through the whole client, and through httpx alone, by turns on one Qt event loop."""

import json
import os
import sys
import time

import httpx
from PySide6.QtWidgets import QApplication

from app.api.client import ServiceClient
from app.api.connections import build_http
from app.clock import SystemClock
from ui.start import event_loop as eventloop

ROUNDS = 10
CALLS = 100


async def main() -> int:
    base_url, api_key = os.environ["TOLLHOUSE_BASE_URL"], os.environ["TOLLHOUSE_API_KEY"]
    http = build_http()
    client = ServiceClient(base_url, api_key, http=http, clock=SystemClock())
    alone = httpx.AsyncClient(trust_env=False, headers={"Authorization": f"Bearer {api_key}"})
    topup_id = (await client.topups.page(1)).items[0].id
    url = f"{base_url}/v1/topups/{topup_id}"
    await alone.get(url)
    report: dict[str, list[float]] = {"client": [], "alone": []}
    for _round in range(ROUNDS):
        began = time.monotonic()
        for _call in range(CALLS):
            await client.topups.get(topup_id)
        report["client"].append(time.monotonic() - began)
        began = time.monotonic()
        for _call in range(CALLS):
            (await alone.get(url)).raise_for_status()
        report["alone"].append(time.monotonic() - began)
    await http.aclose()
    await alone.aclose()
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()
    return 0


eventloop.run(QApplication(sys.argv), main)
