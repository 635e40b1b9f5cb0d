"""Hides secrets in texts: those this process knows, however they are escaped, and what looks like one."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Iterable

HIDDEN: Final = "[hidden]"

_SHORTEST: Final = 6
"""A shorter text occurs in too many words to be hidden in them."""

# A service may put HTML into JSON, and a URL into that.
_MAX_NESTING: Final = 3

# What looks like a key or contains one: a bearer header, a long token.
_SHAPES: Final = re.compile(r"(?i)(bearer\s+)\S+|\b[A-Za-z0-9_-]{40,}\b")
_WORD: Final = re.compile(r"\S+")

_ESCAPES: Final = (  # compiled with the first untrusted text
    r"(?P<utf16>(?:\\u[0-9A-Fa-f]{4})+)|(?P<utf8>(?:%[0-9A-Fa-f]{2})+)|\\x(?P<byte>[0-9A-Fa-f]{2})"
    r"""|\\(?P<sign>["'/\\])|(?P<entity>&(?:#[0-9]{1,9}|#[Xx][0-9A-Fa-f]{1,9}|[A-Za-z][A-Za-z0-9]{1,30});?)"""
)


class KnownSecrets:
    """The keys and passwords in use, each for as long as its owner lives. Any thread may use it."""

    def __init__(self) -> None:
        self._by_owner: WeakKeyDictionary[object, frozenset[str]] = WeakKeyDictionary()
        # Reentrant: the garbage collector can log in the same thread.
        self._lock = threading.RLock()

    def add(self, owner: object, secrets: Iterable[str]) -> None:
        """Hides secrets until their `owner`, such as the connection of an account, ends or is forgotten."""
        long = frozenset(secret for secret in secrets if len(secret) >= _SHORTEST)
        with self._lock:
            known = self._by_owner.get(owner, frozenset())
            if not long <= known:
                self._by_owner[owner] = known | long

    def forget(self, owner: object) -> None:
        """Stops hiding the secrets of an owner, unless another one has them too."""
        with self._lock:
            self._by_owner.pop(owner, None)

    def hide(self, text: str) -> str:
        """Returns a text without the known secrets, written plainly or with escapes of JSON, HTML or URLs."""
        with self._lock:
            secrets = frozenset().union(*self._by_owner.values())
        if not secrets:
            return text
        spans: list[tuple[int, int]] = []
        plain, starts = text, list(range(len(text) + 1))
        for _level in range(_MAX_NESTING + 1):
            spans += [(starts[first], starts[end]) for first, end in _found(plain, secrets)]
            decoded, steps = _decoded(plain)
            if decoded == plain:
                break
            plain, starts = decoded, [starts[step] for step in steps]
        return _without(text, spans)


KNOWN_SECRETS: Final = KnownSecrets()
"""Those of this process: its log is one for all accounts, too."""


def hide_secrets(text: str) -> str:
    return KNOWN_SECRETS.hide(text)


def redact(text: str) -> str:
    """Returns a text without known secrets and without what looks like a key, a login or a long token."""
    without_logins = _WORD.sub(_without_login, hide_secrets(text))
    return _SHAPES.sub(lambda found: f"{found[1] or ''}{HIDDEN}", without_logins)


def _without_login(word: re.Match[str]) -> str:
    """Returns a word without the login part of a URL, up to the last '@': some passwords hold one.

    A pattern would look through the rest of the word again for each of its '://'.
    """
    before, separator, rest = word[0].partition("://")
    if "@" not in rest:
        return word[0]
    return f"{before}{separator}{HIDDEN}{rest.rpartition('@')[2]}"


def _found(text: str, secrets: Iterable[str]) -> list[tuple[int, int]]:
    spans = []
    for secret in secrets:
        first = text.find(secret)
        while first >= 0:
            spans.append((first, first + len(secret)))
            first = text.find(secret, first + 1)
    return spans


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    parts = []
    shown_from = 0
    for first, end in sorted(spans):
        if first >= shown_from:
            parts += [text[shown_from:first], HIDDEN]
        shown_from = max(shown_from, end)
    return "".join((*parts, text[shown_from:]))


def _decoded(text: str) -> tuple[str, list[int]]:
    """Returns a text with its escapes decoded once, and where each character of that began, and the end."""
    characters: list[str] = []
    starts: list[int] = []
    copied = 0
    for escape in re.finditer(_ESCAPES, text):
        characters.append(text[copied : escape.start()])
        starts += range(copied, escape.start())
        begins = escape.start()
        for character, length in _meaning(escape):
            characters.append(character)
            starts.append(begins)
            begins += length
        copied = escape.end()
    characters.append(text[copied:])
    starts += range(copied, len(text) + 1)
    return "".join(characters), starts


def _meaning(escape: re.Match[str]) -> list[tuple[str, int]]:
    """Returns the characters that an escape represents, and the length of each in the escape."""
    kind, written = str(escape.lastgroup), escape[str(escape.lastgroup)]
    if kind == "utf16":
        meant = bytes.fromhex(written.replace("\\u", "")).decode("utf-16-be", "surrogatepass")
        return [(character, 6 if character <= "\uffff" else 12) for character in meant]
    if kind == "utf8":
        meant = bytes.fromhex(written.replace("%", "")).decode("utf-8", "surrogateescape")
        return [(character, 3 * len(character.encode("utf-8", "surrogateescape"))) for character in meant]
    if kind == "entity":
        import html  # noqa: PLC0415 (two thousand names, rarely needed)

        written = html.unescape(written)
    elif kind == "byte":
        written = chr(int(written, 16))
    return [(character, 0) for character in written]
