"""The commands `topup`, `topup show`, `topup report` and `topups`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from app.cli.output import SYMBOLS, Cell, print_error, print_json, print_table
from app.cli.payments import NoMoreError, is_payable, record, show_last_known, show_topup
from app.cli.session import DONE, FAILED, UNKNOWN, USAGE, CommandError, open_session, print_failure
from app.cli.waiting import poll_until_final
from app.errors import (
    AppError,
    ConflictError,
    InvalidInputError,
    NotFoundError,
    OutputError,
    PendingRequestError,
)
from app.i18n.locales import decimal_sign
from app.i18n.texts import _, pgettext, sentences
from app.i18n.units import day_and_time, enumerated, usd
from app.models.topup_requests import PendingState, TopUpDraft
from app.models.topups import amount_of
from app.present.errors import present_error
from app.present.payments import topup_field_errors, txid_error_text
from app.present.pending_topups import another_text, present_pending
from app.present.statuses import network_name, present_badge, unreadable_text
from app.rules.money.amounts import check_amount_usd
from app.rules.topups.entries import TxidError, check_purchase, check_txid
from app.rules.topups.transitions import contradicts
from app.services.topups.reconciliations import are_newest_first

if TYPE_CHECKING:
    from app.cli.session import Context
    from app.models.coins import Coin
    from app.models.topups import TopUp
    from app.services.accounts.session import AccountSession

_PAGE_SIZE: Final = 50


async def _list(context: Context) -> int:
    """Lists the history without storing it, so that the window still notifies of what has changed.

    The interface does not document the order of the list (spec 4.5): the rest is left out only where it is
    newest first so far.
    """
    arguments, terminal = context.arguments, context.terminal
    session = await open_session(context)
    await _report_pending(session)
    found: dict[str, TopUp] = {}
    unreadable, is_cut = 0, False
    pages = session.topups.pages(arguments.status)
    async for page in pages:
        unreadable += page.unreadable
        found.update({topup.id: topup for topup in page.items})
        is_cut = not arguments.all and (len(found) > _PAGE_SIZE or not page.is_last)
        if is_cut and len(found) >= _PAGE_SIZE and are_newest_first(found.values()):
            break
    await pages.aclose()
    topups = sorted(found.values(), key=lambda topup: topup.created_at, reverse=True)
    if not arguments.all:
        topups = topups[:_PAGE_SIZE]
    if unreadable:
        print_error(unreadable_text("topups", unreadable))
    if arguments.json:
        print_json(terminal, [record(topup) for topup in topups])
        return DONE
    now = session.service_clock.now()
    rows = []
    for topup in topups:
        progress = topup.confirmations, topup.confirmations_required
        badge = present_badge(topup.status, progress, is_confirmed=contradicts(topup) is None)
        rows.append(
            (
                day_and_time(topup.created_at, now),
                Cell(usd(amount_of(topup)), "strong"),
                f"{topup.coin} · {network_name(topup.network)}",
                Cell(f"{SYMBOLS[badge.kind]} {badge.text}", badge.kind),
                topup.id,
            )
        )
    titles = (pgettext("moment", "Created"), _("Amount"), _("Coin"), _("Status"), _("Top-up ID"))
    print_table(terminal, titles, rows, right=(1,))
    if is_cut and terminal.is_live:
        note = _("The newest {n}; --all lists all.").format(n=_PAGE_SIZE)
        terminal.write(terminal.style(note, "dim"))
    return DONE


async def _create(context: Context) -> int:
    arguments = context.arguments
    amount = check_amount_usd(arguments.amount, decimal_sign())
    purchase = None
    if arguments.plan is not None:
        quantity, promo = arguments.quantity or "", arguments.promo or ""
        purchase = check_purchase(arguments.plan, quantity, promo, arguments.option)
    elif arguments.quantity or arguments.promo or arguments.option:
        raise CommandError(_("--quantity, --promo and --option need --plan."), USAGE)
    session = await open_session(context)
    coin, network = _choose_coin(await session.coins.known(), arguments.coin, arguments.network)
    draft = TopUpDraft(amount_usd=amount, coin=coin, network=network, purchase=purchase)
    topup = await _request(context, session, draft)
    if topup is None:
        return UNKNOWN
    try:
        return await _show(context, session, topup)
    except OutputError as error:
        text = _(
            "The top-up was created, but the output could not be written, as on a full disk. See "
            "'tollhouse topup show {id}'."
        )
        raise CommandError(text.format(id=topup.id)) from error


async def _request(context: Context, session: AccountSession, draft: TopUpDraft) -> TopUp | None:
    """Creates a top-up once; None, after a message, where its outcome is unknown, also after a signal."""
    topups = session.topups
    pending = await topups.pending()
    if pending and not any(one.draft == draft for one in pending):
        await _reconcile(session)
    try:
        return await topups.create(draft, is_another=context.arguments.another)
    except PendingRequestError:
        now = session.clock.now()
        titles = [present_pending(one, now).title for one in await topups.pending()]
        text = another_text(titles) if titles else present_error(PendingRequestError()).text
        raise CommandError(sentences((text, _("Confirm it with --another.")))) from None
    except (AppError, asyncio.CancelledError) as error:
        unknown = [one for one in await topups.pending() if one.draft == draft]
        if not unknown:
            if isinstance(error, AppError):
                raise _refusal(error, draft) from error
            raise
        # A conflict does not refuse it: it may be with the lost try.
        if isinstance(error, AppError) and not isinstance(error, ConflictError):
            print_failure(error)
        await _report_pending(session)
        return None


def _refusal(error: AppError, draft: TopUpDraft) -> AppError:
    """Returns a refusal with the words for the field that it is about."""
    from app.errors import ValidationError  # noqa: PLC0415 (only after a refusal)

    if isinstance(error, ValidationError) and error.fields:
        return CommandError(topup_field_errors(error, draft)[0][1])
    return error


async def _reconcile(session: AccountSession) -> None:
    """Reconciles the requests of earlier runs; those whose outcome can't be found out now stay pending."""
    try:
        await session.topups.resume()
    except AppError as error:
        print_failure(error)


async def _report_pending(session: AccountSession) -> None:
    now = session.clock.now()
    for one in await session.topups.pending():
        view = present_pending(one, now)
        text = view.text
        if one.state is PendingState.WAITING:
            # Nothing of a command goes on when it has ended.
            text = _(
                "Requested at {when}, without a clear response so far. Repeat the command of this top-up, or "
                "open the window, to continue it; that never creates a second top-up."
            ).format(when=day_and_time(one.requested_at, now))
        print_error(f"{view.title}: {text}")


def _choose_coin(coins: tuple[Coin, ...], code: str, network: str | None) -> tuple[str, str]:
    """Returns a coin of the catalog, which may list it more than once, and one of its networks.

    Raises:
        CommandError: The catalog has no such coin or network, or the coin has several networks.
    """
    entries = [one for one in coins if one.code.casefold() == code.strip().casefold()]
    if not entries:
        known = enumerated(list(dict.fromkeys(one.code for one in coins)))
        raise CommandError(
            _("The service does not accept {coin}, but {coins}.").format(coin=code, coins=known), USAGE
        )
    networks = {network.id: one.code for one in entries for network in one.networks}
    names = list(networks)
    if network is None and len(names) == 1:
        return networks[names[0]], names[0]
    wanted = (network or "").strip()
    found = [name for name in names if name == wanted] or [
        name for name in names if name.casefold() == wanted.casefold()
    ]
    if len(found) == 1:
        return networks[found[0]], found[0]
    text = _("Choose a network of {coin} with --network: {networks}.")
    raise CommandError(text.format(coin=entries[0].code, networks=enumerated(names)), USAGE)


async def _show_one(context: Context) -> int:
    session = await open_session(context)
    if await session.topups.pending():
        await _reconcile(session)
    try:
        topup = await _find(session, context.arguments.id)
    except NoMoreError as error:
        await show_last_known(context, session, error.topup)
        raise
    return await _show(context, session, topup)


async def _find(session: AccountSession, topup_id: str) -> TopUp:
    """Returns a top-up that a command names.

    Raises:
        CommandError: There is none; a `NoMoreError` if there was one.
    """
    try:
        return await session.topups.get(topup_id)
    except (NotFoundError, InvalidInputError) as error:
        known = await session.topup_store.saved.load(topup_id)
        if known is not None:
            raise NoMoreError(known) from error
        text = _("There is no top-up '{id}'. See 'tollhouse topups'.").format(id=topup_id)
        raise CommandError(text, FAILED if isinstance(error, NotFoundError) else USAGE) from error


async def _report(context: Context) -> int:
    arguments = context.arguments
    session = await open_session(context)
    topup = await _find(session, arguments.id)
    try:
        txid = check_txid(topup.network, arguments.txid)
    except TxidError as error:
        raise CommandError(txid_error_text(error, topup.network), USAGE) from error
    return await _show(context, session, await session.topups.report(topup.id, txid))


async def _show(context: Context, session: AccountSession, topup: TopUp) -> int:
    """Shows a top-up, polls it if that is asked for, and returns the exit code of its last state."""
    arguments = context.arguments
    session.topup_store.show(topup.id)
    code = await show_topup(context, session, topup)
    if arguments.wait and (code == DONE or not is_payable(session, topup)):
        topup, code = await poll_until_final(context, session, topup)
    if arguments.json:
        deposit = session.topup_store.deposit(topup.id) if is_payable(session, topup) else None
        print_json(context.terminal, record(topup, deposit))
    return code


COMMANDS: Final = {"topup": _create, "topups": _list, "topup show": _show_one, "topup report": _report}
