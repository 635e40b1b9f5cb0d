"""Copy formats in words: notes, and why a format is disabled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n.texts import _

if TYPE_CHECKING:
    from app.rules.proxy_formats.rendering import FormatGroup, ProxyFormat


def format_name(kind: ProxyFormat) -> str:
    """Returns a format's name; names of tools are the same in every language."""
    texts = {
        "env_posix": _("Environment (POSIX)"),
        "env_powershell": _("Environment (PowerShell)"),
        "env_cmd": _("Environment (cmd)"),
        "template": _("Own template"),
        "username": _("Username only"),
    }
    return texts.get(kind.key, kind.name)


def group_name(group: FormatGroup) -> str:
    texts: dict[str, str] = {
        "lines": _("URLs and lines"),
        "system": _("Command line and system"),
        "programs": _("Programs"),
        "browsers": _("Browsers and anti-detect browsers"),
        "clients": _("Proxy clients"),
        "data": _("Data"),
        "templates": _("Own templates"),
    }
    return texts[group]


def hint_text(note: str) -> str:
    texts = {
        "names_here": _("Host names of sites are resolved on this computer."),
        "names_at_proxy": _("Host names of sites are resolved by the proxy."),
        "prompt_only": _("For the command prompt. In a batch file, double every %."),
        "socks_extra": _("Over HTTP. For SOCKS the library needs its SOCKS extra."),
        "http_only": _("Over HTTP: Chromium does not support a login for SOCKS."),
        "no_login": _("Selenium has no option for a proxy's login: the browser asks for it."),
        "git_file": _("For ~/.gitconfig, or .git/config of one repository."),
        "npm_file": _("For ~/.npmrc, or .npmrc of one project."),
        "daemon": _("For /etc/docker/daemon.json: pulls and pushes. Restart Docker afterwards."),
        "config": _("For ~/.docker/config.json: new containers and builds."),
        "systemd_file": _(
            "For /etc/systemd/system/NAME.service.d/proxy.conf. Then run: systemctl daemon-reload"
        ),
        "scrapy_run": _("A spider. Run it with: scrapy runspider FILE"),
        "adspower_api": _(
            "For its Local API: /api/v2/proxy-list/create. To paste into its window, use host:port:user:pass."
        ),
        "gologin_api": _(
            "For its API: /proxy/add_proxies. To paste into its window, use host:port:user:pass."
        ),
        "multilogin_api": _(
            "For its API: the proxy of a profile. To paste into its window, use host:port:user:pass."
        ),
        "surge_section": _("For the section [Proxy] of a profile."),
        "v2rayn_link": _("Over SOCKS. Copy it, then choose in v2rayN to import from the clipboard."),
        "proxifier_profile": _(
            "A profile. Its password is not encrypted. All but local connections use the first login."
        ),
        "numeric_ip": _("Accepts only an IP address: the gateway's host name is resolved when you copy."),
    }
    return texts.get(note, "")


def reason_text(reason: str) -> str:
    texts = {
        "host_invalid": _("The service sent a host name that is not valid."),
        "host_has_colon": _("This format can't contain an IPv6 address."),
        "host_not_numeric": _(
            "This format needs an IP address, and the gateway's host name could not be resolved."
        ),
        "username_missing": _("There is no username."),
        "password_missing": _("There is no password."),
        "username_has_colon": _("A username with ':' can't log in to a proxy."),
        "has_nul": _("The username or the password contains a character that no tool accepts."),
        "password_has_colon": _("This format can't contain a password with ':'."),
        "password_has_control": _("This format can't contain a password with a control character."),
        "username_has_control": _("This format can't contain a username with a control character."),
        "password_has_url_sign": _("This format can't hold a password with @ : / ? # % \\ [ ] or a blank."),
        "username_has_url_sign": _("This format can't hold a username with @ : / ? # % \\ [ ] or a blank."),
        "too_long_for_socks": _("SOCKS accepts at most 255 bytes each for username and password."),
        "not_ascii": _("This tool can't send a username or password with non-ASCII characters."),
        "password_has_blank": _("This format can't contain a password with a space."),
        "username_has_blank": _("This format can't contain a username with a space."),
        "password_has_quote": _("This format can't contain a password with ' or \\ or ${."),
        "username_has_quote": _("This format can't contain a username with ' or \\ or ${."),
        "password_is_formula": _("A spreadsheet would interpret this password as a formula."),
        "username_is_formula": _("A spreadsheet would interpret this username as a formula."),
        "username_has_percent": _("This tool would decode a username with % and two digits."),
        "password_has_percent": _("This tool would decode a password with % and two digits."),
        "username_has_list_sign": _("This format can't contain a username with , \" = # ; // or a blank."),
        "password_has_list_sign": _("This format can't contain a password with , \" = # ; // or a blank."),
        "one_login": _("This file has room for one login: choose one user and one session."),
        "template_required": _("Write a template first."),
        "template_too_long": _("A template has at most 2,000 characters."),
        "template_braces": _("A brace is not closed or not opened. Write {{ or }} for a literal brace."),
        "template_unknown_name": _("The template contains an unknown name."),
        "template_no_names": _("The template contains no name: every line would be the same."),
    }
    return texts.get(reason) or _("This format can't contain these credentials.")
