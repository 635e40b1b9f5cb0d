"""Takes the ports of a sandbox; what connects to them waits until it is served."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import NamedTuple

from tollhouse_sandbox.settings import GatewayAddress, Settings


class Listeners(NamedTuple):
    """The listening sockets of the service and of its gateway."""

    service: socket.socket
    gateway_http: socket.socket
    gateway_socks: socket.socket


@contextmanager
def listening(settings: Settings) -> Iterator[tuple[Settings, Listeners]]:
    """Listens on the ports of the settings; yields the settings with those that it got.

    Raises:
        OSError: A port cannot be taken.
    """
    ports = (settings.port, settings.gateway.http_port, settings.gateway.socks_port)
    with ExitStack() as sockets:
        listeners = Listeners(
            *(sockets.enter_context(_listening_socket(settings.host, port)) for port in ports)
        )
        port, http_port, socks_port = (listener.getsockname()[1] for listener in listeners)
        gateway = GatewayAddress(settings.client_host.strip("[]"), http_port, socks_port)
        yield replace(settings, port=port, gateway=gateway), listeners


def _listening_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY; else each response waits 40 ms for a delayed ACK.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as fault:
        listener.close()
        fault.filename = f"{host}:{port}"
        raise
    return listener
