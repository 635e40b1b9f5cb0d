"""No text is left English and none is clipped, on every screen of the tour."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent.parent / "support" / "audited_tour.py"


@pytest.mark.timeout(300)  # it walks all of the tour
def test_every_screen_is_translated_and_has_room_for_longer_words() -> None:
    environment = {**os.environ, "TOLLHOUSE_LANGUAGE": "qps"}
    command = [sys.executable, str(PROGRAM)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    assert json.loads(done.stdout) == {}
