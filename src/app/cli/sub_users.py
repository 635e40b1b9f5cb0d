"""The commands `sub-users list`, `add`, `cap`, `enable`, `disable`, `delete` and `import`."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.cli.output import Cell, print_details, print_error, print_records, print_table
from app.cli.session import (
    DONE,
    FAILED,
    UNKNOWN,
    USAGE,
    CommandError,
    ask_secret,
    confirm,
    find_sub_user,
    find_subscription,
    open_session,
)
from app.i18n.locales import decimal_sign
from app.i18n.texts import _, pgettext
from app.models.sub_users import BulkChange, SubUserDraft
from app.present.bulk_runs import present_import, present_run
from app.present.statuses import unreadable_text
from app.present.sub_users import bulk_question, count_text, present_sub_user_row
from app.rules.sub_users.changes import check_draft, parse_cap
from app.rules.sub_users.files import read_rows

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.api.subscriptions import SubUserList
    from app.cli.session import Context
    from app.models.sub_users import RunProgress
    from app.models.subscriptions import Subscription
    from app.services.accounts.session import AccountSession
    from app.services.sub_users.bulk_runs import SubUserRun


async def _list(context: Context) -> int:
    session = await open_session(context)
    found = await _all(session, await find_subscription(context, session))
    if context.arguments.json:
        print_records(context.terminal, found.items)
        return DONE
    now = session.service_clock.now()
    rows = []
    for one in found.items:
        row = present_sub_user_row(one, now)
        state = Cell(_("enabled"), "success") if one.enabled else Cell(_("disabled"), "dim")
        used = Cell(row.used, "" if row.bar == "normal" else row.bar)
        rows.append((Cell(row.label, "strong"), row.username, used, state, row.created, row.id))
    created = pgettext("moment", "Created")
    titles = (_("Label"), _("Username"), _("Used"), _("Status"), created, _("Sub-user ID"))
    print_table(context.terminal, titles, rows, narrows=(0, 1))
    context.terminal.write(context.terminal.style(count_text(found.total, found.limit), "dim"))
    return DONE


async def _add(context: Context) -> int:
    arguments = context.arguments
    cap = None if arguments.cap is None else parse_cap(arguments.cap, decimal_sign())
    check_draft(SubUserDraft(arguments.label, None, cap))
    password = await ask_secret(_("Password")) if arguments.password else None
    draft = check_draft(SubUserDraft(arguments.label, password, cap))
    session = await open_session(context)
    subscription = await find_subscription(context, session)
    added = await session.sub_users.create(subscription.id, draft)
    terminal = context.terminal
    terminal.write(terminal.line(_("Added: {label}").format(label=added.label), "  ", Cell(added.id, "dim")))
    return DONE


async def _cap(context: Context) -> int:
    arguments = context.arguments
    written = arguments.set if arguments.add is None else arguments.add
    cap = None if arguments.none else parse_cap(written, decimal_sign())
    return await _change(context, BulkChange("cap", cap, is_allowance=arguments.add is not None))


async def _change(context: Context, change: BulkChange) -> int:
    """Makes the same change to the named sub-users; none is changed if one of the names is wrong."""
    session = await open_session(context)
    subscription = await find_subscription(context, session)
    listed = await _all(session, subscription)
    named = [find_sub_user(name, listed.items) for name in context.arguments.sub_users]
    chosen = list({one.id: one for one in named}.values())
    if change.kind == "delete":
        await confirm(context, bulk_question("delete", chosen)[1])
    return await _run(context, session.sub_users.bulk(subscription.id, chosen, change))


async def _import(context: Context) -> int:
    """Adds the sub-users of a file; none if one of its rows can't be added."""
    session = await open_session(context)
    content = await session.sub_users.read_import(Path(context.arguments.file))
    subscription = await find_subscription(context, session)
    listed = await _all(session, subscription)
    remaining = None if listed.limit is None else listed.limit - listed.total
    existing = [one.label for one in listed.items]
    preview = read_rows(content, existing=existing, remaining=remaining, decimal_sign=decimal_sign())
    view = present_import(preview)
    if view.ignored:
        print_error(view.ignored)
    for row in view.rows:
        if row.notes:
            print_error(f"{row.number}, {row.label}: {' '.join(row.notes)}")
    if preview.left_out:
        raise CommandError(_("Nothing was added: not all rows can be."), USAGE)
    return await _run(context, session.sub_users.import_all(subscription.id, preview.drafts, preview.lines))


async def _run(context: Context, run: SubUserRun) -> int:
    """Runs to the end; a signal stops it, and what had been sent by then is reported."""
    terminal = context.terminal

    def report(progress: RunProgress) -> None:
        if terminal.is_live and not progress.finished:
            terminal.rewrite(terminal.line(present_run(progress).text))

    was_cancelled = False
    try:
        await run.run(report)
    except asyncio.CancelledError:
        was_cancelled = True
    progress = run.progress
    view = present_run(progress)
    if terminal.is_live:
        terminal.rewrite("")
    if progress.done:
        terminal.write(terminal.line(view.text))
    else:
        print_error(view.text)
    for line in view.lines:
        print_error(line.text)
        print_details(line.details)
    if progress.unclear:
        return UNKNOWN
    if was_cancelled:
        raise asyncio.CancelledError
    return FAILED if progress.left else DONE


async def _all(session: AccountSession, subscription: Subscription) -> SubUserList:
    found = await session.sub_users.list(subscription.id)
    if found.unreadable:
        print_error(unreadable_text("sub_users", found.unreadable))
    return found


ACTIONS: Final[dict[str, Callable[[Context], Awaitable[int]]]] = {
    "list": _list,
    "add": _add,
    "cap": _cap,
    "enable": partial(_change, change=BulkChange("enable")),
    "disable": partial(_change, change=BulkChange("disable")),
    "delete": partial(_change, change=BulkChange("delete")),
    "import": _import,
}
