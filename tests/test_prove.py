"""The campaigns of `make prove` are counted once, and go on where they were."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import Namespace
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from prove.__main__ import _begin, _run, main
from prove.campaign import Campaign, Figures, Progress, is_clean, line_of
from prove.document import document, saved_results
from support.destinations import destinations, tracing
from support.kill_script import why_not_here

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONTINUED = Namespace(continues=True, quick=False, seed=7)
ALL = float("inf")
SHORTEST = 1e-9
WHY_NOT = why_not_here()


def campaign(batches: int, ran: list[tuple[int, int]]) -> Campaign:
    """A campaign of two runs a batch, one of which is lost in the third batch."""

    def run(number: int, seed: int, _is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 (as campaigns are run)
        ran.append((number, seed))
        yield Figures(Counter(runs=2, lost=1), ["it was lost"]) if number == 2 else Figures(Counter(runs=2))

    return Campaign("G0", "trial", "nothing", ("runs",), ("lost",), batches, run)


def test_a_campaign_that_was_cut_goes_on_with_its_seed_and_counts_each_batch_once(tmp_path: Path) -> None:
    ran: list[tuple[int, int]] = []
    path, one = tmp_path / "G0 trial.json", campaign(4, ran)
    first = Progress(3, "abc", 4)
    _run(one, first, SHORTEST, path)
    first.commit = "abc"
    path.write_text(json.dumps(first.to_json()), encoding="utf-8")
    assert line_of(one, first) == "G0 trial: 2 runs, 0 lost (a sample)"
    _run(one, first, 0.0, path)
    assert ran == [(0, 3)], "only what was done is written"
    second = _begin(one, path, CONTINUED)
    assert second.commit == "abc", "nothing was run since"
    _run(one, second, ALL, path)
    assert second.commit.startswith("abc, ")
    assert ran == [(number, 3) for number in range(4)]
    assert line_of(one, second) == "G0 trial: 8 runs, 1 lost"
    assert second.figures.details == ["it was lost"]
    assert not is_clean(one, second.figures)
    whole = _begin(one, path, CONTINUED)
    assert (whole.figures, whole.commit) == (second.figures, second.commit)


def test_a_campaign_that_changed_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "G0 trial.json"
    _run(campaign(4, []), Progress(3, "abc", 4), SHORTEST, path)
    begun = _begin(campaign(5, []), path, CONTINUED)
    assert (begun.seed, begun.batches, begun.total) == (7, 0, 5)


@pytest.mark.parametrize("counts", [{}, {"lost": 1}, {"runs": 2, "lost": 1}])
def test_what_did_nothing_or_lost_something_is_not_clean(counts: dict[str, int]) -> None:
    assert not is_clean(campaign(1, []), Figures(Counter(counts)))


def test_a_batch_that_could_not_begin_is_begun_again_and_what_was_done_stays(tmp_path: Path) -> None:
    begun: list[int] = []

    def run(number: int, _seed: int, _is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 (as campaigns are run)
        begun.append(number)
        if number == 2 or begun.count(number) < 2:
            raise RuntimeError("the service was not ready")
        yield Figures(Counter(runs=2), highest=Counter({"ms the longest": 10 - number}))

    one = Campaign("G0", "trial", "nothing", ("runs",), ("lost",), 3, run)
    progress = Progress(3, "abc", 3)
    with pytest.raises(RuntimeError):
        _run(one, progress, ALL, tmp_path / "G0 trial.json")
    assert begun == [0, 0, 1, 1, 2, 2, 2]
    saved = _begin(one, tmp_path / "G0 trial.json", CONTINUED)
    assert line_of(one, saved) == "G0 trial: 4 runs, 10 ms the longest, 0 lost (a sample)"


def test_the_document_says_what_is_short_of_its_number_and_what_was_not_run() -> None:
    one, other = (
        Campaign(goal, goal, "nothing", ("runs", "examples"), ("lost",), 2, _no_run) for goal in ("G1", "G3")
    )
    done = Progress(7, "abc", 2, 1, 60.0, Figures(Counter(runs=1_499)))
    text = document("A machine.", [one, other], {"G1": done})
    assert "1,499 runs, 0 lost | 7 | abc | 1 | clean so far, 1 of 2 batches" in text
    assert "| G3 | G3: nothing | not measured |" in text
    assert "- G1: 1,499 of 1,500 runs.\n" in text
    assert "- G3: 0 of 10,000 examples.\n" in text
    done.figures.add(Figures(Counter(runs=1)))
    assert "1,500 runs.\n" not in document("A machine.", [one, other], {"G1": done})


def _no_run(_number: int, _seed: int, _is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 (likewise)
    yield Figures()


def test_a_row_stays_until_its_campaign_is_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a fresh clone the document is all that is known of earlier runs."""
    ran: list[tuple[int, int]] = []
    trials = [
        replace(campaign(4, ran), goal=goal, title=goal, never=("lost", "doubled")) for goal in ("G1", "G2")
    ]
    written = tmp_path / "proof.md"
    figures = Figures(Counter(runs=1_600, lost=1), ["G1 | a `line`"], Counter({"ms the longest": 71}))
    earlier = {
        "G1": Progress(5, "abc, def-dirty", 4, 3, 120.0, figures, "less"),
        "G2": Progress(6, "abc", 4, 4, 60.0, Figures(Counter(runs=9)), "less"),
    }
    written.write_text(document("Another machine.", trials, earlier), encoding="utf-8")
    assert saved_results(written.read_text(encoding="utf-8"), trials) == earlier
    monkeypatch.setitem(sys.modules, "prove.trials", SimpleNamespace(CAMPAIGNS=trials))
    for name, value in {"_SUBJECTS": ["trials"], "_FOLDER": tmp_path, "_DOCUMENT": written}.items():
        monkeypatch.setattr(f"prove.__main__.{name}", value)

    monkeypatch.setattr(sys, "argv", ["prove", "G2", "--seed", "8"])
    assert main() == 1, "one was lost"
    text = written.read_text(encoding="utf-8")
    assert "| G1: less | 1,600 runs," in text, "what was done then"
    assert "| G2: nothing | 8 runs," in text
    assert "1 lost, 0 doubled | 5 | abc, def-dirty | 2 | **missed**, 3 of 4 batches |" in text
    assert "| 8 runs, 1 lost, 0 doubled | 8 |" in text
    assert "- G1 G1: `G1 | a `line``" in text
    assert "of 1,500 runs" not in text, "what an earlier run did is counted"

    monkeypatch.setattr(sys, "argv", ["prove", "G1", "--continue"])
    ran.clear()
    main()
    assert ran == [(3, 5)], "it goes on where the document says"
    assert "| 1,602 runs, 71 ms the longest, 1 lost, 0 doubled | 5 | abc, def-dirty, " in written.read_text()


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "processes can be traced here")
def test_the_destinations_of_a_program_and_its_children_are_known(tmp_path: Path) -> None:
    program = f"""
import socket, subprocess, sys
from contextlib import suppress
def send(family, kind, address):
    with socket.socket(family, kind) as one, suppress(OSError):
        one.connect(address) if kind == socket.SOCK_STREAM else one.sendto(b"a secret", address)
send(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 9))
send(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.2", 53))
send(socket.AF_INET6, socket.SOCK_STREAM, ("::1", 9))
send(socket.AF_UNIX, socket.SOCK_STREAM, "{tmp_path}/bus")
if sys.argv[1:]:
    subprocess.run([sys.executable, *sys.argv[1:]], check=True)
"""
    child = "import socket; socket.socket(type=socket.SOCK_DGRAM).connect(('127.0.0.3', 123))"
    trace = tmp_path / "trace"
    subprocess.run([*tracing(trace), sys.executable, "-c", program, "-c", child], check=True)
    found = {one for one in destinations(trace) if "nscd" not in one}
    assert found == {"127.0.0.1:9", "127.0.0.2:53", "::1:9", f'UNIX "{tmp_path}/bus"', "127.0.0.3:123"}
    assert "secret" not in trace.read_text()
