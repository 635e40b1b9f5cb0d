"""The user's own templates: names in braces, `{{` and `}}` for literal braces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.errors import InvalidInputError
from app.rules.proxy_formats.logins import url_part
from app.rules.proxy_formats.refusals import CONTROL, on_one_line
from app.rules.words import fold, natural_key

if TYPE_CHECKING:
    from app.rules.proxy_formats.logins import Login

TEMPLATE_NAMES: Final = ("host", "port", "user", "pass", "user_url", "pass_url", "session", "label")
MAX_TEMPLATE: Final = 2000
MAX_TEMPLATES: Final = 20
MAX_NAME: Final = 60
DEFAULT_TEMPLATE: Final = "{user}:{pass}@{host}:{port}"

_PART = re.compile(r"\{\{|\}\}|\{(?P<name>[A-Za-z_]*)\}|(?P<odd>[{}])")


@dataclass(frozen=True, slots=True)
class OwnTemplate:
    """A template that was saved under a name."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class OwnTemplates:
    """The saved templates, in the order of their names."""

    templates: tuple[OwnTemplate, ...] = ()

    def put(self, name: str, text: str, *, instead_of: str = "") -> OwnTemplates:
        """Returns them with one added, or changed and renamed in place of the one that is named.

        Raises:
            InvalidInputError: On `templateName`: `required`, `too_long` (over 60 characters), `invalid` (a
                control character), `taken` (by another, without regard to case and accents) or `too_many`
                (over 20); on `template`: see `check_template`.
        """
        others = self.without(instead_of).templates
        name = name.strip()
        _check_name(name, others)
        check_template(text)
        ordered = sorted((*others, OwnTemplate(name, text)), key=lambda one: natural_key(one.name))
        return OwnTemplates(tuple(ordered))

    def text_of(self, name: str) -> str | None:
        """Returns the text that is saved under a name, without regard to case and accents."""
        return next((one.text for one in self.templates if fold(one.name) == fold(name.strip())), None)

    def without(self, name: str) -> OwnTemplates:
        return OwnTemplates(tuple(one for one in self.templates if one.name != name))


def _check_name(name: str, others: tuple[OwnTemplate, ...]) -> None:
    code = ""
    if not name:
        code = "required"
    elif len(name) > MAX_NAME:
        code = "too_long"
    elif CONTROL.search(name):
        code = "invalid"
    elif fold(name) in {fold(other.name) for other in others}:
        code = "taken"
    elif len(others) >= MAX_TEMPLATES:
        code = "too_many"
    if code:
        raise InvalidInputError("templateName", code)


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
