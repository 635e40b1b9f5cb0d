"""The user's own template: names in braces, `{{` and `}}` for literal braces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.rules.proxy_formats.logins import url_part
from app.rules.proxy_formats.survival import CONTROL, on_one_line

if TYPE_CHECKING:
    from app.rules.proxy_formats.logins import Login

TEMPLATE_NAMES: Final = ("host", "port", "user", "pass", "user_url", "pass_url", "session", "label")
MAX_TEMPLATE: Final = 2000
DEFAULT_TEMPLATE: Final = "{user}:{pass}@{host}:{port}"

_PART = re.compile(r"\{\{|\}\}|\{(?P<name>[A-Za-z_]*)\}|(?P<odd>[{}])")


def check_template(text: str) -> None:
    """Refuses a template that can't be filled in.

    Raises:
        InvalidInputError: On `template`: `required`, `too_long` (over 2,000 characters), `braces` (one
            without its partner), `unknown_name`, or `no_names` (every line would be the same).
    """
    if not text.strip():
        raise InvalidInputError("template", "required")
    if len(text) > MAX_TEMPLATE:
        raise InvalidInputError("template", "too_long")
    names = set()
    for part in _PART.finditer(text):
        if part["odd"]:
            raise InvalidInputError("template", "braces")
        if part["name"] is not None:
            names.add(part["name"])
    if names - set(TEMPLATE_NAMES):
        raise InvalidInputError("template", "unknown_name")
    if not names:
        raise InvalidInputError("template", "no_names")


def template_reason(text: str, who: Login) -> str:
    """Returns why a template can't be filled in with this login, as a code; empty if it can."""
    try:
        check_template(text)
    except InvalidInputError as error:
        return f"template_{error.code}"
    names = {part["name"] for part in _PART.finditer(text)}
    return on_one_line(who) if names & {"user", "pass"} else ""


def fill_template(text: str, who: Login) -> str:
    values = {
        "host": who.url_host,
        "port": str(who.http_port),
        "user": who.username,
        "pass": who.password,
        "user_url": url_part(who.username),
        "pass_url": url_part(who.password),
        "session": who.session_id,
        # A label is untrusted text, and must not start a line of its own.
        "label": CONTROL.sub(" ", who.label),
    }

    def value(part: re.Match[str]) -> str:
        return part[0][0] if part["name"] is None else values[part["name"]]

    return _PART.sub(value, text)
