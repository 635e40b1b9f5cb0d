"""The parser of the command line, of which help, completions and man pages are made."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, NoReturn

from app.cli.argument_types import TOPUP_WORDS, amount, filled, language, pair, whole
from app.cli.usage_texts import command_first_text, translate_argparse, unrecognized_text
from app.i18n.texts import _, sentences

if TYPE_CHECKING:
    from argparse import _MutuallyExclusiveGroup, _SubParsersAction
    from collections.abc import Iterable, Sequence

    Commands = _SubParsersAction["CommandParser"]

COMMANDS: Final = ("topup", "topups", "subs", "creds", "sub-users", "usage", "locations", "accounts")
"""The first words of commands."""
STATUSES: Final = ("awaiting_payment", "verifying", "credited", "rejected", "expired")
PRODUCTS: Final = ("residential", "mobile", "mobile-gb")


class _Help(argparse.RawDescriptionHelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[_MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("Usage:") + " " if prefix is None else prefix)


class CommandParser(argparse.ArgumentParser):
    """Reports what is wrong in one line; options are never abbreviated."""

    def __init__(
        self, *, examples: Sequence[str] = (), epilog: str = "", add_help: bool = True, **settings: object
    ) -> None:
        shown = [_("Examples:"), *(f"  {example}" for example in examples)] if examples else []
        super().__init__(
            epilog="\n".join((*shown, *(("", epilog) if shown and epilog else filter(None, (epilog,))))),
            formatter_class=_Help,
            allow_abbrev=False,
            add_help=False,
            **settings,  # type: ignore[arg-type]  # those of ArgumentParser
        )
        if add_help:
            self._positionals.title, self._optionals.title = _("Arguments"), _("Options")
            self.add_argument("-h", "--help", action="help", help=_("show this help and exit"))

    def print_help(self, file: object = None) -> None:  # noqa: ARG002 (argparse's signature)
        """Writes the help to standard output; where that fails, which argparse hides, it ends the process."""
        from app.cli.output import print_text  # noqa: PLC0415 (only for help)

        if code := print_text(self.format_help().removesuffix("\n")):
            self.exit(code)

    def error(self, message: str) -> NoReturn:
        problem = " ".join(message.split()).rstrip(".。")
        see = _("{problem}. See '{command} --help'.").format(problem=problem, command=self.prog)
        self.exit(2, f"{self.prog}: {see}\n")


def parse_window_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses the options of a start without a command, which opens the window; wrong ones end the process."""
    translate_argparse()
    parser = CommandParser(prog="tollhouse", add_help=False)
    _add_window_options(parser)
    _options, others = parser.parse_known_args(arguments)
    for name in COMMANDS:
        if name in others:
            parser.error(command_first_text(name))
    return parser.parse_args(arguments)


def _add_window_options(parser: CommandParser) -> None:
    add = parser.add_argument
    add("--demo", action="store_true", help=_("open the demo account"))
    add("--tour", metavar="DIR", help=_("walk through the demo and write a picture of every screen"))
    add("--language", metavar="CODE", type=language, help=_("use this language, such as de or zh_Hans"))
    add(
        "--debug",
        action="store_true",
        help=_("log every call, and show stalls of the event loop in a window"),
    )
    add("--version", action="store_true", help=_("print the version and exit"))
    entry = parser.add_mutually_exclusive_group().add_argument
    entry(
        "--install-desktop-entry", action="store_true", help=_("add Tollhouse to the desktop's menu and exit")
    )
    entry("--remove-desktop-entry", action="store_true", help=_("remove it from the desktop's menu and exit"))


def parse_command(arguments: Sequence[str]) -> argparse.Namespace:
    """Parses a command; help and what is wrong end the process."""
    translate_argparse()
    words = list(arguments)
    if words[:1] == ["topup"] and words[1:2] and words[1] in TOPUP_WORDS:
        words[:2] = [" ".join(words[:2])]
    parser = build_parser()
    if words and not words[0].startswith("-") and words[0].partition(" ")[0] not in COMMANDS:
        # argparse would list them all.
        parser.error(_("There is no command '{name}'").format(name=words[0]))
    parsed, others = parser.parse_known_args(words)
    if others:
        # argparse would name the help of the program.
        path = "tollhouse", parsed.command, getattr(parsed, "action", None)
        parser.prog = " ".join(filter(None, path))
        parser.error(unrecognized_text(" ".join(others)))
    return parsed


def build_parser() -> CommandParser:
    indent = " " * len(_("Usage:"))
    parser = CommandParser(
        prog="tollhouse",
        usage=f"%(prog)s [OPTION ...]\n{indent} %(prog)s COMMAND ...",
        description=sentences(
            (
                _("Manage proxy accounts: top up with crypto, watch it being credited."),
                _("Without a command, the window opens."),
            )
        ),
        examples=(
            "tollhouse topup 50 --coin BTC --wait",
            "tollhouse creds 'Price watch EU' --format curl --sticky 10",
            "tollhouse topups --json",
        ),
        epilog=_(
            "TOLLHOUSE_BASE_URL with TOLLHOUSE_API_KEY is an account for this process only;\n"
            "TOLLHOUSE_HOME keeps all files in one folder, TOLLHOUSE_LANGUAGE chooses the language.\n"
            "Qt's own options, such as -reverse, work too.\n"
            "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 outcome unknown."
        ),
    )
    _add_window_options(parser)
    commands: Commands = parser.add_subparsers(
        prog="tollhouse",
        dest="command",
        metavar="COMMAND",
        title=_("Commands"),
        parser_class=CommandParser,
    )
    account = CommandParser(add_help=False)
    account.add_argument(
        "--account",
        metavar="NAME",
        help=_("the account, such as demo; by default the one that was opened last"),
    )
    reading = CommandParser(add_help=False, parents=[account])
    reading.add_argument("--json", action="store_true", help=_("print JSON with the interface's names"))
    _add_topups(commands, reading)
    _add_subscriptions(commands, account, reading)
    _add_sub_users(commands, account, reading)
    _add_locations(commands, reading)
    _add_accounts(commands)
    return parser


def _add_topups(commands: Commands, reading: CommandParser) -> None:
    topup = commands.add_parser(
        "topup",
        parents=[reading],
        help=_("start a top-up and show its payment"),
        description=_("Starts a top-up, checks its payment details, and shows them with a QR code."),
        examples=(
            "tollhouse topup 50 --coin BTC --wait",
            "tollhouse topup 150 --coin USDT --network tron --plan residential-50gb",
            "tollhouse topup show tu_1a2b3c4d5e6f",
            "tollhouse topup report tu_1a2b3c4d5e6f --txid 4a5e1e4b…",
        ),
    )
    topup.add_argument("amount", type=amount, metavar="AMOUNT", help=_("the amount in US dollars"))
    topup.add_argument(
        "--coin", required=True, type=filled, metavar="CODE", help=_("the coin to pay with, such as BTC")
    )
    topup.add_argument("--network", metavar="ID", help=_("the coin's network, where it has several"))
    topup.add_argument("--plan", metavar="ID", help=_("the plan to buy when it is credited"))
    topup.add_argument("--quantity", type=filled, metavar="N", help=_("how many of the plan"))
    topup.add_argument("--promo", type=filled, metavar="CODE", help=_("a promo code for the plan"))
    topup.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        type=pair,
        default=[],
        help=_("an option of the plan; can be repeated"),
    )
    topup.add_argument(
        "--another",
        action="store_true",
        help=_("create it even if the outcome of an earlier request is unknown"),
    )
    shown = commands.add_parser(
        "topup show",
        prog="tollhouse topup show",
        parents=[reading],
        help=_("show a top-up, and its payment while it can be paid"),
        examples=("tollhouse topup show tu_1a2b3c4d5e6f --wait",),
    )
    report = commands.add_parser(
        "topup report",
        prog="tollhouse topup report",
        parents=[reading],
        help=_("report a payment as sent"),
        examples=("tollhouse topup report tu_1a2b3c4d5e6f --wait",),
    )
    for one in (shown, report):
        one.add_argument("id", metavar="ID", help=_("the top-up's ID"))
    report.add_argument(
        "--txid", metavar="ID", default="", help=_("the transaction ID; without it the amount is matched")
    )
    for one in (topup, shown):
        one.add_argument(
            "--memo-known", action="store_true", help=_("show the payment on a network whose memo I have")
        )
    for one in (topup, shown, report):
        one.add_argument("--wait", action="store_true", help=_("wait until the top-up is final"))
    topups = commands.add_parser(
        "topups",
        parents=[reading],
        help=_("list the top-ups"),
        examples=("tollhouse topups --status verifying", "tollhouse topups --all --json"),
    )
    topups.add_argument("--status", choices=STATUSES, help=_("only those of one status"))
    topups.add_argument("--all", action="store_true", help=_("all of them instead of the newest 50"))


def _add_subscriptions(commands: Commands, account: CommandParser, reading: CommandParser) -> None:
    commands.add_parser(
        "subs", parents=[reading], help=_("list the subscriptions"), examples=("tollhouse subs --json",)
    )
    usage = commands.add_parser(
        "usage",
        parents=[reading],
        help=_("show the traffic of a subscription by day and country"),
        examples=("tollhouse usage 'Price watch EU' --days 7",),
    )
    usage.add_argument(
        "--days", type=whole, default=30, metavar="N", help=_("how many days, at most 366; by default 30")
    )
    creds = commands.add_parser(
        "creds",
        parents=[account],
        help=_("print the credentials of a subscription"),
        description=_("Prints credentials: the only command that prints secrets."),
        examples=(
            "tollhouse creds 'Price watch EU'",
            "tollhouse creds 'Price watch EU' --format curl --sticky 10 --count 5",
            "tollhouse creds 'Price watch EU' --template 'My scraper'",
        ),
    )
    creds.add_argument(
        "--format",
        type=filled,
        metavar="FORMAT",
        help=_("the copy format, by default http-url; 'list' names them"),
    )
    creds.add_argument(
        "--template",
        type=filled,
        metavar="TEMPLATE",
        help=_("a template of your own: its saved name, or its text"),
    )
    creds.add_argument(
        "--sticky", type=whole, metavar="MINUTES", help=_("with a sticky session of 1 to 30 minutes")
    )
    creds.add_argument("--session", type=filled, metavar="ID", help=_("the session ID; else a new one"))
    creds.add_argument(
        "--count", type=whole, default=1, metavar="N", help=_("how many sticky sessions, 1 to 1,000")
    )
    usage.add_argument("subscription", metavar="NAME", help=_subscription())
    creds.add_argument("subscription", nargs="?", metavar="NAME", help=_subscription())  # none for a list
    for one in (usage, creds):
        one.add_argument("--sub-user", metavar="NAME", help=_("one of its sub-users instead"))


def _add_sub_users(commands: Commands, account: CommandParser, reading: CommandParser) -> None:
    sub_users = commands.add_parser("sub-users", help=_("list, add and change sub-users"))
    actions: Commands = sub_users.add_subparsers(
        dest="action", metavar="ACTION", title=_("Actions"), required=True, parser_class=CommandParser
    )
    listed = actions.add_parser("list", parents=[reading], help=_("list the sub-users of a subscription"))
    add = actions.add_parser(
        "add",
        parents=[account],
        help=_("add a sub-user"),
        examples=("tollhouse sub-users add 'Price watch EU' 'Team B' --cap 5",),
    )
    cap = actions.add_parser(
        "cap",
        parents=[account],
        help=_("set the traffic cap of sub-users"),
        examples=(
            "tollhouse sub-users cap 'Price watch EU' 'Team A' 'Team B' --set 5",
            "tollhouse sub-users cap 'Price watch EU' 'Team A' 'Team B' --add 5",
            "tollhouse sub-users cap 'Price watch EU' 'Team A' --none",
        ),
    )
    enable = actions.add_parser("enable", parents=[account], help=_("enable sub-users"))
    disable = actions.add_parser("disable", parents=[account], help=_("disable sub-users"))
    delete = actions.add_parser("delete", parents=[account], help=_("delete sub-users"))
    imported = actions.add_parser(
        "import",
        parents=[account],
        help=_("add the sub-users of a CSV file with label, password and cap"),
        examples=("tollhouse sub-users import 'Price watch EU' team.csv",),
    )
    for one in (listed, add, cap, enable, disable, delete, imported):
        one.add_argument("subscription", metavar="NAME", help=_subscription())
    add.add_argument("label", metavar="LABEL", help=_("the label of the new sub-user"))
    add.add_argument(
        "--cap", type=filled, metavar="GB", help=_("its traffic cap in GB; by default there is none")
    )
    add.add_argument(
        "--password", action="store_true", help=_("ask for its password, or read it from standard input")
    )
    for one in (cap, enable, disable, delete):
        one.add_argument(
            "sub_users", nargs="+", metavar="SUB-USER", help=_("labels, usernames or IDs of sub-users")
        )
    caps = cap.add_mutually_exclusive_group(required=True)
    caps.add_argument("--set", type=filled, metavar="GB", help=_("the cap in GB"))
    caps.add_argument(
        "--add", type=filled, metavar="GB", help=_("a cap of so many GB on top of what each has used")
    )
    caps.add_argument("--none", action="store_true", help=_("no cap"))
    delete.add_argument("--yes", action="store_true", help=_("delete without asking"))
    imported.add_argument("file", metavar="FILE", help=_("the file"))


def _add_locations(commands: Commands, reading: CommandParser) -> None:
    locations = commands.add_parser(
        "locations",
        parents=[reading],
        help=_("list and search countries, cities and ISPs"),
        examples=(
            "tollhouse locations fin",
            "tollhouse locations --cities DE mun",
            "tollhouse locations --isps FR",
        ),
    )
    locations.add_argument("word", nargs="?", default="", metavar="WORD", help=_("what to search for"))
    kinds = locations.add_mutually_exclusive_group()
    kinds.add_argument(
        "--cities", type=filled, metavar="COUNTRY", help=_("the cities of a country, by its code")
    )
    kinds.add_argument("--isps", type=filled, metavar="COUNTRY", help=_("the ISPs of a country, by its code"))
    locations.add_argument("--product", choices=PRODUCTS, help=_("only where a product is available"))


def _add_accounts(commands: Commands) -> None:
    accounts = commands.add_parser("accounts", help=_("list, connect and remove accounts"))
    actions: Commands = accounts.add_subparsers(
        dest="action", metavar="ACTION", title=_("Actions"), required=True, parser_class=CommandParser
    )
    listed = actions.add_parser("list", help=_("list the accounts"))
    listed.add_argument("--json", action="store_true", help=_("print JSON with the interface's names"))
    add = actions.add_parser(
        "add",
        help=_("connect an account"),
        description=_(
            "Asks for the API key, or reads it from standard input, tests it, and saves it in the keyring."
        ),
        examples=(
            "tollhouse accounts add https://api.example.com --name Work",
            "pass show work | tollhouse accounts add https://api.example.com",
        ),
    )
    add.add_argument("address", metavar="ADDRESS", help=_("the service address"))
    add.add_argument("--name", default="", metavar="NAME", help=_("its name; by default the service's"))
    remove = actions.add_parser("remove", help=_("remove an account, and its key from the keyring"))
    remove.add_argument("name", metavar="NAME", help=_("the account"))
    remove.add_argument(
        "--leave-key", action="store_true", help=_("remove it even if its key stays in the keyring")
    )
    remove.add_argument("--yes", action="store_true", help=_("remove without asking"))


def _subscription() -> str:
    return _("label, username or ID of the subscription")
