"""The composition root: what the environment and the folders make of the services."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.bootstrap import build
from app.errors import SessionAccountError
from app.services.demo import DemoServer
from app.storage.paths import AppPaths, make_private_folder

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def paths(tmp_path: Path) -> AppPaths:
    made = AppPaths(tmp_path / "data", tmp_path / "logs")
    make_private_folder(made.data)
    return made


async def test_without_an_environment_there_is_the_demo_in_its_folder(paths: AppPaths) -> None:
    services = build(paths, environment={}, demo=DemoServer(paths.demo, ("--scale", "empty")))
    assert [account.is_demo for account in services.accounts.known()] == [True]
    await services.accounts.open("demo")
    assert (paths.demo / "sandbox.sqlite3").exists()
    await services.accounts.close()


async def test_the_environment_s_account_comes_first(paths: AppPaths) -> None:
    environment = {"TOLLHOUSE_BASE_URL": "https://proxies.example", "TOLLHOUSE_API_KEY": "key"}
    services = build(paths, environment=environment)
    assert [account.is_demo for account in services.accounts.known()] == [False, True]
    await services.accounts.close()


@pytest.mark.parametrize(
    ("environment", "field"),
    [
        ({"TOLLHOUSE_BASE_URL": "no address", "TOLLHOUSE_API_KEY": "key"}, "serviceAddress"),
        ({"TOLLHOUSE_BASE_URL": "http://proxies.example", "TOLLHOUSE_API_KEY": "key"}, "serviceAddress"),
        ({"TOLLHOUSE_API_KEY": "key"}, "serviceAddress"),
        ({"TOLLHOUSE_BASE_URL": "https://proxies.example"}, "apiKey"),
    ],
)
def test_an_environment_that_can_not_be_right_is_refused(
    paths: AppPaths, environment: dict[str, str], field: str
) -> None:
    with pytest.raises(SessionAccountError) as caught:
        build(paths, environment=environment)
    assert caught.value.cause.field == field


async def test_building_writes_nothing_and_starts_nothing(paths: AppPaths) -> None:
    services = build(paths, environment={})
    assert list(paths.data.iterdir()) == []
    await services.accounts.close()


def test_what_the_start_does_not_need_is_not_imported() -> None:
    heavy = {"click", "rich", "fastapi", "uvicorn", "PIL"}
    code = f"import app.bootstrap, sys; print(sorted({heavy!r} & {{*sys.modules}}))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"
