"""A disk that is full or read-only: nothing is on disk, it is said in words, and nothing may be sent."""

import subprocess
import sys
from pathlib import Path

import pytest

from app.errors import StorageError
from app.present.errors import present_error
from support.kill_script import why_not_here

WHY_NOT = why_not_here()
SCRIPT = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from app.errors import StorageError
from app.rules.topups.idempotency import Moment
from app.storage.outbox import Outbox
from app.storage.outbox_rows import TopUpRequest
now = Moment(datetime.now(UTC))
try:
    Outbox(Path(sys.argv[1])).claim(TopUpRequest("k", "a", "s", b"{}", now, now), bool)
except StorageError as error:
    print(error.reason)
"""


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "faults are possible here")
@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("inject=pwrite64,ftruncate,fallocate:error=ENOSPC", "full"),
        ("inject=pwrite64:error=ENOSPC:when=8+", "full"),
        ("inject=mkdir:error=EROFS", "read_only"),
        ("inject=mkdir:error=ENOSPC", "full"),
        ("inject=pwrite64,fsync,fdatasync:error=EIO", "other"),
    ],
)
def test_it_is_said_and_nothing_may_be_sent(tmp_path: Path, fault: str, reason: str) -> None:
    calls = fault.removeprefix("inject=").split(":", maxsplit=1)[0]
    tracing = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={calls}", "-e", fault]
    command = [*tracing, sys.executable, "-B", "-c", SCRIPT, str(tmp_path / "outbox.sqlite")]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert ended.stdout.strip() == reason, ended.stderr
    assert "nothing was sent" in present_error(StorageError("outbox.sqlite", reason)).text
