"""Control routes: play the wallet, the miners, the clock and the bad line."""

from datetime import timedelta
from decimal import Decimal
from typing import Annotated, Any

from fastapi import Query, Request
from fastapi.routing import APIRoute
from pydantic import Field, RootModel

from tollhouse_sandbox.account.settlement import reject, settle
from tollhouse_sandbox.account.topups import get_topup
from tollhouse_sandbox.errors import conflict, invalid, refusals
from tollhouse_sandbox.fault_script import Fault, can_strike
from tollhouse_sandbox.ledger import read_entries, write_commit
from tollhouse_sandbox.routes.common import (
    AnyWorld,
    Input,
    ListResponse,
    PresentWorld,
    ResponseBody,
    Timestamp,
    private_router,
)
from tollhouse_sandbox.routes.topups import TopUpResponse, read
from tollhouse_sandbox.rules.amounts import from_units, to_units
from tollhouse_sandbox.rules.coins import ENTRIES
from tollhouse_sandbox.rules.ids import normalize_txid
from tollhouse_sandbox.rules.limits import INT64_MAX, TXID_LENGTH
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.store.records import TopUp
from tollhouse_sandbox.variants import VARIANTS, UnknownVariantError, check_variant

router = private_router("/_sandbox", "control")


class PayInput(Input):
    amount: str = Field(default="exact", pattern=r"^(exact|under|over|[0-9]{1,12}(\.[0-9]{1,8})?)$")
    txid: str = Field(default="", max_length=TXID_LENGTH)


class PayResponse(ResponseBody):
    txid: str


class ConfirmInput(Input):
    count: int = Field(default=1, ge=1, le=10_000)


class RejectInput(Input):
    code: str = Field(default="not_accepted", min_length=1, max_length=64)
    message: str = Field(default="The payment was not accepted.", max_length=500)


class ClockInput(Input):
    advance_seconds: float = Field(alias="advance_seconds", ge=0, le=3_200_000_000, allow_inf_nan=False)


class ClockResponse(ResponseBody):
    now: Timestamp


class Chain(Input):
    automatic: bool


class FaultScriptInput(RootModel[list[Fault]]):
    """The faults to come; an empty list ends all."""


class FaultScriptResponse(ResponseBody):
    faults: int


class VariantsInput(RootModel[dict[str, str]]):
    """Values by the names of variants."""


class VariantResponse(ResponseBody):
    """What the interface leaves open; the first value is the default."""

    name: str
    about: str
    values: list[str]
    value: str


@router.post("/topups/{topup_id}/pay", responses=refusals(409))
async def pay(world: PresentWorld, topup_id: str, payment: PayInput) -> PayResponse:
    """Sends a payment to the top-up's address, reported or not."""
    topup = get_topup(world, topup_id)
    txid = None
    if payment.txid:
        txid = normalize_txid(topup.network, payment.txid)
        if txid is None:
            raise invalid("txid", "invalid", "This is not a transaction ID of the top-up's network.")
    amount = _amount_sent(topup, payment.amount)
    if not amount:
        raise invalid("amount", "too_small", "This is less than one unit of the coin's last decimal.")
    sent = world.chain.pay(topup, amount, txid)
    if sent is None:
        raise conflict("txid_already_used", "This transaction is on the chain already.")
    return PayResponse(txid=sent)


@router.post("/topups/{topup_id}/confirm")
async def confirm(world: PresentWorld, topup_id: str, blocks: ConfirmInput) -> TopUpResponse:
    """Makes blocks on the top-up's network, and responds with the top-up."""
    world.chain.add_blocks(get_topup(world, topup_id).network, blocks.count)
    settle(world)
    return await read(world, topup_id)


@router.post("/topups/{topup_id}/reject", responses=refusals(409))
async def fail(world: PresentWorld, topup_id: str, reason: RejectInput) -> TopUpResponse:
    """Fails the verification, and responds with the top-up."""
    topup = get_topup(world, topup_id)
    if topup.status != "verifying":
        raise conflict("not_verifying", "Only a top-up that is being verified can be rejected.")
    reject(world, topup, reason.code, reason.message)
    return await read(world, topup_id)


@router.post("/clock")
async def advance_clock(world: PresentWorld, step: ClockInput) -> ClockResponse:
    """Advances the clock."""
    try:
        now = world.clock.advance(timedelta(seconds=step.advance_seconds))
    except ValueError as fault:
        raise invalid("advance_seconds", "too_large", str(fault)) from fault
    with transaction(world.connection):
        world.save_clock()
        write_commit(world.connection, now, "clock.advanced", seconds=step.advance_seconds)
    settle(world)
    return ClockResponse(now=now)


@router.post("/chain")
async def set_chain(world: PresentWorld, wanted: Chain) -> Chain:
    """Sets whether blocks come by themselves, or only by `confirm`."""
    world.chain.set_automatic(automatic=wanted.automatic)
    return wanted


@router.post("/faults")
async def set_faults(world: AnyWorld, request: Request, script: FaultScriptInput) -> FaultScriptResponse:
    """Replaces the fault script; an empty list ends all faults."""
    routes = [route for route in request.app.routes if isinstance(route, APIRoute)]
    known = [(method, route.path) for route in routes for method in route.methods or ()]
    for fault in script.root:
        if not any(can_strike(fault.route, method, path) for method, path in known):
            raise invalid("body", "unknown", f"No request has the route '{fault.route}'.")
    world.faults.replace(script.root)
    return FaultScriptResponse(faults=len(script.root))


@router.post("/variants")
async def set_variants(world: AnyWorld, wanted: VariantsInput) -> ListResponse[VariantResponse]:
    """Sets these variants, and all others to their defaults; `{}` ends all."""
    for name, value in wanted.root.items():
        try:
            check_variant(name, value)
        except UnknownVariantError as fault:
            raise invalid(name, "invalid", str(fault)) from fault
    world.variants.choose(wanted.root)
    return await read_variants(world)


@router.get("/variants")
async def read_variants(world: AnyWorld) -> ListResponse[VariantResponse]:
    """Lists what the interface leaves open, and how this sandbox answers it."""
    return ListResponse(
        data=[
            VariantResponse(
                name=name, about=variant.about, values=list(variant.values), value=world.variants.value(name)
            )
            for name, variant in VARIANTS.items()
        ]
    )


@router.get("/ledger")
async def read_ledger(
    world: AnyWorld, after: Annotated[int, Query(ge=0, le=INT64_MAX)] = 0
) -> ListResponse[dict[str, Any]]:
    """Reads up to 10,000 entries that follow the entry `after`."""
    return ListResponse(data=read_entries(world.connection, after))


def _amount_sent(topup: TopUp, amount: str) -> Decimal:
    """Returns 10 % under or over the amount, or the given one, in the coin's decimals."""
    coin, _network = ENTRIES[topup.coin, topup.network]
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
