"""G6: a day of the real app with many open top-ups, on a clock that runs as fast as it can."""

from __future__ import annotations

from collections import Counter, deque
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from prove.campaign import Campaign, Figures
from support.account_process import Oracle
from support.destinations import destinations, tracing
from support.kill_script import why_not_here
from support.window_process import WindowProcess
from tollhouse_sandbox.process import start_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROGRAM = Path(__file__).parents[1] / "support" / "soak_program.py"
_DAYS = 5
_HOURS = 24
_OPEN = 40
_LOCAL = ("UNIX", "NETLINK")
_MAX_KILOBYTES = 10 * 1024


def _soak(_number: int, _seed: int, _is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
    """Yields an hour at a time: in each the oldest is credited, and the window is used."""
    if reason := why_not_here():
        raise RuntimeError(reason)
    with (
        TemporaryDirectory() as folder,
        start_sandbox("--scale", "empty", "--speed", "0", "--no-automatic-blocks") as sandbox,
        closing(Oracle(sandbox)) as oracle,
    ):
        made = (
            oracle.make(amountUsd=f"{50 + nth}.00", coin="LTC", network="litecoin") for nth in range(_OPEN)
        )
        left = deque(str(topup["id"]) for topup in made)
        subscription = oracle.subscribe()
        trace = Path(folder, "trace")
        with WindowProcess(sandbox, Path(folder), program=_PROGRAM, tracer=tracing(trace)) as app:
            app.do("load")
            # Once everything has been used there is nothing more to build.
            _hour(app, oracle, left, "25.99", subscription)
            before = app.do("measure")
            yield Figures(Counter({"open top-ups": len(left)}))
            for hour in range(_HOURS):
                counts = Counter({"virtual hours": 1, "credited": 1})
                counts["lost"] = _hour(app, oracle, left, f"{25 + hour}.50", subscription)
                yield Figures(+counts)
            after = app.do("measure")
            assert app.close() == 0
        reached = destinations(trace)
        ports = (urlsplit(sandbox.base_url).port, sandbox.ready["gateway"]["http_port"])
        of_service = {f"127.0.0.1:{port}" for port in ports}
        others = {one for one in reached - of_service if not one.startswith(_LOCAL)}
    more = {name: after[name] - before[name] for name in ("kilobytes", "tasks", "requests")}
    too_many = {
        "MB too many": max(0, more["kilobytes"] - _MAX_KILOBYTES) // 1024,
        "file handles left": len(after["handles"]) - len(before["handles"]),
        "tasks left": more["tasks"],
        "other destinations": len(others),
    }
    done = Counter({"requests": more["requests"], "addresses of the service": len(reached & of_service)})
    highest = Counter({"KB more memory": more["kilobytes"]})
    wrong = any(count > 0 for count in too_many.values())
    more["handles"] = sorted((Counter(after["handles"]) - Counter(before["handles"])).elements())
    details = [f"from {before['kilobytes']} KB: {more}; destinations {sorted(reached)}"] if wrong else []
    yield Figures(+Counter(too_many) + done, details, +highest)


def _hour(app: WindowProcess, oracle: Oracle, left: deque[str], amount: str, subscription: str) -> int:
    """Returns whether the window does not know, an hour later, what became of one that was credited."""
    created = app.do("ask", "LTC on Litecoin", amount)
    assert created["payable"], created
    left.append(created["id"])
    checked = app.do("visit", subscription)
    assert checked["check"].startswith("Worked"), checked
    credited = left.popleft()
    app.do("pass", "600")
    oracle.credit(credited)
    app.do("pass", "3000")
    return not app.do("has", credited)["is_reported"]


CAMPAIGNS = (
    Campaign(
        "G6",
        "soak",
        f"the real app {_DAYS} times for {_HOURS} hours of virtual time with {_OPEN} open top-ups; in each"
        " hour one is credited, one created, each tab loaded and the gateway checked; what the app holds is"
        " compared with what it held after an hour before, and its system calls say whom it reaches",
        ("virtual hours", "open top-ups", "credited", "requests", "addresses of the service"),
        ("MB too many", "file handles left", "tasks left", "other destinations", "lost"),
        _DAYS,
        _soak,
        in_sample=False,
    ),
)
