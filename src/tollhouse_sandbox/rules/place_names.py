"""Makes up names of cities and providers where the real ones run out."""

import random
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

_PLAIN_FIRST = 4
_PLAIN_MIDDLE = 2
"""How many draws of a name's first word or middle are empty, beside those with one."""

# Letters that NFKD does not take apart.
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "\u0131": "i", "ß": "ss", "æ": "ae"}
)


def slug(name: str) -> str:
    """Write a name in lower-case ASCII letters, digits and hyphens; empty when none of it is Latin."""
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS)).encode("ascii", "ignore").decode().lower()
    return "-".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def city_names(draw: random.Random, region: str) -> Iterator[str]:
    """Make up city names of a region, without end; they may repeat."""
    parts = _parts()
    firsts = [""] * _PLAIN_FIRST + [f"{word} " for word in parts["first"]]
    middles = [""] * _PLAIN_MIDDLE + parts["middles"]
    while True:
        yield (
            draw.choice(firsts)
            + draw.choice(parts["starts"])
            + draw.choice(middles)
            + draw.choice(parts[region])
        )


def provider_names(draw: random.Random, country: str) -> Iterator[str]:
    """Make up provider names, some with the country's name, without end; they may repeat."""
    words, ends = _parts()["provider words"], _parts()["provider ends"]
    while True:
        first, second, end = draw.choice(words), draw.choice(words), draw.choice(ends)
        form = draw.randrange(4)
        if form == 0:
            yield f"{first} {end}"
        elif form == 1:
            yield f"{first} {end} {country}"
        else:
            yield f"{first}{second.lower()} {end}"


@cache
def _parts() -> dict[str, list[str]]:
    lines = (files("tollhouse_sandbox.data") / "name_parts.txt").read_text(encoding="utf-8").splitlines()
    return {name: words.split() for name, _, words in (line.partition("|") for line in lines)}
