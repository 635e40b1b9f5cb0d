"""What screen readers announce, on the real bus of assistive technology."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import announcing_program, private_desktop, screen_reader
from support.private_desktop import PrivateDesktop
from support.screen_reader import ScreenReader

pytestmark = [
    pytest.mark.skipif(bool(private_desktop.MISSING), reason=private_desktop.WHY_NOT),
    pytest.mark.skipif(bool(screen_reader.MISSING), reason=screen_reader.WHY_NOT),
]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[ScreenReader]:
    with PrivateDesktop(tmp_path / "desktop") as desktop, ScreenReader.on(desktop) as reader:
        desktop.run([sys.executable, announcing_program.__file__])
        yield reader


def test_a_banner_is_announced_when_it_is_shown(reader: ScreenReader) -> None:
    # A program that starts while somebody begins to listen may not notice it.
    reader.find("push button", "Show banner")
    with reader.announcements() as next_text:
        reader.press("push button", "Show banner")
        assert next_text() == "The service has a problem."
