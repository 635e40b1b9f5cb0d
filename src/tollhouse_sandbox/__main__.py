"""The command `tollhouse-sandbox`: reads its arguments and serves."""

import argparse
import gc
import ipaddress
import json
import os
import signal
import sys
import warnings
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import NoReturn, get_args

from tollhouse_sandbox.settings import LOOPBACK, GatewayAddress, Scale, Settings, new_api_key
from tollhouse_sandbox.variants import VARIANTS, UnknownVariantError, check_variant

_KEY_FILE = "api-key"
_SPEED_MAX = 100_000.0
_WARNING = (
    "tollhouse-sandbox: warning: other computers can connect. Whoever has the API key, or the password of a "
    "subscription, reaches what listens on this computer's loopback, through the gateway."
)


def main() -> None:
    """Runs the sandbox; unusable options end it with one line and exit code 2."""
    arguments = build_parser().parse_args()
    if text := _asked_for(arguments):
        _print(text)
        return
    # pydantic would look for some in every installed package.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # FastAPI would import it, only to refuse models of pydantic's first version: there are none.
    sys.modules.setdefault("pydantic.v1", None)  # type: ignore[arg-type]
    # What is imported stays: collections of garbage would look through it again and again.
    gc.disable()
    # Imported late, so that `--help` and wrong arguments answer at once.
    from pydantic import BaseModel  # noqa: PLC0415
    from pydantic.warnings import UnsupportedFieldAttributeWarning  # noqa: PLC0415

    # FastAPI has models of all that an OpenAPI document may contain: each is built when it is used first.
    BaseModel.model_config["defer_build"] = True
    # FastAPI hides this warning about its own models while it makes them, and they are built after that.
    warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)
    from tollhouse_sandbox.store.database import DataError  # noqa: PLC0415

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    try:
        _serve(_settings(arguments), watch_stdin=arguments.watch_stdin)
    except DataError as fault:
        _give_up(str(fault))
    except OSError as fault:
        subject = f"cannot use {fault.filename}: " if fault.filename else ""
        _give_up(f"{subject}{fault.strerror or fault}")


def _asked_for(arguments: argparse.Namespace) -> str:
    """Returns the text of an option that only prints one; empty without such an option."""
    if arguments.version:
        from importlib.metadata import version  # noqa: PLC0415 (only for this option)

        return f"tollhouse-sandbox {version('tollhouse')}"
    if arguments.variants:
        lines = (
            (f"{name:16} {one.about}", f"{'':16} {', '.join(one.values)}") for name, one in VARIANTS.items()
        )
        return "\n".join(line for pair in lines for line in pair)
    return ""


def _settings(arguments: argparse.Namespace) -> Settings:
    return Settings(
        data_dir=arguments.data,
        host=arguments.host,
        port=arguments.port,
        seed=arguments.seed,
        scale=arguments.scale,
        speed=arguments.speed,
        automatic_blocks=arguments.automatic_blocks,
        api_key=arguments.api_key or _api_key(arguments.data),
        gateway=GatewayAddress(
            http_port=arguments.gateway_http_port, socks_port=arguments.gateway_socks_port
        ),
        variants=tuple(arguments.variant),
    )


def _serve(settings: Settings, *, watch_stdin: bool) -> None:
    """Accepts connections and prints their address, then imports what answers them, and serves."""
    from tollhouse_sandbox.listening import listening  # noqa: PLC0415 (as above)
    from tollhouse_sandbox.opening import open_world  # noqa: PLC0415 (as above)

    if not settings.is_local:
        print(_WARNING, file=sys.stderr, flush=True)
    with listening(settings) as (taken, listeners), closing(open_world(taken)) as world:
        ready = {"base_url": taken.base_url, "api_key": taken.api_key, "gateway": asdict(taken.gateway)}
        _print(json.dumps(ready))
        from tollhouse_sandbox.server import serve  # noqa: PLC0415 (half of the start)

        gc.freeze()
        gc.enable()
        serve(world, listeners, watch_stdin=watch_stdin)


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Ends with exit code 0 while what serves is imported; later that server has handlers of its own."""
    sys.exit(0)


class _Parser(argparse.ArgumentParser):
    def print_help(self, file: object = None) -> None:  # noqa: ARG002 (argparse's signature)
        """Writes the help to standard output; where that fails, which argparse hides, it ends the process."""
        _print(self.format_help().removesuffix("\n"))

    def error(self, message: str) -> NoReturn:
        """Reports what is wrong in one line."""
        self.exit(2, f"{self.prog}: {message}. See '{self.prog} --help'.\n")


def build_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tollhouse-sandbox",
        description="Run the whole service on this computer. When it accepts connections it prints one line "
        "of JSON: base_url, api_key and gateway.",
    )
    parser.add_argument(
        "--host", type=_host, default=LOOPBACK, help="IP address to listen on; by default 127.0.0.1"
    )
    parser.add_argument("--port", type=_port, default=0, help="TCP port; 0 takes a free one")
    parser.add_argument(
        "--gateway-http-port", type=_port, default=0, metavar="PORT", help="port of the gateway's HTTP proxy"
    )
    parser.add_argument(
        "--gateway-socks-port", type=_port, default=0, metavar="PORT", help="port of its SOCKS5 proxy"
    )
    parser.add_argument(
        "--api-key", type=_key, metavar="KEY", help="accept this key instead of a random one; for tests only"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep the data here; else they end with it")
    parser.add_argument("--seed", type=int, default=7, help="what the demo account is drawn from")
    parser.add_argument("--scale", choices=get_args(Scale), default="demo", help="how much data there is")
    parser.add_argument(
        "--speed", type=_speed, default=1.0, help="sandbox seconds in one second; 0 stops time"
    )
    parser.add_argument(
        "--no-automatic-blocks",
        dest="automatic_blocks",
        action="store_false",
        help="confirmations come only by the control route",
    )
    parser.add_argument(
        "--variant",
        type=_variant,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="how to answer what the interface leaves open; can be given for several",
    )
    parser.add_argument("--variants", action="store_true", help="list them and their values, and exit")
    parser.add_argument("--watch-stdin", action="store_true", help="end when stdin ends")
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    return parser


def _host(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"{text!r} is not an IP address") from fault


def _key(text: str) -> str:
    if not (text.isascii() and text.isprintable()) or " " in text or not text:
        raise argparse.ArgumentTypeError("a key is printable ASCII without spaces")
    return text


def _variant(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    try:
        check_variant(name, value)
    except UnknownVariantError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from fault
    return name, value


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError("a port is 0 to 65535")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = -1
    if not 0 <= speed <= _SPEED_MAX:
        raise argparse.ArgumentTypeError(f"a speed is 0 to {_SPEED_MAX:.0f}")
    return speed


def _api_key(folder: Path | None) -> str:
    """Returns the key in a folder; creates it there if there is none (file 0600, folder 0700)."""
    if folder is None:
        return new_api_key()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / _KEY_FILE
    if path.exists():
        saved = path.read_text(encoding="ascii").strip()
        if saved:
            return saved
    path.touch(mode=0o600)
    path.chmod(0o600)
    key = new_api_key()
    path.write_text(key, encoding="ascii")
    return key


def _print(text: str) -> None:
    """Writes to standard output at once; where that fails, it ends the process."""
    try:
        print(text, flush=True)
    except OSError as fault:
        # The interpreter would try again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _give_up(f"{fault.strerror or fault}")


def _give_up(reason: str) -> None:
    print(f"tollhouse-sandbox: {reason}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
