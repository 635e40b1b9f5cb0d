"""Top-up routes (spec 2.1, 2.2, 4.2 to 4.5)."""

import json
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from fastapi import Header, Query, Request, Response
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from tollhouse_sandbox.account.idempotency import find_response, save_response
from tollhouse_sandbox.account.orders import price_purchase
from tollhouse_sandbox.account.topups import (
    Draft,
    check_request,
    create_topup,
    get_topup,
    is_final,
    list_topups,
    report_payment,
)
from tollhouse_sandbox.errors import JSON_TYPE, invalid, refusals
from tollhouse_sandbox.routes.common import (
    Amount,
    Input,
    ListResponse,
    PresentWorld,
    ResponseBody,
    Timestamp,
    depth,
    private_router,
)
from tollhouse_sandbox.rules.coins import explorer_url
from tollhouse_sandbox.rules.limits import (
    AMOUNT_USD_PATTERN,
    IDEMPOTENCY_KEY_LENGTH,
    OPTIONS_DEPTH,
    OPTIONS_LENGTH,
    PAGE_MAX,
    PER_PAGE_DEFAULT,
    PER_PAGE_MAX,
    QUANTITY_MAX,
    TXID_LENGTH,
)
from tollhouse_sandbox.store.database import transaction
from tollhouse_sandbox.store.records import Purchase, TopUp, values_of

router = private_router("/v1/topups", "top-ups")

TopUpStatus = Literal["awaiting_payment", "verifying", "credited", "rejected", "expired"]


class PurchaseInput(Input):
    plan_id: str = Field(min_length=1, max_length=64)
    quantity: int = Field(default=1, ge=1, le=QUANTITY_MAX)
    options: dict[str, Any] = Field(default_factory=dict)
    promo_code: str | None = Field(default=None, max_length=64)


class TopUpInput(Input):
    amount_usd: str = Field(pattern=AMOUNT_USD_PATTERN, description="USD, 25.00 to 10000.00")
    coin: str
    network: str
    purchase: PurchaseInput | None = None


class ReportInput(Input):
    """A payment that was sent; without a txid it is found by its exact amount."""

    txid: str = Field(default="", max_length=TXID_LENGTH)


class PurchaseResponse(ResponseBody):
    plan_id: str
    plan_name: str
    quantity: int
    options: dict[str, Any]
    promo_code: str | None
    total: Amount
    status: Literal["pending", "completed", "failed"]
    order_id: str | None
    failure_reason: str | None


class RejectionResponse(ResponseBody):
    code: str
    message: str


class TopUpResponse(ResponseBody):
    """A top-up (spec 2.1); `purchase` is left out when there is none."""

    id: str
    status: TopUpStatus
    final: bool
    amount_usd: Amount
    coin: str
    network: str
    address: str
    amount_crypto: Amount
    rate: Amount
    payment_uri: str
    expires_at: Timestamp
    txid_deadline: Timestamp
    confirmations_required: int
    confirmations: int
    txid: str | None
    txid_submitted_at: Timestamp | None
    amount_received_crypto: Amount | None
    explorer_url: str | None
    credited_usd: Amount | None
    credited_at: Timestamp | None
    rejection: RejectionResponse | None
    created_at: Timestamp
    purchase: PurchaseResponse | SkipJsonSchema[None] = Field(
        default=None, exclude_if=lambda purchase: purchase is None
    )


class Pagination(ResponseBody):
    page: int
    per_page: int
    total: int
    total_pages: int


class TopUpListResponse(ListResponse[TopUpResponse]):
    pagination: Pagination


@router.post("", status_code=201, response_model=TopUpResponse, responses=refusals(409))
async def create(
    request: Request,
    world: PresentWorld,
    wanted: TopUpInput,
    idempotency_key: Annotated[
        str | None, Header(alias="Idempotency-Key", max_length=IDEMPOTENCY_KEY_LENGTH)
    ] = None,
) -> Response:
    """Starts a top-up; the same Idempotency-Key and body give the same response for 24 hours."""
    body = await request.body()
    now = world.clock.now()
    with transaction(world.connection):
        if idempotency_key:
            known = find_response(world.connection, idempotency_key, body, now)
            if known is not None:
                return known
        made = topup_response(create_topup(world, _draft(wanted)), now)
        response = Response(made.model_dump_json(by_alias=True), 201, media_type=JSON_TYPE)
        if idempotency_key:
            save_response(world.connection, idempotency_key, body, response, now)
    return response


@router.post("/{topup_id}/txid", responses=refusals(409))
async def report(world: PresentWorld, topup_id: str, reported: ReportInput) -> TopUpResponse:
    """Reports the payment as sent; without a txid it is matched by its exact amount."""
    return topup_response(report_payment(world, topup_id, reported.txid), world.clock.now())


@router.get("/{topup_id}")
async def read(world: PresentWorld, topup_id: str) -> TopUpResponse:
    """Reads one top-up."""
    return topup_response(get_topup(world, topup_id), world.clock.now())


@router.get("")
async def read_all(
    world: PresentWorld,
    page: Annotated[int, Query(ge=1, le=PAGE_MAX)] = 1,
    per_page: Annotated[int, Query(alias="perPage", ge=1, le=PER_PAGE_MAX)] = PER_PAGE_DEFAULT,
    status: TopUpStatus | None = None,
) -> TopUpListResponse:
    """Lists top-ups, newest first."""
    rows, total = list_topups(world, status, page, per_page)
    now = world.clock.now()
    pagination = Pagination(page=page, per_page=per_page, total=total, total_pages=-(-total // per_page))
    return TopUpListResponse(data=[topup_response(row, now) for row in rows], pagination=pagination)


def topup_response(topup: TopUp, now: datetime) -> TopUpResponse:
    code, message = topup.rejection_code, topup.rejection_message
    return TopUpResponse.model_validate(
        {
            **values_of(topup),
            "purchase": values_of(topup.purchase) if topup.purchase else None,
            "final": is_final(topup, now),
            "explorer_url": explorer_url(topup.network, topup.txid) if topup.txid else None,
            "rejection": {"code": code, "message": message or ""} if code else None,
        }
    )


def _draft(wanted: TopUpInput) -> Draft:
    """Checks a new top-up in the order of spec 4.2: amount, coin, purchase."""
    amount_usd = Decimal(wanted.amount_usd)
    coin, network = check_request(amount_usd, wanted.coin, wanted.network)
    return Draft(amount_usd, coin, network, _priced(wanted.purchase) if wanted.purchase else None)


def _priced(wanted: PurchaseInput) -> Purchase:
    if depth(wanted.options) > OPTIONS_DEPTH:
        raise invalid("purchase.options", "invalid", f"Options nest at most {OPTIONS_DEPTH} levels deep.")
    if len(json.dumps(wanted.options)) > OPTIONS_LENGTH:
        raise invalid("purchase.options", "too_long", f"Options take at most {OPTIONS_LENGTH} characters.")
    return price_purchase(wanted.plan_id, wanted.quantity, wanted.options, wanted.promo_code)
