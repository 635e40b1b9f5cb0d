"""A service for the windows to connect to."""

from collections.abc import Iterator

import pytest

from support.sandbox_process import SandboxProcess, start_sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with start_sandbox("--scale", "empty") as made:
        yield made
