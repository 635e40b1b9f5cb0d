"""The log: no secret gets into it, it stays small, and only this user can read it."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.errors import StorageError
from app.redaction import redact
from app.storage.logs import start_log, stop_log

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG_TOKEN = "k" * 20 + "-" + "7" * 20


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger("tollhouse")
    before, level, propagates = list(root.handlers), root.level, root.propagate
    path = tmp_path / "tollhouse.log"
    start_log(path)
    yield path
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
    root.propagate = propagates


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer canary",
        "authorization: bearer   canary",
        "{'Authorization': 'Bearer canary'}",
        "http://user:canary@127.0.0.1:8000",
        "http://user:p@ss:canary@127.0.0.1:8000/path",
        "socks5://canary@proxy.example",
        "http://user:my/canary@proxy.example",
        "http://proxy.example://user:canary@proxy.example",
        "Bearer http://user:canary@proxy.example",
        f"key={LONG_TOKEN}canary",
        f"sandbox_{LONG_TOKEN}_canary",
    ],
)
def test_what_looks_like_a_secret_is_hidden(text: str) -> None:
    assert "canary" not in redact(text)
    assert "[hidden]" in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "GET /v1/topups?page=1&perPage=50",
        "https://proxies.example:8443/v1/topups/tu_0123456789",
        "top-up tu_0123456789 is credited",
        "the bearer",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redact(text) == text


def test_a_text_of_very_many_links_is_redacted() -> None:
    # It would take 20 minutes to look from each of them through to the end.
    text = "://" * 400_000
    assert redact(f"{text} http://user:canary@127.0.0.1/") == f"{text} http://[hidden]127.0.0.1/"


def test_arguments_and_tracebacks_are_redacted_too(log: Path) -> None:
    logger = logging.getLogger("tollhouse.test")
    logger.info("asked with %s", "Bearer canary")
    try:
        raise ValueError("http://user:canary@127.0.0.1/")
    except ValueError:
        logger.exception("failed")
    text = log.read_text(encoding="utf-8")
    assert "canary" not in text
    assert "asked with Bearer [hidden]" in text
    assert "ValueError: http://[hidden]127.0.0.1/" in text


def test_it_stays_bounded_and_private(log: Path) -> None:
    logger = logging.getLogger("tollhouse.test")
    for number in range(1100):
        logger.info("%s %s", number, "word " * 200)
    files = sorted(log.parent.iterdir())
    assert [file.name for file in files] == ["tollhouse.log", "tollhouse.log.1"]
    assert sum(file.stat().st_size for file in files) <= 2 * 512 * 1024
    assert "1099 word" in log.read_text(encoding="utf-8")
    if os.name == "posix":
        assert [file.stat().st_mode & 0o777 for file in files] == [0o600, 0o600]


def test_a_log_that_can_not_be_moved_away_stays_bounded_and_fails_nobody(log: Path) -> None:
    log.with_name("tollhouse.log.1").mkdir()
    logger = logging.getLogger("tollhouse.test")
    for number in range(1100):
        logger.info("%s %s", number, "word " * 200)
    assert log.stat().st_size <= 512 * 1024
    log.with_name("tollhouse.log.1").rmdir()
    logger.info("the last")
    assert log.read_text(encoding="utf-8").endswith("the last\n")


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_a_log_that_others_could_read_is_closed_to_them(tmp_path: Path, log: Path) -> None:
    path = tmp_path / "older.log"
    path.touch(mode=0o644)
    start_log(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert log.stat().st_mode & 0o777 == 0o600


def test_nothing_of_the_app_s_log_reaches_the_terminal(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("tollhouse.test").error("quiet")
    assert "quiet" in log.read_text(encoding="utf-8")
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is simulated by Linux")
def test_on_a_full_disk_no_secret_reaches_the_terminal(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handlers = logging.getLogger("tollhouse").handlers
    (handler,) = (
        one for one in handlers if isinstance(one, RotatingFileHandler) and one.baseFilename == str(log)
    )
    with Path("/dev/full").open("w", encoding="utf-8", buffering=1) as full:
        before, handler.stream = handler.stream, full
        logging.getLogger("tollhouse.test").error("asked with %s", "Bearer canary")
        handler.stream = before
        with suppress(OSError):
            full.close()
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is simulated by Linux")
def test_a_log_that_a_full_disk_cuts_off_fails_nobody_at_its_end(log: Path) -> None:
    """Else what a command did would be reported as a failure, and be done again."""
    root = logging.getLogger("tollhouse")
    (handler,) = (
        one for one in root.handlers if isinstance(one, RotatingFileHandler) and one.baseFilename == str(log)
    )
    before = handler.stream
    assert before is not None
    handler.stream = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115 (`stop_log` closes it)
    logging.getLogger("tollhouse.test").error("not written")
    stop_log()
    assert not root.handlers
    before.close()


def test_a_log_that_can_not_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        start_log(tmp_path)


@pytest.mark.parametrize("debug", [False, True])
def test_calls_are_logged_only_when_that_is_asked_for(tmp_path: Path, log: Path, *, debug: bool) -> None:
    path = tmp_path / "other.log"
    start_log(path, debug=debug)
    logging.getLogger("tollhouse.calls").debug("GET /v1/topups: 200 (try 1)")
    assert ("GET /v1/topups" in path.read_text(encoding="utf-8")) == debug
    assert log.exists()
