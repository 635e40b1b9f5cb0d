"""Starting a new top-up: what the dialog asks, checked and sent, its errors set beside the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import AppError, InvalidInputError, ValidationError
from app.models.topups import TopUpDraft
from app.present.coins import present_coin_options
from app.present.errors import field_error_text, present_error
from app.rules.amounts import check_amount_usd
from app.texts import _

if TYPE_CHECKING:
    from app.models.topups import TopUp
    from app.services.coins import Coins
    from app.services.topups import TopUps
    from ui.pages.topups.new_dialog import NewTopUpDialog, NewTopUpInput


async def load_options(coins: Coins, dialog: NewTopUpDialog, chosen: str) -> None:
    """Shows the catalog's coins in the dialog, or why they can't be had."""
    try:
        dialog.show_options(present_coin_options(await coins.load()), chosen)
    except AppError as error:
        dialog.show_error(present_error(error), action=_("Try again"))


async def create_topup(topups: TopUps, dialog: NewTopUpDialog, entered: NewTopUpInput) -> TopUp | None:
    """Returns the new top-up; None when the dialog says what is wrong instead."""
    try:
        return await topups.create(_draft(entered))
    except AppError as error:
        failure = error
    finally:
        # Before an error is shown: a locked field can't take the keyboard.
        dialog.set_busy(busy=False)
    _show_failure(dialog, failure)
    return None


def _show_failure(dialog: NewTopUpDialog, error: AppError) -> None:
    match error:
        case InvalidInputError():
            dialog.show_field_error(error.field, field_error_text(error.field, error.code))
        case ValidationError(fields=fields) if fields:
            for fault in fields:
                dialog.show_field_error(fault.field, field_error_text(fault.field, fault.code))
        case _:
            dialog.show_error(present_error(error))


def _draft(entered: NewTopUpInput) -> TopUpDraft:
    amount = check_amount_usd(entered.amount)
    if not entered.coin:
        raise InvalidInputError("coin", "required")
    return TopUpDraft(amount_usd=amount, coin=entered.coin, network=entered.network)
