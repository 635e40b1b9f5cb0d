"""The demo account's data, drawn once and copied into every sandbox of a test run that needs them."""

from dataclasses import replace
from functools import cache

from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.settings import GatewayAddress, Settings
from tollhouse_sandbox.world import World


def copy_demo(world: World) -> None:
    """Fills an empty sandbox in memory with what one of the scale `demo` has drawn at the same moment."""
    settings = world.settings
    assert settings.scale == "empty"
    assert settings.data_dir is None
    assert settings.now is not None
    same = replace(settings, scale="demo", port=0, api_key="", gateway=GatewayAddress())
    _drawn(same).connection.backup(world.connection)


@cache
def _drawn(settings: Settings) -> World:
    return open_world(settings)
