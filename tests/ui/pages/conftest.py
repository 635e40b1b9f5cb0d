"""A page on screen, over a sandbox in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from support.page_scenarios import on_page

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path


@pytest.fixture
def screen(request: pytest.FixtureRequest, tmp_path: Path) -> AbstractAsyncContextManager[Any]:
    """The page that the marks `page` name; those of the test count before those of the module."""
    marks = reversed(list(request.node.iter_markers("page")))
    options = {name: value for mark in marks for name, value in mark.kwargs.items()}
    return on_page(options.pop("screen"), tmp_path, **options)
