"""Starts the program that the frozen binary was called as."""

import sys

from app.programs import KEYRING, SANDBOX, called_program, restore_library_path


def main() -> int:
    """Runs the app, the sandbox or the keyring process; returns its exit code."""
    restore_library_path()
    program = called_program()
    if program == SANDBOX:
        from tollhouse_sandbox.__main__ import main as run_sandbox  # noqa: PLC0415 (one of three)

        run_sandbox()
        return 0
    if program == KEYRING:
        from app.storage.keyring_program import main as run_keyring  # noqa: PLC0415 (likewise)

        return run_keyring()
    from ui.__main__ import main as run_app  # noqa: PLC0415 (likewise)

    return run_app()


if __name__ == "__main__":
    sys.exit(main())
