"""The secret store on private desktops with the real keyring daemon, and with keyrings that are none.

Each program under test runs apart: the keyring's libraries keep state of their process.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.families import family
from support.private_desktop import MISSING, WHY_NOT, PrivateDesktop

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(bool(MISSING), reason=WHY_NOT)

KEY = "canary-live-4fM9qXz7"
ID = "acc_0123456789abcdef"


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[PrivateDesktop]:
    with PrivateDesktop(tmp_path / "desktop") as made:
        made.start_keyring()
        yield made


def test_a_key_is_kept_read_and_forgotten(desktop: PrivateDesktop) -> None:
    program = desktop.program()
    assert program.state("read", ID) == "gone"
    assert program.state("save", ID, KEY) == "stored"
    assert program.ask("read", ID)["key"] == KEY
    assert program.state("read", "acc_another") == "gone"
    assert program.state("forget", ID) == "gone"
    assert program.state("read", ID) == "gone"


def test_the_app_s_own_process_never_loads_the_libraries(desktop: PrivateDesktop) -> None:
    program = desktop.program()
    assert program.state("save", ID, KEY) == "stored"
    packages = {name.partition(".")[0] for name in program.ask("read", ID)["modules"]}
    assert "app" in packages
    libraries = {"keyring", "secretstorage", "jeepney", "cryptography", "jaraco", "importlib_metadata"}
    assert not packages & libraries


@pytest.mark.parametrize("key", ["schlüssel-ключ-🔑", "k" * 10_000])
def test_a_key_of_any_characters_and_length(desktop: PrivateDesktop, key: str) -> None:
    program = desktop.program()
    assert program.state("save", ID, key) == "stored"
    assert program.ask("read", ID)["key"] == key


def test_another_process_finds_it_and_a_new_key_takes_its_place(desktop: PrivateDesktop) -> None:
    assert desktop.program().state("save", ID, KEY) == "stored"
    program = desktop.program()
    assert program.ask("read", ID)["key"] == KEY
    assert program.state("save", ID, KEY + "-new") == "stored"
    assert program.ask("read", ID)["key"] == KEY + "-new"


def test_forgetting_what_is_not_there_is_done_already(desktop: PrivateDesktop) -> None:
    assert desktop.program().state("forget", ID) == "gone"


def test_no_message_bus(desktop: PrivateDesktop) -> None:
    program = desktop.program(env={"DBUS_SESSION_BUS_ADDRESS": f"unix:path={desktop.folder}/nothing"})
    for do in ("save", "read", "forget"):
        assert program.state(do, ID, KEY) == "absent"


def test_a_bus_without_a_keyring(tmp_path: Path) -> None:
    with PrivateDesktop(tmp_path / "desktop") as desktop:
        program = desktop.program()
        for do in ("save", "read", "forget"):
            assert program.state(do, ID, KEY) == "absent"


def test_a_locked_keyring_opens_when_its_password_is_given(desktop: PrivateDesktop) -> None:
    program = desktop.program()
    program.ask("save", ID, KEY)
    desktop.lock_keyring()
    with desktop.prompter("yes"):
        assert program.ask("read", ID)["key"] == KEY


def test_a_locked_keyring_whose_question_is_dismissed(desktop: PrivateDesktop) -> None:
    program = desktop.program()
    program.ask("save", ID, KEY)
    desktop.lock_keyring()
    with desktop.prompter("no"):
        for do in ("save", "read", "forget"):
            assert program.state(do, ID, KEY + "-new") == "locked"
    with desktop.prompter("yes"):
        assert program.ask("read", ID)["key"] == KEY


def test_a_locked_keyring_without_anybody_to_ask(desktop: PrivateDesktop) -> None:
    desktop.lock_keyring()
    program = desktop.program()
    for do in ("save", "read", "forget"):
        assert program.state(do, ID, KEY) == "locked"


def test_a_question_that_nobody_answers(desktop: PrivateDesktop) -> None:
    desktop.lock_keyring()
    with desktop.prompter("never"):
        program = desktop.program(0.4)
        for do in ("save", "read", "forget"):
            answer = program.ask(do, ID, KEY)
            assert answer["state"] == "hanging"
            assert 0.3 < answer["seconds"] < 5


@pytest.mark.parametrize("do", ["save", "forget"])
def test_an_answer_that_comes_too_late_changes_nothing(desktop: PrivateDesktop, do: str) -> None:
    patient = desktop.program()
    assert patient.state("save", ID, KEY) == "stored"
    desktop.lock_keyring()
    program = desktop.program(1.0)
    with desktop.prompter("late") as prompter:
        assert prompter.stdin is not None
        assert program.state(do, ID, KEY + "-new") == "hanging"
        # On a busy machine the keyring may ask a second time, for the patient one.
        prompter.stdin.write("now\n" * 3)
        prompter.stdin.flush()
        assert patient.ask("read", ID)["key"] == KEY


DENIALS = {
    "everything": '<deny send_destination="org.freedesktop.secrets"/>',
    "the session for secrets": '<deny send_destination="org.freedesktop.secrets" '
    'send_interface="org.freedesktop.Secret.Service" send_member="OpenSession"/>',
}


@pytest.mark.parametrize("denied", DENIALS)
def test_a_keyring_that_lets_nobody_in(tmp_path: Path, denied: str) -> None:
    with PrivateDesktop(tmp_path / "desktop", DENIALS[denied]) as desktop:
        desktop.start_keyring()
        program = desktop.program()
        assert program.state("save", ID, KEY) == "denied"
        # That nothing is saved can be asked without a session.
        known = "denied" if denied == "everything" else "gone"
        assert [program.state(do, ID) for do in ("read", "forget")] == [known, known]


def test_a_key_that_can_be_written_but_not_be_deleted(tmp_path: Path) -> None:
    denial = (
        '<deny send_destination="org.freedesktop.secrets" '
        'send_interface="org.freedesktop.Secret.Item" send_member="Delete"/>'
    )
    with PrivateDesktop(tmp_path / "desktop", denial) as desktop:
        desktop.start_keyring()
        program = desktop.program()
        assert program.state("save", ID, KEY) == "stored"
        assert program.state("forget", ID) == "denied"
        assert program.ask("read", ID)["key"] == KEY


def test_a_daemon_that_hangs_is_given_up_and_works_again_later(desktop: PrivateDesktop) -> None:
    program = desktop.program(0.4)
    desktop.stop_keyring()
    for do in ("save", "read", "forget"):
        answer = program.ask(do, ID, KEY)
        assert answer["state"] == "hanging"
        assert answer["seconds"] < 5
    desktop.continue_keyring()
    # On a busy machine it may first be busy with what others have given up.
    assert "stored" in (desktop.program().state("save", ID, KEY) for _try in range(20))
    assert desktop.program().ask("read", ID)["key"] == KEY


def test_a_hanging_keyring_does_not_keep_the_program_from_ending(desktop: PrivateDesktop) -> None:
    program = desktop.program(0.2)
    desktop.stop_keyring()
    for _time in range(5):
        assert program.state("read", ID) == "hanging"
    started = time.monotonic()
    assert program.process.stdin is not None
    program.process.stdin.close()
    program.process.wait(timeout=10)
    assert program.process.returncode == 0
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("do", ["save", "read", "forget"])
def test_a_daemon_that_dies_in_the_middle(desktop: PrivateDesktop, do: str) -> None:
    program = desktop.program()
    assert program.state("save", ID, KEY) == "stored"
    desktop.stop_keyring()
    with desktop.call_of("org.freedesktop.secrets") as wait_for_call:
        program.put(do, ID, KEY)
        wait_for_call()
    desktop.kill_keyring()
    assert program.answer()["state"] in {"failed", "absent"}
    desktop.start_keyring()
    assert program.state("save", ID, KEY) == "stored"


PLANTED = """
from pathlib import Path
from keyring.backend import KeyringBackend
Path({trace!r}).write_text("planted code ran")
class Keyring(KeyringBackend):
    priority = 99
    def get_password(self, service, username): return None
    def set_password(self, service, username, password): Path({trace!r}).write_text(password)
"""


@pytest.fixture
def planted(desktop: PrivateDesktop) -> tuple[dict[str, str], Path]:
    """An environment full of traps, and where they leave a trace."""
    traps, trace = desktop.folder / "traps", desktop.folder / "trace"
    traps.mkdir()
    (traps / "evil_keyring.py").write_text(PLANTED.format(trace=str(trace)))
    distribution = traps / "evil_keyring-1.0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text("Metadata-Version: 2.1\nName: evil-keyring\nVersion: 1.0\n")
    (distribution / "entry_points.txt").write_text("[keyring.backends]\nevil = evil_keyring\n")
    config = desktop.home / ".config" / "python_keyring"
    config.mkdir(parents=True)
    (config / "keyringrc.cfg").write_text(
        f"[backend]\ndefault-keyring=evil_keyring.Keyring\nkeyring-path={traps}\n"
    )
    env = {
        "XDG_CONFIG_HOME": str(config.parent),
        "PYTHONPATH": str(traps),
        "PYTHON_KEYRING_BACKEND": "evil_keyring.Keyring",
    }
    return env, trace


def test_the_traps_catch_whoever_lets_the_library_choose(
    desktop: PrivateDesktop, planted: tuple[dict[str, str], Path]
) -> None:
    env, trace = planted
    command = [sys.executable, "-c", "import keyring; keyring.get_keyring()"]
    subprocess.run(command, env={**desktop.env, "XDG_CONFIG_HOME": env["XDG_CONFIG_HOME"]}, check=True)
    assert trace.exists()


def test_planted_settings_and_backends_are_never_run(
    desktop: PrivateDesktop, planted: tuple[dict[str, str], Path]
) -> None:
    env, trace = planted
    program = desktop.program(env=env)
    assert program.state("save", ID, KEY) == "stored"
    answer = program.ask("read", ID)
    assert answer["key"] == KEY
    assert program.state("forget", ID) == "gone"
    assert not trace.exists()


def test_the_null_keyring_of_the_environment_is_never_used(desktop: PrivateDesktop) -> None:
    env = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    program = desktop.program(env=env)
    assert program.state("save", ID, KEY) == "stored"
    assert desktop.program().ask("read", ID)["key"] == KEY
    code = (
        "import sys; from app.storage.keyrings import choose_keyring; choose_keyring(); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=desktop.env | env, capture_output=True, text=True, check=True
    )
    modules = done.stdout.split()
    assert "keyring.backends.SecretService" in modules
    assert "keyring.backends.null" not in modules
    assert "keyring.backends.chainer" not in modules
    assert not [name for name in modules if name.startswith("keyrings")]


def test_no_key_in_plain_text_anywhere(desktop: PrivateDesktop) -> None:
    program = desktop.program()
    assert program.state("save", ID, KEY) == "stored"
    assert KEY not in program.ask("read", ID)["repr"]
    process = Path(f"/proc/{program.process.pid}")
    assert KEY.encode() not in process.joinpath("cmdline").read_bytes()
    assert KEY.encode() not in process.joinpath("environ").read_bytes()
    desktop.lock_keyring()
    assert program.state("save", ID, KEY) == "locked"
    desktop.stop_keyring()
    assert desktop.program(1.0).state("save", ID, KEY) == "hanging"
    hanging = desktop.program()
    with desktop.call_of("org.freedesktop.secrets") as wait_for_call:
        hanging.put("save", ID, KEY)
        wait_for_call()
    _program, child = family(hanging.process.pid)
    for name in ("cmdline", "environ"):
        assert KEY.encode() not in Path(f"/proc/{child}/{name}").read_bytes()
    desktop.kill_keyring()
    assert hanging.answer()["state"] == "failed"
    assert program.state("save", ID, KEY) == "absent"
    found = [
        path for path in desktop.folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()
    ]
    assert not found
