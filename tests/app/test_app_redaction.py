"""Known secrets are hidden however they are written, and forgotten with their owner."""

from __future__ import annotations

import gc
import html
import json
import threading
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from app.redaction import KnownSecrets

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "key_Canary-0123456789"
PASSWORD = 'pä"ss\\wörd&\U0001f511</x>'


class Owner:
    """Somebody who has secrets."""


OWNER = Owner()


def known(*secrets: str) -> KnownSecrets:
    made = KnownSecrets()
    made.add(OWNER, secrets)
    return made


def by_units(secret: str, form: str) -> str:
    """Every character escaped, by its UTF-16 units."""
    units = secret.encode("utf-16-be")
    return "".join(form.format(units[at] * 256 + units[at + 1]) for at in range(0, len(units), 2))


WRITTEN: dict[str, Callable[[str], str]] = {
    "plain": str,
    "json": lambda secret: json.dumps(secret)[1:-1],
    "json units": lambda secret: by_units(secret, "\\u{:04x}"),
    "json units, upper case": lambda secret: by_units(secret, "\\u{:04X}"),
    "html": html.escape,
    "html, decimal": lambda secret: "".join(f"&#{ord(sign)};" for sign in secret),
    "html, hexadecimal": lambda secret: "".join(f"&#x{ord(sign):x};" for sign in secret),
    "html, upper case and zeros": lambda secret: "".join(f"&#X{ord(sign):06X};" for sign in secret),
    "url": lambda secret: quote(secret, safe=""),
    "url, all": lambda secret: "".join(f"%{byte:02x}" for byte in secret.encode()),
    "url twice": lambda secret: quote(quote(secret, safe=""), safe=""),
    "html in json": lambda secret: by_units(html.escape(secret), "\\u{:04x}"),
    "json in json": lambda secret: json.dumps(json.dumps(secret)[1:-1])[1:-1],
    "url in html in json": lambda secret: json.dumps("".join(f"&#37;{byte:02x}" for byte in secret.encode()))[
        1:-1
    ],
    "first letter": lambda secret: f"\\u{ord(secret[0]):04x}" + json.dumps(secret[1:])[1:-1],
}


@pytest.mark.parametrize("secret", [KEY, PASSWORD], ids=["key", "password"])
@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_a_known_secret_is_hidden_however_it_is_written(written: Callable[[str], str], secret: str) -> None:
    text = written(secret)
    shown = known(KEY, PASSWORD).hide(f"You sent «{text}», \\n &amp; 5 %: {text}{text}.")
    assert shown == "You sent «[hidden]», \\n &amp; 5 %: [hidden][hidden]."


def test_escapes_that_mean_nothing_do_not_shift_what_is_hidden() -> None:
    text = f"%ff%fe{quote('ü')}%zz \\ud83d \\u12 &nosuch; &#xffffffff; {KEY[0]}&#{ord(KEY[1])}{KEY[2:]} %ff"
    shown = known(KEY).hide(text)
    assert shown == "%ff%fe%C3%BC%zz \\ud83d \\u12 &nosuch; &#xffffffff; [hidden] %ff"


def test_secrets_that_overlap_are_hidden_whole() -> None:
    assert known("abcdefgh", "efghijkl", "abcdef").hide("(abcdefghijkl)(abcdefg)") == "([hidden])([hidden]g)"


def test_short_passwords_do_not_spoil_every_word() -> None:
    assert known("", "a", "error").hide("an error") == "an error"


@pytest.mark.parametrize("text", ["", "An ordinary line.", "100 % &c. C:\\users\\new", "%41&#66;\\u0043"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert known(KEY).hide(text) == text
    assert KnownSecrets().hide(text) == text


def test_an_owner_takes_its_secrets_along_and_leaves_those_of_others() -> None:
    secrets = known("shared-secret")
    owner = Owner()
    secrets.add(owner, ["shared-secret", "first-secret"])
    secrets.add(owner, ["second-secret"])
    words = "shared-secret first-secret second-secret"
    assert secrets.hide(words) == "[hidden] [hidden] [hidden]"
    del owner
    gc.collect()
    assert secrets.hide(words) == "[hidden] first-secret second-secret"


def test_secrets_are_forgotten_on_demand() -> None:
    secrets = known(KEY)
    secrets.forget(OWNER)
    secrets.forget(Owner())
    assert secrets.hide(KEY) == KEY


def test_threads_may_hide_while_others_add() -> None:
    secrets = known(KEY)
    owners = [Owner() for _ in range(300)]

    def add() -> None:
        for owner in owners:
            secrets.add(owner, [KEY, "other-secret"])

    adding = threading.Thread(target=add)
    adding.start()
    while adding.is_alive():
        assert secrets.hide(KEY) == "[hidden]"
    adding.join()
