"""The version of this app."""

from importlib.metadata import PackageNotFoundError, version


def app_version() -> str:
    """Returns the installed version, such as '0.1.0'; '0' where the app runs without being installed.

    Reading it takes as long as a fifth of the first paint: ask afterwards.
    """
    try:
        return version("tollhouse")
    except PackageNotFoundError:
        return "0"
