"""Writes the completions for bash, zsh and fish and the man pages, from the parsers of the two commands.

They are kept beside this file, in English; run it after a change of a parser.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.cli.parser import build_parser
from app.i18n.texts import ENGLISH, use_language
from app.rules.proxy_formats.rendering import FORMATS, USERNAME_ONLY
from tollhouse_sandbox.__main__ import build_parser as build_sandbox_parser

FOLDER = Path(__file__).parent
MADE = "Made by packaging/terminal/terminal_files.py."

# What an option takes, where its parser leaves it open.
_VALUES = {
    "--coin": ("BTC", "ETH", "LTC", "SOL", "USDC", "USDT"),
    "--format": tuple(sorted({one.key.replace("_", "-") for one in (*FORMATS, USERNAME_ONLY)} | {"list"})),
}
NEW_LINE = "\n"


@dataclass(frozen=True)
class Option:
    """An option with its flags, the name of its value (empty if it takes none), and the known values.

    Attributes:
        is_closed: Whether it takes no other value.
    """

    flags: tuple[str, ...]
    value: str
    values: tuple[str, ...]
    is_closed: bool
    about: str


@dataclass(frozen=True)
class Command:
    """A command: the words that name it, none for the program itself, its options and positionals."""

    words: tuple[str, ...]
    about: str
    usage: str
    options: tuple[Option, ...]
    positionals: tuple[tuple[str, str], ...]
    examples: tuple[str, ...]
    epilog: str

    @property
    def path(self) -> str:
        return " ".join(self.words)


def read_commands(
    parser: argparse.ArgumentParser, words: tuple[str, ...] = (), about: str = ""
) -> Iterator[Command]:
    """Yields what a parser parses: the program, then its commands."""
    options, positionals, below = [], [], []
    for action in parser._actions:  # noqa: SLF001 (argparse has no other way to ask)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            helps = {one.dest: one.help or "" for one in action._choices_actions}  # noqa: SLF001
            below += [((*words, *name.split()), sub, helps[name]) for name, sub in action.choices.items()]
        elif action.option_strings:
            values = tuple(map(str, action.choices or _VALUES.get(action.option_strings[-1], ())))
            takes = "" if action.nargs == 0 else str(action.metavar or action.dest.upper())
            flags, is_closed = tuple(action.option_strings), action.choices is not None
            options.append(Option(flags, takes, values, is_closed, action.help or ""))
        else:
            positionals.append((str(action.metavar or action.dest), action.help or ""))
    usage = " ".join(parser.format_usage().split()).partition(": ")[2].removeprefix(parser.prog).strip()
    epilog = parser.epilog or ""
    examples = tuple(re.findall(r"(?m)^  (tollhouse .+)$", epilog))
    left = epilog.rpartition(examples[-1])[2].strip() if examples else epilog
    yield Command(
        words, about or parser.description or "", usage, tuple(options), tuple(positionals), examples, left
    )
    for names, sub, text in below:
        yield from read_commands(sub, names, text)


def next_words(command: Command, commands: Sequence[Command]) -> dict[str, str]:
    """Returns the words that make a longer command of one, with what those do."""
    count = len(command.words)
    found: dict[str, str] = {}
    for one in commands:
        if one.words[:count] == command.words and len(one.words) > count:
            found.setdefault(one.words[count], one.about)
    return found


def bash(name: str, commands: Sequence[Command]) -> str:
    function = f"_{name.replace('-', '_')}"
    cases = []
    for one in commands:
        words = [*next_words(one, commands), *(flag for option in one.options for flag in option.flags)]
        cases.append(f"            {_quoted(one.path)}) words={_quoted(' '.join(words))} ;;")
    return f"""# Completion of {name} for bash. {MADE}
{function}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} command= candidate words= index
    for ((index = 1; index < COMP_CWORD; index++)); do
        candidate="${{command:+$command }}${{COMP_WORDS[index]}}"
        case $candidate in
            {_patterns(commands)}) command=$candidate ;;
        esac
    done
    case ${{COMP_WORDS[COMP_CWORD - 1]}} in
{_values(commands, "        {flag}) words={values} ;;", "        {flag}) COMPREPLY=(); return ;;")}
        *) case $command in
{NEW_LINE.join(cases)}
        esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F {function} {name}
"""


def zsh(name: str, commands: Sequence[Command]) -> str:
    known = "    {flag}) found=({bare}); compadd -a found; return ;;"
    cases = []
    for one in commands:
        options = {flag: option.about for option in one.options for flag in option.flags}
        arrays = _zsh_array("found", next_words(one, commands)), _zsh_array("options", options)
        cases.append(f"    {_quoted(one.path)})\n{''.join(arrays)}        ;;")
    # `_describe -o` offers nothing before a hyphen is typed: commands are described apart.
    return f"""#compdef {name}
# {MADE}
local command= candidate
local -i index
local -a found options
for ((index = 2; index < CURRENT; index++)); do
    candidate="${{command:+$command }}${{words[index]}}"
    case $candidate in
        {_patterns(commands)}) command=$candidate ;;
    esac
done
case ${{words[CURRENT - 1]}} in
{_values(commands, known, "    {flag}) _files; return ;;")}
esac
case $command in
{NEW_LINE.join(cases)}
esac
_describe {name} found
_describe -o {name} options
((compstate[nmatches])) || _files
"""


def _zsh_array(name: str, texts: Mapping[str, str]) -> str:
    lines = (f"            {_quoted(f'{word}:{about}')}\n" for word, about in texts.items())
    return f"        {name}=(\n{''.join(lines)}        )\n" if texts else ""


def fish(name: str, commands: Sequence[Command]) -> str:
    function = f"__{name.replace('-', '_')}_at"
    paths = " ".join(_quoted(one.path) for one in commands if one.words)
    lines = [
        f"# Completion of {name} for fish. {MADE}",
        f"function {function}",
        "    set -l command ''",
        "    for word in (commandline -opc)[2..-1]",
        '        set -l candidate (string trim "$command $word")',
        f"        contains -- $candidate {paths}",
        "        and set command $candidate",
        "    end",
        '    test "$command" = "$argv[1]"',
        "end",
    ]
    for one in commands:
        at = f'{function} "{one.path}"'
        begin = f"complete -c {name} -n {_quoted(at)}"
        lines += [
            f"{begin} -f -a {_quoted(word)} -d {_quoted(about)}"
            for word, about in next_words(one, commands).items()
        ]
        for option in one.options:
            flags = " ".join(f"-{'l' if flag[1] == '-' else 's'} {flag.lstrip('-')}" for flag in option.flags)
            takes = " -r" if option.value else ""
            if option.values:
                takes = f" -x -a {_quoted(' '.join(option.values))}"
            lines.append(f"{begin} {flags}{takes} -d {_quoted(option.about)}")
    return NEW_LINE.join(lines) + NEW_LINE


def _patterns(commands: Sequence[Command]) -> str:
    return " | ".join(_quoted(one.path) for one in commands if one.words) or "''"


def _values(commands: Sequence[Command], known: str, unknown: str) -> str:
    """Returns a case for each option that takes a value, after which no command or option comes."""
    cases = {}
    for option in (option for one in commands for option in one.options if option.value):
        flag, values = option.flags[-1], " ".join(option.values)
        cases[flag] = (known if values else unknown).format(flag=flag, values=_quoted(values), bare=values)
    return NEW_LINE.join(cases.values())


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def man_page(name: str, commands: Sequence[Command], about: str, more: Sequence[tuple[str, str]]) -> str:
    """Returns a man page in roff, with the sections of man-pages(7)."""
    root, *others = commands
    lines = [
        f'.\\" {MADE}',
        f'.TH {name.upper()} 1 "" "Tollhouse" "User Commands"',
        ".SH NAME",
        f"{_roff(name)} \\- {_roff(about)}",
        ".SH SYNOPSIS",
        *_synopsis(name, root.usage),
        ".SH DESCRIPTION",
        _roff(root.about),
        ".SH OPTIONS",
        *_man_options(root),
    ]
    if others:
        lines.append(".SH COMMANDS")
    for one in others:
        if next_words(one, commands) and not one.positionals:
            continue
        title = f"{name} {one.path} {' '.join(value for value, _text in one.positionals)}".strip()
        lines += [f".SS {_roff(title)}", _roff(_sentence(one.about))]
        for value, text in one.positionals:
            lines += [".TP", f".I {_roff(value)}", _roff(text)]
        lines += _man_options(one)
        for example in one.examples:
            lines += [".PP", ".EX", f"    {_roff(example)}", ".EE"]
    for title, text in more:
        lines += [f".SH {title}", *map(_roff_line, text.strip().splitlines())]
    return NEW_LINE.join(lines) + NEW_LINE


def _synopsis(name: str, usage: str) -> list[str]:
    """Returns one line for each form of the usage."""
    forms = [f".B {_roff(name)}\n{_roff(form)}" for form in usage.split(f" {name} ")]
    return "\n.br\n".join(forms).splitlines()


def _man_options(command: Command) -> list[str]:
    lines = []
    for option in command.options:
        if command.words and "--help" in option.flags:
            continue
        names = ", ".join(f"\\fB{_roff(flag)}\\fR" for flag in option.flags)
        value = f" \\fI{_roff(option.value)}\\fR" if option.value else ""
        lines += [".TP", f"{names}{value}", _roff(_sentence(option.about))]
        if option.is_closed:
            lines.append(_roff(f"One of {', '.join(option.values)}."))
    return lines


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _roff(text: str) -> str:
    """Escapes a text for roff; hyphens stay hyphens, so that they can be copied."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("…", "...")
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


def _roff_line(line: str) -> str:
    return line if line.startswith(".") else _roff(line)


_EXIT_STATUS = """
.TP
.B 0
Done.
.TP
.B 1
Refused or failed.
.TP
.B 2
Wrong usage.
.TP
.B 3
The outcome is unknown. The request of a top-up is saved; the next run, or the window, goes on with it and
makes no second top-up.
.TP
.BR 130 ", " 143
Ended by Ctrl+C, or by SIGTERM.
"""
_ENVIRONMENT = """
.TP
.BR TOLLHOUSE_BASE_URL ", " TOLLHOUSE_API_KEY
An account for this process only; the key stays in memory.
.TP
.B TOLLHOUSE_HOME
The folder for all files of the app.
.TP
.B TOLLHOUSE_LANGUAGE
The language, such as de.
.TP
.B NO_COLOR
Shows no colors, but for QR codes.
"""
_SECURITY = """
Keys are stored in the keyring of the system and never taken as an argument. Only
.B tollhouse creds
prints secrets.
"""


def files() -> dict[str, str]:
    """Returns all files by their path below this folder."""
    use_language(ENGLISH)
    found = {}
    app, sandbox = list(read_commands(build_parser())), list(read_commands(build_sandbox_parser()))
    for name, commands in (("tollhouse", app), ("tollhouse-sandbox", sandbox)):
        found[f"completions/{name}"] = bash(name, commands)
        found[f"completions/_{name}"] = zsh(name, commands)
        found[f"completions/{name}.fish"] = fish(name, commands)
    sections = (("EXIT STATUS", _EXIT_STATUS), ("ENVIRONMENT", _ENVIRONMENT), ("SECURITY", _SECURITY))
    see = ("SEE ALSO", ".BR tollhouse\\-sandbox (1)")
    found["man/tollhouse.1"] = man_page("tollhouse", app, "manage proxy accounts", (*sections, see))
    see = ("SEE ALSO", ".BR tollhouse (1)")
    found["man/tollhouse-sandbox.1"] = man_page(
        "tollhouse-sandbox", sandbox, "the service of the demo account, on this computer", (see,)
    )
    return found


def main() -> int:
    """Writes all files; returns 0."""
    for name, text in files().items():
        path = FOLDER / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
