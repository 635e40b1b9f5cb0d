"""The command `creds`: credentials in a copy format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.output import print_table
from app.cli.session import DONE, USAGE, CommandError, find_owner, open_session
from app.i18n.texts import _
from app.i18n.units import enumerated
from app.present.proxy_formats import format_name, reason_text
from app.rules.proxy_formats import USUAL_FORMAT
from app.rules.proxy_formats.logins import credentials_of
from app.rules.proxy_formats.rendering import FORMATS, TEMPLATE, USERNAME_ONLY, Order
from app.rules.proxy_formats.templates import OwnTemplates, check_template
from app.rules.subscriptions.sticky import check_count, check_session, new_id

if TYPE_CHECKING:
    from app.cli.output import Terminal
    from app.cli.session import Context
    from app.services.accounts.session import AccountSession


async def print_credentials(context: Context) -> int:
    """Writes credentials exactly as they are copied from the window; nothing else goes to standard output."""
    arguments, terminal = context.arguments, context.terminal
    formats = {_name(form.key): form for form in (*FORMATS, USERNAME_ONLY)}
    chosen = arguments.format or _name(TEMPLATE if arguments.template else USUAL_FORMAT)
    if chosen == "list":
        rows = [(name, format_name(form)) for name, form in formats.items()]
        print_table(terminal, (_("Format"), _("Name")), rows)
        return DONE
    if arguments.subscription is None:
        raise CommandError(_("A subscription is required. See 'tollhouse subs'."), USAGE)
    form = formats.get(chosen)
    if form is None:
        raise CommandError(_("There is no format '{name}'. See '--format list'.").format(name=chosen), USAGE)
    if arguments.template and form.key != TEMPLATE:
        raise CommandError(_("--template needs '--format template'."), USAGE)
    if arguments.sticky is None and (arguments.session or arguments.count != 1):
        raise CommandError(_("--session and --count need --sticky."), USAGE)
    sticky = None
    if arguments.sticky is not None:
        sticky = check_session(arguments.session or new_id(), arguments.sticky)
        check_count(arguments.count)
    session = await open_session(context)
    template = await _template_text(session, arguments.template) if arguments.template else ""
    if form.key == TEMPLATE:
        check_template(template)
    subscription, sub_user = await find_owner(context, session)
    order = Order(form.key, template, credentials_of(subscription, sub_user), sticky, arguments.count)
    rendered = await session.subscriptions.render(order)
    if not rendered.ok:
        raise CommandError(reason_text(rendered.reason))
    _check_output(terminal, rendered.text)
    terminal.write(rendered.text)
    return DONE


def _check_output(terminal: Terminal, text: str) -> None:
    """Raises `CommandError` where the output would not be exactly a text."""
    if terminal.is_live and not text.replace("\r\n", "\n").replace("\n", "").isprintable():
        # A terminal would act on them; a file takes them as they are.
        raise CommandError(_("The credentials contain control characters: write them to a file."))
    if not terminal.has_characters_of(text):
        lacking = _("The credentials contain characters that {encoding} lacks: choose a locale with UTF-8.")
        raise CommandError(lacking.format(encoding=terminal.out.encoding))


def _name(key: str) -> str:
    return key.replace("_", "-")


async def _template_text(session: AccountSession, template: str) -> str:
    """Returns the text of the template that is saved under a name; any other text is a template itself.

    Raises:
        CommandError: It is neither: a text without a name in braces would print the same line each time.
    """
    saved = await session.state.load(OwnTemplates, session.account.id)
    text = saved.text_of(template)
    if text is None and "{" not in template:
        names = enumerated([one.name for one in saved.templates])
        unknown = _("There is no template '{name}', only {names}.")
        none = _("There is no template '{name}': none is saved.")
        raise CommandError((unknown if names else none).format(name=template, names=names), USAGE)
    return template if text is None else text
