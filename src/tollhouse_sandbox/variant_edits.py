"""What the values of variants do to a response: each edit changes one in place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.utils import format_datetime
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.datastructures import MutableHeaders

Record = dict[str, Any]

ODD_PREFIX = 'ä/?#%&+ "<b>'
LONG_PREFIX = "x" * 180
"""With the sandbox's own ids, just under the 200 characters that are usable in a path."""

_TIMES = ("createdAt", "expiresAt", "txidDeadline", "txidSubmittedAt", "creditedAt")
_AMOUNTS = ("amountCrypto", "amountReceivedCrypto", "rate")
_ABSENT = ("txid", "txidSubmittedAt", "amountReceivedCrypto", "explorerUrl")
_LONG_URI = 2_000
_DECIMALS = 18
_RETRY_SECONDS = 1


@dataclass(slots=True)
class Response:
    """A response on its way out.

    Attributes:
        operation: The method, and the path of the interface, of what it answers.
        document: The JSON body; None where there is none.
        now: The sandbox's time.
    """

    operation: tuple[str, str]
    status: int
    headers: MutableHeaders
    document: Any
    now: datetime

    @property
    def is_list(self) -> bool:
        return isinstance(self.document, dict) and isinstance(self.document.get("data"), list)

    def objects(self) -> Iterator[Record]:
        """Yields each JSON object of the body, inner ones last."""
        level = [self.document]
        while level:
            yield from (value for value in level if isinstance(value, dict))
            level = list(chain.from_iterable(map(_values, level)))

    def records(self) -> list[Record]:
        """Returns the records of a success: those of a list, or the one."""
        if self.status >= 400 or not isinstance(self.document, dict):
            return []
        data = self.document["data"] if self.is_list else [self.document]
        return [record for record in data if isinstance(record, dict)]

    def topups(self) -> list[Record]:
        return self.records() if self.operation[1].startswith("/v1/topups") else []

    def error(self) -> Record | None:
        """Returns the error in the sandbox's own envelope."""
        if self.status < 400 or not isinstance(self.document, dict):
            return None
        error = self.document.get("error")
        return error if isinstance(error, dict) else None


Edit = Callable[[Response], None]


def _values(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


# Top-ups


def first_status(status: str) -> Edit:
    def edit(response: Response) -> None:
        if response.operation == ("POST", "/v1/topups"):
            for topup in response.topups():
                topup["status"] = status

    return edit


def omit_absent(response: Response) -> None:
    for topup in response.topups():
        for name in _ABSENT:
            if topup.get(name) is None:
                topup.pop(name, None)


def null_purchase(response: Response) -> None:
    for topup in response.topups():
        topup.setdefault("purchase", None)


def bare_uri(response: Response) -> None:
    for topup in response.topups():
        topup["paymentUri"] = topup["address"]


def empty_uri(response: Response) -> None:
    for topup in response.topups():
        topup["paymentUri"] = ""


def odd_uri(response: Response) -> None:
    for topup in response.topups():
        coin, address, amount = topup["coin"], topup["address"], topup["amountCrypto"]
        topup["paymentUri"] = f"x-pay:send?asset={coin}&to={address}&sum={amount}"


def long_uri(response: Response) -> None:
    for topup in response.topups():
        uri = str(topup["paymentUri"])
        topup["paymentUri"] = (uri + ("&" if "?" in uri else "?") + "message=").ljust(_LONG_URI, "x")


def trimmed_decimals(response: Response) -> None:
    _rewrite(response.topups(), _AMOUNTS, lambda text: f"{Decimal(text).normalize():f}")


def padded_decimals(response: Response) -> None:
    _rewrite(response.topups(), _AMOUNTS, lambda text: f"{Decimal(text):.{_DECIMALS}f}")


def rejection_text(response: Response) -> None:
    _reshape_rejections(response, lambda rejection: rejection["message"])


def rejection_code(response: Response) -> None:
    _reshape_rejections(response, lambda rejection: rejection["code"])


def rejection_list(response: Response) -> None:
    _reshape_rejections(response, lambda rejection: [rejection, {"code": "further", "message": ""}])


def rejection_nested(response: Response) -> None:
    _reshape_rejections(response, lambda rejection: {"reason": {"details": [rejection]}})


def rejection_empty(response: Response) -> None:
    _reshape_rejections(response, lambda _rejection: {})


def _reshape_rejections(response: Response, shape: Callable[[Record], object]) -> None:
    for topup in response.topups():
        if topup["rejection"] is not None:
            topup["rejection"] = shape(topup["rejection"])


def _rewrite(records: list[Record], names: tuple[str, ...], form: Callable[[str], str]) -> None:
    for record in records:
        for name in names:
            if isinstance(record.get(name), str):
                record[name] = form(record[name])


# Every record


def time_form(form: str) -> Edit:
    def edit(response: Response) -> None:
        _rewrite(response.records(), _TIMES, lambda text: _in_form(text, form))

    return edit


def _in_form(text: str, form: str) -> str:
    moment = datetime.fromisoformat(text)
    match form:
        case "seconds":
            return f"{moment:%Y-%m-%dT%H:%M:%S}Z"
        case "microseconds":
            return f"{moment:%Y-%m-%dT%H:%M:%S.%f}Z"
        case "nanoseconds":
            return f"{moment:%Y-%m-%dT%H:%M:%S.%f}000Z"
        case _:
            return f"{moment:%Y-%m-%dT%H:%M:%S.%f}+00:00"


def prefixed_ids(prefix: str) -> Edit:
    def edit(response: Response) -> None:
        if response.operation[1].startswith(("/v1/topups", "/v1/residential")):
            for record in response.records():
                if "id" in record:
                    record["id"] = prefix + record["id"]

    return edit


def new_words(response: Response) -> None:
    """Replaces words that may be others: only those of top-ups and their purchases are a closed list."""
    for record in response.records():
        if record.get("status") == "active":
            record["status"] = "paused_by_support"
        if isinstance(record.get("products"), list):
            record["products"] = [*record["products"], "datacenter"]
        if "region" in record:
            record["region"] = "Antarctica"
        if record.get("productId") == "mobile-gb":
            record["productId"] = "mobile-5g"


def more_fields(response: Response) -> None:
    for found in list(response.objects()):
        found["inFuture"] = {"since": "v1.9", "values": [None, 1.5, True, "…", {"deep": []}]}


# Lists


def reversed_lists(response: Response) -> None:
    if response.is_list and "pagination" not in response.document:
        response.document["data"].reverse()


def sorted_lists(response: Response) -> None:
    if response.is_list and "pagination" not in response.document:
        response.document["data"].sort(key=lambda record: str(record.get("id") or record))


def zero_totals(response: Response) -> None:
    if response.is_list and "pagination" in response.document:
        response.document["pagination"] |= {"total": 0, "totalPages": 0}


def page_totals(response: Response) -> None:
    if response.is_list and "pagination" in response.document:
        pagination = response.document["pagination"]
        pagination |= {"total": len(response.document["data"]), "totalPages": pagination["page"]}


def omit_pagination(response: Response) -> None:
    if response.is_list:
        response.document.pop("pagination", None)


def more_coins(response: Response) -> None:
    if response.operation != ("GET", "/v1/catalog/coins") or not response.is_list:
        return
    network = {"confirmationsRequired": 10, "estimatedMinutes": None, "memoRequired": False}
    monero = {**network, "id": "monero", "name": "Monero", "address": "4" + "A" * 94}
    ton = {**network, "id": "ton", "name": "TON", "memoRequired": True, "address": "EQ" + "A" * 46}
    response.document["data"] += [
        {"code": "XMR", "name": "Monero", "networks": [monero]},
        {"code": "TON", "name": "Toncoin", "networks": [ton]},
        {"code": "DOGE", "name": "Dogecoin", "networks": []},
    ]


# Errors


def error_as(known: str, status: int, code: str) -> Edit:
    """Answers the error of one code with another status and code."""

    def edit(response: Response) -> None:
        error = response.error()
        if error is not None and error.get("code") == known:
            response.status = status
            error["code"] = code

    return edit


def error_texts(response: Response) -> None:
    """One text for each field."""
    error = response.error()
    if error is not None and "fields" in error:
        error["fields"] = {name: problems[0]["message"] for name, problems in error["fields"].items()}


def error_list(response: Response) -> None:
    """A list of problems in the error, each with its field."""
    error = response.error()
    if error is not None and "fields" in error:
        error["details"] = _listed(error.pop("fields"), "field")


def errors_beside(response: Response) -> None:
    """The code as `type`, and the problems beside the error, each with the path of its field."""
    error = response.error()
    if error is not None:
        error["type"] = error.pop("code")
        if "fields" in error:
            response.document["errors"] = _listed(error.pop("fields"), "path")


def error_codes(response: Response) -> None:
    """The code beside the error, and the code alone of each field that has a problem."""
    error = response.error()
    if error is not None:
        response.document["code"] = error.pop("code")
        if "fields" in error:
            response.document["fields"] = {
                name: problems[0]["code"] for name, problems in error.pop("fields").items()
            }


def error_lone(response: Response) -> None:
    """The first problem alone, with its field beside code and message."""
    error = response.error()
    if error is not None and "fields" in error:
        error.update(_listed(error.pop("fields"), "field")[0])


def error_issues(response: Response) -> None:
    """A list of problems below the details of the error, each with the path of its field in parts."""
    error = response.error()
    if error is not None and "fields" in error:
        issues = _listed(error.pop("fields"), "path")
        error["details"] = {"issues": [{**one, "path": one["path"].split(".")} for one in issues]}


def error_message(response: Response) -> None:
    """Only what the interface promises: a message."""
    error = response.error()
    if error is not None:
        response.document = {"error": {"message": error["message"]}}


def _listed(fields: Record, name: str) -> list[Record]:
    return [{name: field, **problem} for field, problems in fields.items() for problem in problems]


# Headers


def retry_after(form: str) -> Edit:
    def edit(response: Response) -> None:
        if response.status == 429:
            soon = response.now + timedelta(seconds=_RETRY_SECONDS)
            forms = {"seconds": str(_RETRY_SECONDS), "date": format_datetime(soon, usegmt=True)}
            response.headers["retry-after"] = forms.get(form, "a little later")

    return edit


def no_date(response: Response) -> None:
    del response.headers["date"]


def date_form(form: str) -> Edit:
    def edit(response: Response) -> None:
        response.headers["date"] = response.now.astimezone(UTC).strftime(form)

    return edit


def date_off(*, days: int) -> Edit:
    def edit(response: Response) -> None:
        response.headers["date"] = format_datetime(response.now + timedelta(days=days), usegmt=True)

    return edit


def document_of(body: bytes) -> object:
    """Returns a JSON body; None for any other."""
    try:
        return json.loads(body)
    except ValueError:
        return None
