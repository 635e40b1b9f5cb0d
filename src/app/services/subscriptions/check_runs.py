"""Runs of many checks: one credential after another through the gateway, with a pause between."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from app.models.gateway_checks import CHECK_PAUSE, CheckProgress, CheckRow

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from app.clock import Clock
    from app.models.gateway_checks import GatewayResult
    from app.rules.proxy_formats.logins import Credentials

    Check = Callable[[Credentials], Awaitable[GatewayResult]]


class CheckTarget(NamedTuple):
    """Credentials to check: the username includes the session."""

    name: str
    credentials: Credentials
    is_disabled: bool = False


class CheckRun:
    """One run over many credentials; its results stay when it is stopped, and it can be continued."""

    def __init__(self, targets: Sequence[CheckTarget], check: Check, clock: Clock) -> None:
        self._credentials = [target.credentials for target in targets]
        self._rows = [
            CheckRow(number, target.name, target.credentials.username, target.is_disabled)
            for number, target in enumerate(targets, 1)
        ]
        self._check = check
        self._clock = clock
        self._is_running = False

    @property
    def progress(self) -> CheckProgress:
        return CheckProgress(tuple(self._rows), self._is_running)

    async def run(self, on_progress: Callable[[CheckProgress], None]) -> None:
        """Checks what has not been checked yet, or everything again when nothing is left.

        Cancelled, it ends the check under way, which counts as not made.
        """
        if all(row.result is not None for row in self._rows):
            self._rows = [replace(row, state="waiting", result=None, at=None) for row in self._rows]
        left = [at for at, row in enumerate(self._rows) if row.result is None]
        self._is_running = True
        try:
            for at in left:
                self._rows[at] = replace(self._rows[at], state="checking")
                on_progress(self.progress)
                if at != left[0]:
                    await self._clock.sleep(CHECK_PAUSE.total_seconds())
                result = await self._check(self._credentials[at])
                self._rows[at] = replace(self._rows[at], state="done", result=result, at=self._clock.now())
        finally:
            self._is_running = False
            self._rows = [
                replace(row, state="waiting") if row.state == "checking" else row for row in self._rows
            ]
            on_progress(self.progress)
