"""Runs the app, and a script once its page works."""

from __future__ import annotations

import asyncio
import traceback
from typing import TYPE_CHECKING, Any

from bench.programs.probe import Marks, report
from ui import __main__
from ui.start import application as start
from ui.start import first_paint

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.bootstrap import Services
    from ui.shell.window import MainWindow

# The paces of the subscriptions are asked for one by one: until then nothing is idle.
_AFTER_START_S = 20.0
_usual_wait, _usual_conduct = first_paint.wait_for_first_paint, start.conduct


def run_scripted(script: Callable[[MainWindow, Services], Awaitable[dict[str, Any]]]) -> None:
    """Runs the app with the environment's account, and reports what the script returns.

    The script starts when the page has worked for some seconds: the start is over then.
    """
    works = asyncio.Event()

    def wait(window: MainWindow) -> None:
        Marks(window, lambda mark: works.set() if mark == "working" else None)
        _usual_wait(window)

    async def run(window: MainWindow, services: Services) -> None:
        await works.wait()
        await asyncio.sleep(_AFTER_START_S)
        try:
            report(await script(window, services))
        except Exception:
            traceback.print_exc()
            raise

    async def conduct(window: MainWindow, services: Services, **options: Any) -> int:
        code, _done = await asyncio.gather(_usual_conduct(window, services, **options), run(window, services))
        return code

    first_paint.wait_for_first_paint, start.conduct = wait, conduct
    __main__.main([])
