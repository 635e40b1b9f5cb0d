"""The keyring process with a keyring that a test decides about, which keeps its keys in a file.

Arguments: a folder, and how the keyring behaves. It notes there its process ID, its environment and its
limit for core dumps, and that it was asked.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.storage import keyring_program
from app.storage.keyring_process import KeyringProcess

if TYPE_CHECKING:
    from app.models.keys import KeyRequest
    from app.storage.keyrings import Keyring


class FileKeyring:
    """A keyring that works."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_password(self, _service: str, username: str) -> str | None:
        (self.folder / "asked").touch()
        return self._kept().get(username)

    def set_password(self, _service: str, username: str, password: str) -> None:
        self._keep(self._kept() | {username: password})

    def delete_password(self, _service: str, username: str) -> None:
        self._keep({name: key for name, key in self._kept().items() if name != username})

    def _kept(self) -> dict[str, str]:
        path = self.folder / "kept"
        kept: dict[str, str] = json.loads(path.read_text(encoding="ascii")) if path.exists() else {}
        return kept

    def _keep(self, kept: dict[str, str]) -> None:
        (self.folder / "kept").write_text(json.dumps(kept), encoding="ascii")


class HangingKeyring(FileKeyring):
    """A keyring that answers nobody until it is let."""

    def get_password(self, service: str, username: str) -> str | None:
        found = super().get_password(service, username)
        while not (self.folder / "answers").exists():
            time.sleep(0.005)
        return found


class CrashingKeyring(FileKeyring):
    """A keyring whose library ends the process."""

    def get_password(self, service: str, username: str) -> str | None:
        super().get_password(service, username)
        os.abort()


class TalkativeKeyring(FileKeyring):
    """A keyring that fails, and names the key when it does."""

    def set_password(self, _service: str, _username: str, password: str) -> None:
        sys.stderr.write(password)
        raise RuntimeError(password)


KINDS = {
    "works": FileKeyring,
    "hangs": HangingKeyring,
    "crashes": CrashingKeyring,
    "talks": TalkativeKeyring,
}


class StandIn:
    """Starts the program for a store of keys, and knows what it has noted."""

    def __init__(self, folder: Path, behavior: str = "works") -> None:
        self._folder = folder
        self.behavior = behavior

    @property
    def command(self) -> list[str]:
        return [sys.executable, __file__, str(self._folder), self.behavior]

    def make_process(self, request: KeyRequest) -> KeyringProcess:
        return KeyringProcess(request, self.command)

    @property
    def pids(self) -> list[int]:
        path = self._folder / "pids"
        return [int(line) for line in path.read_text(encoding="ascii").split()] if path.exists() else []

    @property
    def environment(self) -> str:
        return (self._folder / "environment").read_text(encoding="utf-8")

    @property
    def core_limit(self) -> int:
        return int((self._folder / "core-limit").read_text(encoding="ascii"))

    @property
    def kept(self) -> dict[str, str]:
        return FileKeyring(self._folder)._kept()

    def keep(self, keys: dict[str, str]) -> None:
        """Replaces the keys that it has."""
        FileKeyring(self._folder)._keep(keys)

    def is_asked(self) -> bool:
        return (self._folder / "asked").exists()

    def are_gone(self) -> bool:
        """Returns whether all of its processes have ended, and none is a zombie."""
        return not any(Path(f"/proc/{pid}").exists() for pid in self.pids)

    def let_answer(self) -> None:
        (self._folder / "answers").touch()


def main() -> int:
    folder, behavior = Path(sys.argv[1]), sys.argv[2]
    with (folder / "pids").open("a", encoding="ascii") as pids:
        pids.write(f"{os.getpid()}\n")
    (folder / "environment").write_text(repr(dict(os.environ)), encoding="utf-8")

    def choose() -> Keyring:
        soft, _hard = resource.getrlimit(resource.RLIMIT_CORE)
        (folder / "core-limit").write_text(str(soft), encoding="ascii")
        return KINDS.get(behavior, FileKeyring)(folder)

    return keyring_program.main(choose)


if __name__ == "__main__":
    sys.exit(main())
