"""Fixtures for tests of programs that use the interface: pytest finds them once Tollhouse is installed."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tollhouse_sandbox.process import SandboxProcess, start_sandbox


@pytest.fixture(scope="session")
def tollhouse_sandbox() -> Iterator[SandboxProcess]:
    """A sandbox with the demo account, for all tests of a session."""
    with start_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def start_tollhouse_sandbox() -> Iterator[Callable[..., SandboxProcess]]:
    """Starts sandboxes of a test's own, with any options, such as `"--scale", "empty"`."""
    with ExitStack() as sandboxes:
        yield lambda *options: sandboxes.enter_context(start_sandbox(*options))
