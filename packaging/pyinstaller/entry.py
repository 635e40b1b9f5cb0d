"""Starts the program that the frozen binary was called as."""

import sys

from app.programs import SANDBOX, called_program, restore_library_path


def main() -> int:
    """Runs the app or the sandbox; returns its exit code."""
    restore_library_path()
    if called_program() == SANDBOX:
        from tollhouse_sandbox.__main__ import main as run_sandbox  # noqa: PLC0415 (one of two)

        run_sandbox()
        return 0
    from ui.__main__ import main as run_app  # noqa: PLC0415 (one of two)

    return run_app()


if __name__ == "__main__":
    sys.exit(main())
