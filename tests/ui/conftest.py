"""Runs coroutines on Qt's event loop, as the app does, and proves that nothing stays behind."""

import asyncio
import gc
import inspect
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from typing import Any

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QApplication

from support.leaks import watch_starts
from ui.start.event_loop import new_event_loop
from ui.theme.theme import apply_theme

watch_starts()
_ENDING_SECONDS = 10.0


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs an asynchronous test on the app's loop, which enters the context managers among its fixtures."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None

    async def entered() -> None:
        async with AsyncExitStack() as stack:
            arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
            for name, value in arguments.items():
                if isinstance(value, AbstractAsyncContextManager):
                    arguments[name] = await stack.enter_async_context(value)
            await test(**arguments)

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    _run(app, entered())
    return True


@pytest.fixture
def run(qapp: QApplication) -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Runs a coroutine to its end, where a test needs more than one loop."""
    return partial(_run, qapp)


def _run(app: QApplication, main: Coroutine[Any, Any, Any]) -> Any:
    # As in the app: the end of the last window is not the end of the loop.
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: new_event_loop(app)) as runner:
        return runner.run(_watched(main))


async def _watched(main: Coroutine[Any, Any, Any]) -> Any:
    """Fails where tasks are left pending."""
    result = await main
    ending = {task for task in asyncio.all_tasks() if task.cancelling()}
    if ending:
        # What was cancelled may have to wait for a thread first.
        await asyncio.wait(ending, timeout=_ENDING_SECONDS)
    left = asyncio.all_tasks() - {asyncio.current_task()}
    assert not left, f"left pending: {left}"
    return result


@pytest.fixture(autouse=True)
def garbage_ends_here() -> Iterator[None]:
    """As in the app, no worker thread collects widgets."""
    gc.disable()
    yield
    gc.collect(2 if gc.get_count()[2] > gc.get_threshold()[2] else 1)
    gc.enable()


@pytest.fixture(autouse=True)
def light_theme(qapp: QApplication) -> None:
    apply_theme(qapp, "light")


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collects what is announced to screen readers."""
    texts: list[str] = []

    def collect(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            texts.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", collect)
    return texts


@pytest.fixture
def crashes(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """Collects what reaches `sys.excepthook`."""
    seen: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: seen.append(error))
    return seen
