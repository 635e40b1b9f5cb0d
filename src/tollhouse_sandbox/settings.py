"""The options of a sandbox."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

Scale = Literal["demo", "empty", "large"]


def new_api_key() -> str:
    """Makes a random key of 256 bits."""
    return f"sandbox_{secrets.token_urlsafe(32)}"


@dataclass(frozen=True, slots=True)
class GatewayAddress:
    host: str = "127.0.0.1"
    http_port: int = 8000
    socks_port: int = 9000


@dataclass(frozen=True, slots=True)
class Settings:
    """One sandbox's settings.

    Attributes:
        data_dir: The folder of the database; None for a database in memory.
        port: The TCP port on 127.0.0.1; 0 takes a free one.
        scale: `demo`, `empty` (no top-ups, no subscriptions) or `large` (500,000 locations).
        speed: Sandbox seconds that pass in one real second; 0 stops the clock.
        now: The time at which the clock starts; None is the real time.
    """

    data_dir: Path | None = None
    port: int = 0
    seed: int = 7
    scale: Scale = "demo"
    speed: float = 1.0
    automatic_blocks: bool = True
    api_key: str = field(default_factory=new_api_key, repr=False)
    gateway: GatewayAddress = GatewayAddress()
    now: datetime | None = None
