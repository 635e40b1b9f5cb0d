"""A sample of the kills; all of them are made by `python tests/kills`."""

from pathlib import Path

import pytest

from support.kill_script import ForkServer, KillHarness, Point, why_not_here
from tollhouse_sandbox.process import start_sandbox

POINTS = [
    *(Point("command", "pwrite64", nth) for nth in (4, 20)),
    *(Point("command", call, 2) for call in ("sendto", "recvfrom")),
    *(Point("create", "pwrite64", nth) for nth in (1, 24, 40)),
    *(Point("create", "fdatasync", nth) for nth in (1, 15)),
    *(Point("create", "sendto", nth) for nth in (1, 2)),
    *(Point("create", "recvfrom", nth) for nth in (1, 3)),
    *(Point("report", "sendto", nth) for nth in (1, 2)),
    *(Point("report", "recvfrom", nth) for nth in (1, 2)),
    *(Point("report", "epoll_wait", nth) for nth in (5,)),
]
NOTIFICATION_POINTS = [
    *(Point("notify", "pwrite64", nth) for nth in (1, 13)),
    *(Point("notify", "close", nth) for nth in (8,)),
    Point("notify", "write", 1),
]
WRITE_POINTS = [
    Point("reset", "recvfrom", 2),
    *(Point(operation, "recvfrom", 2) for operation in ("add", "delete")),
    Point("bulk", "recvfrom", 5),
    Point("import", "sendto", 9),
]
UPGRADE_POINTS = [Point("upgrade", "pwrite64", 36), Point("upgrade", "unlink", 4)]
WHY_NOT = why_not_here()


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "kills are possible here")
def test_after_a_kill_at_any_moment_there_is_exactly_one_top_up(tmp_path: Path) -> None:
    kill_at(tmp_path, POINTS)


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "kills are possible here")
def test_after_a_kill_at_any_moment_a_notification_is_there_exactly_once(tmp_path: Path) -> None:
    kill_at(tmp_path, NOTIFICATION_POINTS)


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "kills are possible here")
def test_after_a_kill_at_any_moment_a_write_without_a_key_is_done_once(tmp_path: Path) -> None:
    kill_at(tmp_path, WRITE_POINTS)


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "kills are possible here")
def test_after_a_kill_at_any_moment_the_files_of_earlier_versions_are_taken_over_once(tmp_path: Path) -> None:
    kill_at(tmp_path, UPGRADE_POINTS)


def kill_at(folder: Path, points: list[Point]) -> None:
    with start_sandbox("--scale", "empty") as sandbox, ForkServer() as fork_server:
        harness = KillHarness(sandbox, folder, fork_server)
        try:
            for point in points:
                harness.kill_at(point)
        finally:
            harness.close()
    assert harness.toll.kills >= len(points) // 2
    assert harness.toll.is_clean, harness.toll
