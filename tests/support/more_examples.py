"""How often tests with drawn values draw them: `make prove` does it more often than the suite."""

import os

_FACTOR = int(os.environ.get("TOLLHOUSE_EXAMPLES", "1"))


def more(count: int) -> int:
    return count * _FACTOR
