"""Copy formats in words: notes, and why a format is disabled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import InvalidInputError
from app.i18n.texts import _
from app.rules.subscriptions.sticky import check_session

if TYPE_CHECKING:
    from app.rules.proxy_formats import ProxyFormat


def format_name(kind: ProxyFormat) -> str:
    """Returns a format's name; names of tools are the same in every language."""
    texts = {
        "env_posix": _("Environment (POSIX)"),
        "env_powershell": _("Environment (PowerShell)"),
        "env_cmd": _("Environment (cmd)"),
        "template": _("Own template"),
    }
    return texts.get(kind.key, kind.name)


def note_text(note: str) -> str:
    """Returns what should be known when choosing a format; empty if nothing."""
    texts = {
        "names_here": _("The names of sites are looked up on this computer."),
        "names_at_proxy": _("The names of sites are looked up at the proxy."),
        "prompt_only": _("For the prompt. In a batch file every % has to be doubled."),
        "socks_extra": _("Over HTTP. For SOCKS the library needs its SOCKS extra."),
        "http_only": _("Over HTTP: Chromium knows no login for SOCKS."),
        "no_login": _("Selenium has no option for a proxy's login: the browser asks for it."),
        "numeric_ip": _("Takes an IP address only: the gateway's name is looked up when you copy."),
    }
    return texts.get(note, "")


def session_problem(session_id: str, minutes: int) -> str:
    """Returns what is wrong with a session ID (spec 1); empty if nothing, or if there is none."""
    try:
        if session_id:
            check_session(session_id, minutes)
    except InvalidInputError as error:
        texts = {"too_long": _("At most 32 characters."), "invalid": _("Only letters A to Z and digits.")}
        return texts.get(error.code, "")
    return ""


def reason_text(reason: str) -> str:
    """Returns why nothing can be copied in a format."""
    texts = {
        "host_invalid": _("The service gave a host that can't be right."),
        "host_has_colon": _("This format can't hold an IPv6 address."),
        "host_not_numeric": _("This format needs an IP address, and the gateway's name was not found."),
        "username_missing": _("There is no username."),
        "password_missing": _("There is no password."),
        "username_has_colon": _("A username with ':' can't log in at a proxy."),
        "has_nul": _("The username or the password holds a character that no tool takes."),
        "password_has_colon": _("This format can't hold a password with ':'."),
        "password_has_control": _("This format can't hold a password with a control character."),
        "username_has_control": _("This format can't hold a username with a control character."),
        "password_has_url_sign": _("This format can't hold a password with @ : / ? # % \\ [ ] or a blank."),
        "username_has_url_sign": _("This format can't hold a username with @ : / ? # % \\ [ ] or a blank."),
        "too_long_for_socks": _("SOCKS takes at most 255 bytes of username and of password."),
        "not_ascii": _("This tool can't send a username or password beyond plain English characters."),
        "password_has_blank": _("This format can't hold a password with a blank."),
        "username_has_blank": _("This format can't hold a username with a blank."),
        "password_has_quote": _("This format can't hold a password with ' or \\ or ${."),
        "username_has_quote": _("This format can't hold a username with ' or \\ or ${."),
        "password_is_formula": _("A spreadsheet would take this password for a formula."),
        "username_is_formula": _("A spreadsheet would take this username for a formula."),
        "template_required": _("Write a template first."),
        "template_too_long": _("A template has at most 2,000 characters."),
        "template_braces": _("A brace has no partner. Write {{ or }} for a brace itself."),
        "template_unknown_name": _("The template names something that there is not."),
        "template_no_names": _("The template names nothing: every line would be the same."),
    }
    return texts.get(reason) or _("This format can't hold these credentials.")
