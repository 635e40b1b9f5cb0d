"""Copy formats: the text for a tool, or why a password can't be represented in it."""

from app.rules.proxy_formats.logins import Credentials, credentials_of
from app.rules.proxy_formats.order import Order
from app.rules.proxy_formats.rendering import (
    FORMATS,
    MASK,
    TEMPLATE,
    USERNAME_ONLY,
    GroupText,
    ProxyFormat,
    Rendered,
    file_ending,
    group_text,
    preview,
    render,
    render_many,
)
from app.rules.proxy_formats.survival import NEEDS_ADDRESS
from app.rules.proxy_formats.templates import DEFAULT_TEMPLATE, MAX_TEMPLATE, TEMPLATE_NAMES, check_template

__all__ = [
    "DEFAULT_TEMPLATE",
    "FORMATS",
    "MASK",
    "MAX_TEMPLATE",
    "NEEDS_ADDRESS",
    "TEMPLATE",
    "TEMPLATE_NAMES",
    "USERNAME_ONLY",
    "Credentials",
    "GroupText",
    "Order",
    "ProxyFormat",
    "Rendered",
    "check_template",
    "credentials_of",
    "file_ending",
    "group_text",
    "preview",
    "render",
    "render_many",
]
