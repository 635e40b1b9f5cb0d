"""Starts Tollhouse: a command at the terminal, or the window, painted before all else is built."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

from ui.start.process import can_show_windows, import_qt, names_platform, split_options

if TYPE_CHECKING:
    from collections.abc import Sequence

_SESSION_ACCOUNT: Final = ("TOLLHOUSE_BASE_URL", "TOLLHOUSE_API_KEY")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command `tollhouse`.

    Returns:
        0 when it ended as asked, 1 when it could not start, 2 when there is no display or the
        command line is wrong; of a command, its own code.
    """
    try:
        try:
            return _run(sys.argv[1:] if arguments is None else list(arguments))
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        # Nobody reads any more.
        from app.cli.output import discard_output  # noqa: PLC0415 (only after a failure)

        discard_output()
        return 1
    except ImportError:
        from ui.start.system_libraries import missing_text  # noqa: PLC0415 (only after a failure)

        text = missing_text()
        if not text:
            raise
        print(f"tollhouse: {text}", file=sys.stderr)  # noqa: T201 (a command's output)
        return 1


def _run(given: Sequence[str]) -> int:
    ours, qts = split_options(given)
    is_command = bool(given) and not given[0].startswith("-")
    if is_command or {"-h", "--help"} & set(ours):
        from app.cli.run import main as run_command  # noqa: PLC0415 (only for a command, and for help)

        return run_command(given, _pop_session_account())
    options = _parse(ours) if set(ours) - {"--demo"} else _Options(demo=bool(ours))
    if options.language:
        os.environ["TOLLHOUSE_LANGUAGE"] = options.language
    if options.version:
        from app.cli.output import print_text  # noqa: PLC0415 (only for this option)
        from app.versions import VERSION  # noqa: PLC0415 (likewise)

        return print_text(f"tollhouse {VERSION}")
    if options.install_desktop_entry or options.remove_desktop_entry:
        from app.cli.desktop_entry import main as change_entry  # noqa: PLC0415 (only for these options)

        return change_entry(removes=options.remove_desktop_entry)
    return _open_window(options, qts)


def _open_window(options: _Options, qts: Sequence[str]) -> int:
    account = _pop_session_account()
    import_qt()
    if options.tour:
        from ui.tour.walks import run_tour  # noqa: PLC0415 (only for this option)

        return run_tour(options.tour, qts)
    if not (can_show_windows() or names_platform(qts)):
        return _report_no_display()
    from ui.start.first_paint import paint_first, wait_for_first_paint  # noqa: PLC0415 (needs a display)

    first = paint_first(demo=options.demo, qt_options=qts, environment=account)
    wait_for_first_paint(first.window)
    from ui.start.preparation import Preparation  # noqa: PLC0415 (after the first paint)

    preparation = Preparation(first.window, account, opens=first.account, debug=options.debug)
    preparation.import_application()
    from ui.start.application import RESTART, run_app  # noqa: PLC0415 (imported now)

    code = run_app(first, preparation, demo=options.demo, debug=options.debug)
    if code == RESTART:
        from ui.start.process import restart  # noqa: PLC0415 (only when it was asked for)

        restart(account)
        return 0
    return code


def _report_no_display() -> int:
    from app.i18n.texts import _, chosen_language, use_language  # noqa: PLC0415 (only after a failure)

    use_language(chosen_language())
    text = _("There is no display to show windows on. Set DISPLAY or WAYLAND_DISPLAY.")
    print(f"tollhouse: {text}", file=sys.stderr)  # noqa: T201 (a command's output)
    return 2


class _Options(NamedTuple):
    """The options of the window; without any, and with `--demo` alone, nothing is parsed."""

    demo: bool = False
    tour: str | None = None
    language: str | None = None
    debug: bool = False
    version: bool = False
    install_desktop_entry: bool = False
    remove_desktop_entry: bool = False


def _parse(arguments: Sequence[str]) -> _Options:
    from app.cli.parser import parse_window_options  # noqa: PLC0415 (only for options)
    from app.i18n.texts import chosen_language, use_language  # noqa: PLC0415 (likewise)

    use_language(chosen_language())
    return _Options(**vars(parse_window_options(arguments)))


def _pop_session_account() -> dict[str, str]:
    """Takes the session account out of the environment, which every child gets: a browser, a wallet."""
    return {name: os.environ.pop(name) for name in _SESSION_ACCOUNT if name in os.environ}


if __name__ == "__main__":
    sys.exit(main())
