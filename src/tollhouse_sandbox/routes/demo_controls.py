"""Control routes: play the wallet, the miners, the clock and the bad line."""

from decimal import Decimal
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from tollhouse_sandbox.account.settlement import reject, settle
from tollhouse_sandbox.account.topups import get_topup
from tollhouse_sandbox.errors import conflict, invalid
from tollhouse_sandbox.ledger import read_entries, write_commit
from tollhouse_sandbox.routes.common import AnyWorld, PresentWorld, bearer
from tollhouse_sandbox.rules.amounts import from_units, to_units
from tollhouse_sandbox.rules.coins import coin_entry
from tollhouse_sandbox.rules.ids import normalize_txid
from tollhouse_sandbox.rules.limits import INT64_MAX
from tollhouse_sandbox.schemas.base import refusals
from tollhouse_sandbox.schemas.controls import (
    ChainAnswer,
    ChainInput,
    ClockAnswer,
    ClockInput,
    ConfirmInput,
    FaultScriptAnswer,
    FaultScriptInput,
    LedgerAnswer,
    PayAnswer,
    PayInput,
    RejectInput,
)
from tollhouse_sandbox.schemas.topups import TopUpAnswer, topup_answer
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.store.records import TopUp
from tollhouse_sandbox.web.answers import answer
from tollhouse_sandbox.web.strict_json import StrictRoute
from tollhouse_sandbox.world import World

router = APIRouter(
    prefix="/_sandbox", tags=["control"], dependencies=[Depends(bearer)], route_class=StrictRoute
)


@router.post("/topups/{topup_id}/pay", response_model=PayAnswer, responses=refusals(401, 409))
async def pay(world: PresentWorld, topup_id: str, payment: PayInput) -> Response:
    """Sends a payment to the top-up's address, reported or not."""
    topup = get_topup(world, topup_id)
    txid = None
    if payment.txid:
        txid = normalize_txid(topup.network, payment.txid)
        if txid is None:
            raise invalid("txid", "invalid", "This is not a transaction ID of the top-up's network.")
    sent = world.chain.pay(topup, _amount_sent(topup, payment.amount), txid)
    if sent is None:
        raise conflict("txid_already_used", "This transaction is on the chain already.")
    return answer(PayAnswer(txid=sent))


@router.post("/topups/{topup_id}/confirm", response_model=TopUpAnswer, responses=refusals(401))
async def confirm(world: PresentWorld, topup_id: str, blocks: ConfirmInput) -> Response:
    """Makes blocks on the top-up's network, and responds with the top-up."""
    world.chain.add_blocks(get_topup(world, topup_id).network, blocks.count)
    settle(world)
    return _shown(world, topup_id)


@router.post("/topups/{topup_id}/reject", response_model=TopUpAnswer, responses=refusals(401, 409))
async def fail(world: PresentWorld, topup_id: str, reason: RejectInput) -> Response:
    """Fails the verification, and responds with the top-up."""
    topup = get_topup(world, topup_id)
    if topup.status != "verifying":
        raise conflict("not_verifying", "Only a top-up that is being verified can be rejected.")
    reject(world, topup, reason.code, reason.message)
    return _shown(world, topup_id)


@router.post("/clock", response_model=ClockAnswer, responses=refusals(401))
async def advance_clock(world: PresentWorld, step: ClockInput) -> Response:
    """Advances the clock."""
    try:
        now = world.clock.advance(step.advance)
    except ValueError as fault:
        raise invalid("advance_seconds", "too_large", str(fault)) from fault
    with transaction(world.connection):
        world.keep_clock()
        write_commit(world.connection, now, "clock.advanced", seconds=step.advance_seconds)
    settle(world)
    return answer(ClockAnswer(now=now))


@router.post("/chain", response_model=ChainAnswer, responses=refusals(401))
async def set_chain(world: PresentWorld, wanted: ChainInput) -> Response:
    """Sets whether blocks come by themselves, or only by `confirm`."""
    world.chain.set_automatic(automatic=wanted.automatic)
    return answer(ChainAnswer(automatic=world.chain.automatic))


@router.post("/faults", response_model=FaultScriptAnswer, responses=refusals(401))
async def set_faults(world: AnyWorld, script: FaultScriptInput) -> Response:
    """Replaces the fault script; an empty list ends all faults."""
    world.faults.replace(script.root)
    return answer(FaultScriptAnswer(faults=len(script.root)))


@router.get("/ledger", response_model=LedgerAnswer, responses=refusals(401))
async def read_ledger(world: AnyWorld, after: Annotated[int, Query(ge=0, le=INT64_MAX)] = 0) -> Response:
    """Reads up to 10,000 entries that follow the entry `after`."""
    return answer(LedgerAnswer(data=read_entries(world.connection, after)))


def _amount_sent(topup: TopUp, amount: str) -> Decimal:
    """Converts the words to an amount: 10 % under or over, or the given one, in the coin's decimals."""
    coin, _network = coin_entry(topup.coin, topup.network)
    units = to_units(topup.amount_crypto, coin.decimals)
    match amount:
        case "exact":
            pass
        case "under":
            units -= max(1, units // 10)
        case "over":
            units += max(1, units // 10)
        case _:
            units = to_units(Decimal(amount), coin.decimals)
    return from_units(units, coin.decimals)


def _shown(world: World, topup_id: str) -> Response:
    return answer(topup_answer(get_topup(world, topup_id), world.clock.now()))
