"""The version of this app."""

from importlib.metadata import PackageNotFoundError, version


def app_version() -> str:
    """Returns the installed version, such as '0.1.0'; '0' where the app runs without being installed.

    Slow (a fifth of the first paint): call it later.
    """
    try:
        return version("tollhouse")
    except PackageNotFoundError:
        return "0"
