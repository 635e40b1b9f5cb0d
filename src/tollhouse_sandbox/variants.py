"""What the interface leaves open, and the ways in which the sandbox can answer it.

The first value of each variant is what the sandbox does by itself. Most values change a response and are one
function of `variant_edits`; what others need is in `account.topups` (`order`), `account.settlement` (`late`,
`overpayment`) and `web.variant_layer` (`small-pages`, `ids`, `busy`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tollhouse_sandbox import variant_edits as edits
from tollhouse_sandbox.variant_edits import Edit


@dataclass(frozen=True, slots=True)
class Variant:
    """One open point, and its values: the name of each, and how it changes a response."""

    about: str
    values: Mapping[str, Edit | None]

    @property
    def default(self) -> str:
        return next(iter(self.values))


class UnknownVariantError(ValueError):
    """There is no such variant, or it has no such value."""


VARIANTS: Mapping[str, Variant] = {
    "first-status": Variant(
        "status of a top-up in the answer that created it",
        {
            "awaiting_payment": None,
            "verifying": edits.first_status("verifying"),
            "created": edits.first_status("created"),
        },
    ),
    "absent": Variant(
        "txid, txidSubmittedAt, amountReceivedCrypto and explorerUrl until they are known",
        {"null": None, "omitted": edits.omit_absent},
    ),
    "absent-purchase": Variant(
        "purchase of a top-up without one", {"omitted": None, "null": edits.null_purchase}
    ),
    "errors": Variant(
        "the envelope of errors",
        {
            "fields": None,
            "texts": edits.error_texts,
            "list": edits.error_list,
            "beside": edits.errors_beside,
            "codes": edits.error_codes,
            "lone": edits.error_lone,
            "issues": edits.error_issues,
            "message": edits.error_message,
        },
    ),
    "rejection": Variant(
        "the shape of rejection",
        {
            "object": None,
            "text": edits.rejection_text,
            "code": edits.rejection_code,
            "list": edits.rejection_list,
            "nested": edits.rejection_nested,
            "empty": edits.rejection_empty,
        },
    ),
    "timestamps": Variant(
        "the form of timestamps, all ISO 8601 in UTC",
        {
            "milliseconds": None,
            "seconds": edits.time_form("seconds"),
            "microseconds": edits.time_form("microseconds"),
            "nanoseconds": edits.time_form("nanoseconds"),
            "offset": edits.time_form("offset"),
        },
    ),
    "decimals": Variant(
        "zeros at the end of rates and crypto amounts",
        {"exact": None, "trimmed": edits.trimmed_decimals, "padded": edits.padded_decimals},
    ),
    "order": Variant(
        "the order of lists",
        {"default": None, "reversed": edits.reversed_lists, "by-id": edits.sorted_lists},
    ),
    "totals": Variant(
        "the pagination of top-ups; small-pages: at most 10 on each",
        {
            "exact": None,
            "zero": edits.zero_totals,
            "page": edits.page_totals,
            "omitted": edits.omit_pagination,
            "small-pages": None,
        },
    ),
    "uri": Variant(
        "the payment URI",
        {
            "standard": None,
            "bare": edits.bare_uri,
            "empty": edits.empty_uri,
            "odd": edits.odd_uri,
            "long": edits.long_uri,
        },
    ),
    "late": Variant(
        "a payment sent after expiresAt; reprice: at the rate of that moment",
        {"credit": None, "reject": None, "reprice": None},
    ),
    "overpayment": Variant(
        "more received than asked for: credited amountUsd, or what was received",
        {"reject": None, "credit-asked": None, "credit-received": None},
    ),
    "limit-code": Variant(
        "the answer to one sub-user too many",
        {
            "sub_user_limit": None,
            "limit_reached": edits.error_as("sub_user_limit", 422, "limit_reached"),
            "forbidden": edits.error_as("sub_user_limit", 403, "quota_exceeded"),
        },
    ),
    "key-conflict": Variant(
        "the answer to an Idempotency-Key that was used with another body",
        {
            "idempotency_conflict": None,
            "unprocessable": edits.error_as("idempotency_conflict", 422, "idempotency_key_reused"),
            "bad_request": edits.error_as("idempotency_conflict", 400, "idempotency_error"),
        },
    ),
    "words": Variant(
        "words that the interface does not name, in subscriptions and countries",
        {"known": None, "new": edits.new_words},
    ),
    "fields": Variant(
        "fields that the interface does not name, in every object", {"known": None, "more": edits.more_fields}
    ),
    "coins": Variant(
        "coins and networks of the catalog; those added can't be had", {"six": None, "more": edits.more_coins}
    ),
    "ids": Variant(
        "ids of top-ups, subscriptions and sub-users",
        {
            "short": None,
            "any": edits.prefixed_ids(edits.ODD_PREFIX),
            "long": edits.prefixed_ids(edits.LONG_PREFIX),
        },
    ),
    "busy": Variant(
        "every third GET is answered 429, with Retry-After in this form",
        {
            "never": None,
            "seconds": edits.retry_after("seconds"),
            "date": edits.retry_after("date"),
            "unsaid": None,
            "junk": edits.retry_after("junk"),
        },
    ),
    "date": Variant(
        "the Date header; ahead, behind: by two days",
        {
            "exact": None,
            "absent": edits.no_date,
            "rfc850": edits.date_form("%A, %d-%b-%y %H:%M:%S GMT"),
            "asctime": edits.date_form("%a %b %d %H:%M:%S %Y"),
            "ahead": edits.date_off(days=2),
            "behind": edits.date_off(days=-2),
            "junk": edits.date_form("soon"),
        },
    ),
}


class Variants:
    """The values that a sandbox answers with."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self._chosen: dict[str, str] = {}
        self.choose(chosen)

    def choose(self, chosen: Mapping[str, str]) -> None:
        """Sets these values, and all others to their defaults.

        Raises:
            UnknownVariantError: One is not in the table.
        """
        for name, value in chosen.items():
            check_variant(name, value)
        self._chosen = {name: value for name, value in chosen.items() if value != VARIANTS[name].default}

    def value(self, name: str) -> str:
        return self._chosen.get(name, VARIANTS[name].default)

    def __bool__(self) -> bool:
        """Whether any value is not its default."""
        return bool(self._chosen)

    def edits(self) -> Iterator[Edit]:
        """Yields what to do to a response, in the order of the table."""
        for name, variant in VARIANTS.items():
            edit = variant.values[self.value(name)]
            if edit is not None:
                yield edit


def check_variant(name: str, value: str) -> None:
    """Refuses what is not in the table.

    Raises:
        UnknownVariantError: It names what there is.
    """
    if name not in VARIANTS:
        raise UnknownVariantError(f"there is no variant {name!r}; --variants lists them")
    if value not in VARIANTS[name].values:
        raise UnknownVariantError(f"{name} is one of {', '.join(VARIANTS[name].values)}")
