"""Top-up routes (spec 4.2 to 4.5)."""

from decimal import Decimal
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from tollhouse_sandbox.account.idempotency import StoredAnswer, find_answer, keep_answer
from tollhouse_sandbox.account.orders import price_purchase
from tollhouse_sandbox.account.topups import (
    Draft,
    check_amount,
    check_entry,
    create_topup,
    get_topup,
    list_topups,
    report_payment,
)
from tollhouse_sandbox.routes.common import PresentWorld, bearer
from tollhouse_sandbox.rules.limits import IDEMPOTENCY_KEY_LENGTH, PAGE_MAX, PER_PAGE_DEFAULT, PER_PAGE_MAX
from tollhouse_sandbox.schemas.base import refusals
from tollhouse_sandbox.schemas.topups import (
    Pagination,
    ReportInput,
    TopUpAnswer,
    TopUpInput,
    TopUpListAnswer,
    TopUpStatus,
    topup_answer,
)
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.web.answers import JSON_TYPE, answer
from tollhouse_sandbox.web.strict_json import StrictRoute
from tollhouse_sandbox.world import World

router = APIRouter(
    prefix="/v1/topups", tags=["top-ups"], dependencies=[Depends(bearer)], route_class=StrictRoute
)


@router.post("", status_code=201, response_model=TopUpAnswer, responses=refusals(401, 409))
async def create(
    request: Request,
    world: PresentWorld,
    wanted: TopUpInput,
    idempotency_key: Annotated[
        str | None, Header(alias="Idempotency-Key", max_length=IDEMPOTENCY_KEY_LENGTH)
    ] = None,
) -> Response:
    """Starts a top-up; the same Idempotency-Key and body give the same answer for 24 hours."""
    body = await request.body()
    now = world.clock.now()
    with transaction(world.connection):
        if idempotency_key:
            known = find_answer(world.connection, idempotency_key, body, now)
            if known is not None:
                return Response(known.body, status_code=known.status, media_type=JSON_TYPE)
        made = answer(topup_answer(create_topup(world, _draft(wanted)), now), 201)
        if idempotency_key:
            stored = StoredAnswer(made.status_code, bytes(made.body))
            keep_answer(world.connection, idempotency_key, body, stored, now)
    return made


@router.post("/{topup_id}/txid", response_model=TopUpAnswer, responses=refusals(401, 409))
async def report(world: PresentWorld, topup_id: str, reported: ReportInput) -> Response:
    """Reports the payment as sent; without a txid it is matched by its exact amount."""
    return _shown(world, report_payment(world, topup_id, reported.txid).id)


@router.get("/{topup_id}", response_model=TopUpAnswer, responses=refusals(401))
async def read(world: PresentWorld, topup_id: str) -> Response:
    """Reads one top-up."""
    return _shown(world, topup_id)


@router.get("", response_model=TopUpListAnswer, responses=refusals(401))
async def read_all(
    world: PresentWorld,
    page: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 1,
    per_page: Annotated[int, Query(alias="perPage", ge=1, le=PER_PAGE_MAX)] = PER_PAGE_DEFAULT,
    status: TopUpStatus | None = None,
) -> Response:
    """Lists top-ups, newest first."""
    rows, total = list_topups(world, status, page, per_page)
    now = world.clock.now()
    pagination = Pagination(page=page, per_page=per_page, total=total, total_pages=-(-total // per_page))
    return answer(TopUpListAnswer(data=[topup_answer(row, now) for row in rows], pagination=pagination))


def _draft(wanted: TopUpInput) -> Draft:
    """Checks a new top-up in the order of spec 4.2: amount, coin, purchase."""
    amount_usd = Decimal(wanted.amount_usd)
    check_amount(amount_usd)
    check_entry(wanted.coin, wanted.network)
    purchase = None
    if wanted.purchase is not None:
        asked = wanted.purchase
        purchase = price_purchase(asked.plan_id, asked.quantity, asked.options, asked.promo_code)
    return Draft(amount_usd, wanted.coin, wanted.network, purchase)


def _shown(world: World, topup_id: str) -> Response:
    return answer(topup_answer(get_topup(world, topup_id), world.clock.now()))
