"""The command line: the services of the app at a terminal, without Qt."""

from typing import Final

COMMANDS: Final = ("topup", "topups", "subs", "creds", "sub-users", "usage", "locations", "accounts")
"""The first words of a command; anything else opens the window."""
