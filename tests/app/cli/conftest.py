"""What commands are tested with: a sandbox in a process of its own, and a home for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.account_process import Oracle
from support.command_process import CommandLine
from tollhouse_sandbox.process import SandboxProcess, start_sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox() as made:
        yield made


@pytest.fixture
def oracle(sandbox: SandboxProcess) -> Iterator[Oracle]:
    made = Oracle(sandbox)
    made.commits()
    yield made
    made.set_faults()
    made.close()


@pytest.fixture
def command(sandbox: SandboxProcess, tmp_path: Path) -> CommandLine:
    """The command line as the sandbox's account."""
    return CommandLine(tmp_path / "home", sandbox)
