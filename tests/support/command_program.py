"""The command line in a process whose time runs 60 times as fast, so that polls are soon due."""

from __future__ import annotations

import asyncio
import sys
from unittest.mock import patch

from app import bootstrap
from app.clock import SystemClock
from ui import __main__

SPEED = 60.0


class FastClock(SystemClock):
    """This computer's time of day, but everything that is measured or waited for passes faster."""

    def monotonic(self) -> float:
        return super().monotonic() * SPEED

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / SPEED)


def main() -> int:
    with patch.object(bootstrap, "SystemClock", FastClock):
        return __main__.main()


if __name__ == "__main__":
    sys.exit(main())
