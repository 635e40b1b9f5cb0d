"""The options of a sandbox."""

import ipaddress
import secrets
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

Scale = Literal["demo", "empty", "large"]


def new_api_key() -> str:
    """Makes a random key of 256 bits."""
    return f"sandbox_{secrets.token_urlsafe(32)}"


LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class GatewayAddress:
    """Where clients reach the gateway; with port 0 a free one is taken at the start."""

    host: str = LOOPBACK
    http_port: int = 8000
    socks_port: int = 9000


@dataclass(frozen=True, slots=True)
class Settings:
    """One sandbox's settings.

    Attributes:
        data_dir: The folder of the database; None for a database in memory.
        host: The IP address to listen on; `0.0.0.0` and `::` are all of this computer.
        port: The TCP port there; 0 takes a free one.
        scale: `demo`, `empty` (no top-ups, no subscriptions) or `large` (500,000 locations).
        speed: Sandbox seconds that pass in one real second; 0 stops the clock.
        now: The time at which the clock starts; None is the real time.
        variants: Names and values of `tollhouse_sandbox.variants`; all others have their defaults.
    """

    data_dir: Path | None = None
    host: str = LOOPBACK
    port: int = 0
    seed: int = 7
    scale: Scale = "demo"
    speed: float = 1.0
    automatic_blocks: bool = True
    api_key: str = field(default_factory=new_api_key, repr=False)
    gateway: GatewayAddress = GatewayAddress()
    now: datetime | None = None
    variants: tuple[tuple[str, str], ...] = ()

    @property
    def is_local(self) -> bool:
        """Whether only this computer can connect."""
        return ipaddress.ip_address(self.host).is_loopback

    @property
    def client_host(self) -> str:
        """The address for clients on this computer, as a URL writes it."""
        address = ipaddress.ip_address(self.host)
        if address.is_unspecified:
            return LOOPBACK if address.version == 4 else "[::1]"
        return f"[{address}]" if address.version == 6 else str(address)

    @property
    def base_url(self) -> str:
        return f"http://{self.client_host}:{self.port}"
