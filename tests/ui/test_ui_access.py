"""Every screen can be used by those who hear it, use no mouse, or read another language."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent


@pytest.mark.timeout(300)  # it walks all of the tour
def test_names_stops_and_translated_texts_have_room_and_no_secret_is_read_out() -> None:
    environment = {**os.environ, "TOLLHOUSE_LANGUAGE": "qps"}
    command = [sys.executable, "-m", "support.access_tour"]
    done = subprocess.run(command, cwd=TESTS, env=environment, stdout=subprocess.PIPE, check=True)
    assert json.loads(done.stdout) == {}
