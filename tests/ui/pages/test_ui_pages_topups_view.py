"""A top-up in words: states, steps, clocks, outcomes, details."""

from datetime import datetime, timedelta

import pytest

from app.errors import NotFoundError, UnreachableError
from app.i18n.units import day_and_time
from app.models.coins import Network
from app.models.topups import TopUp, TopUpSnapshot
from app.present.statuses import network_name, present_badge
from app.present.topup_rows import present_row, summarize
from app.present.topups import PaymentSeenView, TopUpFacts, present_topup
from support.deposit_samples import CREATED, make_topup

SOON = CREATED + timedelta(minutes=2, seconds=12)
LATE = CREATED + timedelta(minutes=31)
CLOSED = CREATED + timedelta(hours=73)
TXID = "ab" * 32


@pytest.mark.parametrize(
    ("status", "badge"),
    [
        ("awaiting_payment", ("warning", "Awaiting payment", "clock")),
        ("verifying", ("info", "Verifying", "loader-circle")),
        ("credited", ("success", "Credited", "circle-check")),
        ("rejected", ("danger", "Rejected", "circle-x")),
        ("expired", ("neutral", "Expired", "clock")),
        ("on_hold", ("unknown", "on_hold", "circle-help")),
        ("", ("unknown", "", "circle-help")),
    ],
)
def test_a_state_is_icon_word_and_color(status: str, badge: tuple[str, str, str]) -> None:
    assert present_badge(status) == badge


def test_each_moment_is_its_own() -> None:
    now = CREATED + timedelta(days=2)
    expired = present_topup(make_topup(status="expired"), now)
    assert expired.subtitle == f"BTC on Bitcoin · created {day_and_time(CREATED, now)}"
    assert expired.outcome is not None
    ended, closes = (day_and_time(CREATED + timedelta(minutes=30, hours=hours), now) for hours in (0, 72))
    assert expired.outcome.title == f"The rate lock ended at {ended}"
    assert f"It is accepted until {closes} (" in expired.outcome.lines[0]
    rejected = present_topup(make_topup(status="rejected"), now)
    assert rejected.outcome is not None
    assert rejected.outcome.lines[-1].endswith(f"Report it below until {closes}.")
    clock = present_topup(make_topup(), CREATED).clock
    assert clock is not None
    assert clock.second_line.endswith(day_and_time(CREATED + timedelta(minutes=30, hours=72), CREATED))


def test_unknown_networks_go_by_their_id() -> None:
    assert network_name("tron") == "Tron"
    assert network_name("polygon") == "polygon"
    assert "polygon" in present_topup(make_topup(network="polygon"), SOON).subtitle


@pytest.mark.parametrize(
    ("status", "states", "waiting"),
    [
        ("awaiting_payment", ("done", "current", "future", "future"), "Waiting for the payment"),
        ("verifying", ("done", "done", "current", "future"), "Waiting for the network"),
        ("credited", ("done", "done", "done", "done"), "Credited"),
        ("rejected", ("done", "done", "failed", "future"), "The payment was not accepted"),
        ("expired", ("done", "current", "future", "future"), "No payment seen"),
        ("on_hold", ("done", "future", "future", "future"), "on_hold"),
    ],
)
def test_steps(status: str, states: tuple[str, ...], waiting: str) -> None:
    view = present_topup(make_topup(status=status, final=status == "credited"), SOON)
    assert tuple(step.state for step in view.steps) == states
    assert view.waiting_for == waiting


def test_the_clock_counts_the_rate_lock_down() -> None:
    clock = present_topup(make_topup(), SOON).clock
    assert clock is not None
    assert (clock.text, clock.trailing) == ("27:48", "left at this rate")
    assert (clock.seconds_left, clock.total_seconds) == (1668.0, 1800.0)
    assert "$100,000.00" in clock.second_line


def test_the_clock_never_shows_more_than_the_whole_lock() -> None:
    for behind in (timedelta(hours=1), timedelta(days=400)):
        clock = present_topup(make_topup(), CREATED - behind).clock
        assert clock is not None
        assert (clock.text, clock.seconds_left, clock.total_seconds) == ("30:00", 1800.0, 1800.0)
    longer = make_topup(expiresAt=CREATED + timedelta(minutes=45))
    clock = present_topup(longer, CREATED).clock
    assert clock is not None
    assert (clock.text, clock.seconds_left, clock.total_seconds) == ("45:00", 2700.0, 2700.0)
    clock = present_topup(make_topup(createdAt=CREATED + timedelta(hours=1)), CREATED).clock
    assert clock is not None
    assert clock.text == "30:00", "a creation after the end says nothing of the lock"


def test_at_zero_the_clock_says_checking_and_nothing_is_payable() -> None:
    for moment in (CREATED + timedelta(minutes=30), LATE):
        view = present_topup(make_topup(), moment)
        assert view.clock is not None
        assert (view.clock.text, view.clock.trailing) == ("00:00", "checking…")
        assert view.clock.seconds_left == 0
        assert not view.can_pay
        assert view.outcome is not None
        assert view.outcome.title == "The rate lock has ended"
        assert view.outcome.lines == (
            "Asking the service for the current state. Don't pay at this rate any more.",
            "Already sent it? Report the payment below.",
        )
        assert view.outcome.offers_new
        assert view.report is not None


@pytest.mark.parametrize("status", ["verifying", "credited", "rejected", "expired", "on_hold"])
def test_only_what_waits_for_a_payment_has_a_clock(status: str) -> None:
    view = present_topup(make_topup(status=status), SOON)
    assert view.clock is None
    assert not view.can_pay
    assert (view.confirming is not None) is (status == "verifying")


def test_expired_but_not_yet_closed() -> None:
    view = present_topup(make_topup(status="expired"), LATE)
    assert view.outcome is not None
    assert view.outcome.title.startswith("The rate lock ended at ")
    assert "Report the payment below" in view.outcome.lines[0]
    assert "(2 d 23 h left)" in view.outcome.lines[0]
    assert view.outcome.offers_new
    assert view.report is not None
    assert "0.00025001 BTC" in view.report.text


@pytest.mark.parametrize("moment", [LATE, CLOSED])
def test_expired_and_closed(moment: datetime) -> None:
    view = present_topup(make_topup(status="expired", final=True), moment)
    assert view.report is None
    assert view.outcome is not None
    assert view.outcome.lines == (
        "No payment was reported in time. Start a new top-up to get a fresh amount and rate.",
        "The time for reporting a payment is over. Ask the service about money that you sent.",
    )


REJECTIONS = [
    (None, ""),
    ("Too little.", "Too little."),
    ("", ""),
    ({"code": "underpaid", "message": "Too little."}, "Too little."),
    ({"code": "underpaid"}, '{"code": "underpaid"}'),
    ({"code": "underpaid", "message": ""}, '{"code": "underpaid", "message": ""}'),
    ({"message": {"en": "x"}}, '{"message": {"en": "x"}}'),
    ([], "[]"),
    (["a", 1, None], '["a", 1, null]'),
    (7, "7"),
    (0, "0"),
    (False, "false"),
    (1.5, "1.5"),
    (float("nan"), "nan"),
    ({"größe": "ß"}, '{"größe": "ß"}'),
]


@pytest.mark.parametrize(("rejection", "details"), REJECTIONS)
def test_a_rejection_of_any_shape_is_shown_as_the_services_words(rejection: object, details: str) -> None:
    topup = make_topup(status="rejected", rejection=rejection, amountReceivedCrypto="0.00020000", txid=TXID)
    outcome = present_topup(topup, SOON).outcome
    assert outcome is not None
    assert outcome.title == "The payment was not accepted"
    assert outcome.details == details
    assert outcome.lines[0] == (
        "You sent 0.00020000 BTC; 0.00025001 BTC were requested. Ask the service before you pay again."
    )
    assert outcome.asks_first
    assert outcome.offers_new
    assert "Report it below until" in outcome.lines[1]


def test_a_rejection_that_is_closed_says_whom_to_ask() -> None:
    view = present_topup(make_topup(status="rejected", final=True), CLOSED)
    assert view.outcome is not None
    assert view.outcome.lines == (
        "The time for reporting a payment is over. Ask the service about money that you sent.",
    )
    assert view.report is None


def test_credited() -> None:
    topup = make_topup(
        status="credited", final=True, creditedUsd="24.90", creditedAt=SOON, confirmations=2, txid=TXID
    )
    outcome = present_topup(topup, SOON).outcome
    assert outcome is not None
    assert (outcome.kind, outcome.title) == ("success", "$24.90 credited")
    assert outcome.offers_record
    assert "on your balance since" in outcome.lines[0]
    bare = present_topup(make_topup(status="credited", final=True), SOON).outcome
    assert bare is not None
    lines = ("The money is on your balance.", "The service does not say how much was credited.")
    assert (bare.title, bare.lines) == ("Credited", lines)


@pytest.mark.parametrize(
    ("status", "final"),
    [("on_hold", False), ("", False), ("on_hold", True), ("awaiting_payment", True), ("verifying", True)],
)
def test_what_nobody_knows_or_what_contradicts_itself_is_shown_plainly(status: str, final: bool) -> None:  # noqa: FBT001
    view = present_topup(make_topup(status=status, final=final), SOON)
    assert not view.can_pay
    assert view.report is None
    assert view.outcome is not None
    assert view.outcome.title == f"State: {status}"
    assert "Don't pay now" in " ".join(view.outcome.lines)
    assert not view.outcome.offers_new


def test_verifying_without_a_trace_looks_for_it() -> None:
    view = present_topup(make_topup(status="verifying", confirmationsRequired=2), SOON)
    assert view.confirming is not None
    assert view.confirming.title == "Looking for the payment on the network"
    found = make_topup(status="verifying", confirmations=1, confirmationsRequired=2)
    confirming = present_topup(found, SOON).confirming
    assert confirming is not None
    assert confirming.title == "1 of 2 confirmations"
    assert view.seen is None
    assert view.outcome is None
    assert view.report is None


@pytest.mark.parametrize(
    ("seen", "required", "title", "value", "maximum"),
    [
        (1, 2, "1 of 2 confirmations", 1, 2),
        (5, 2, "5 of 2 confirmations", 2, 2),
        (0, 0, "0 confirmations", 0, 1),
        (1, 0, "1 confirmation", 0, 1),
        (2**63 - 1, 2**63 - 1, f"{2**63 - 1} of {2**63 - 1} confirmations", 2**63 - 1, 2**63 - 1),
    ],
)
def test_confirmations(seen: int, required: int, title: str, value: int, maximum: int) -> None:
    topup = make_topup(status="verifying", confirmations=seen, confirmationsRequired=required, txid=TXID)
    confirming = present_topup(topup, SOON).confirming
    assert confirming is not None
    assert (confirming.title, confirming.value, confirming.maximum) == (title, value, maximum)


@pytest.mark.parametrize(
    "amount", ["0.00000001", "0.50000000", "1.000000", "123456789012.000000000000000001"]
)
def test_crypto_amounts_are_never_touched(amount: str) -> None:
    for status in ("verifying", "rejected", "credited", "expired"):
        topup = make_topup(status=status, amountCrypto=amount, amountReceivedCrypto=amount)
        view = present_topup(topup, SOON)
        assert view.seen is not None
        assert view.seen.received == amount
        assert dict(view.details)["Amount requested"] == f"{amount} BTC"


@pytest.mark.parametrize("status", ["awaiting_payment", "created", "verifying"])
def test_while_it_can_or_may_yet_be_paid_the_payment_stands_nowhere_but_behind_the_gate(status: str) -> None:
    """As right after it was created: the interface leaves its first status open (spec 3.1)."""
    topup = make_topup(status=status)
    shown = repr(present_topup(topup, SOON))
    assert topup.address not in shown
    assert topup.amount_crypto not in shown


def test_what_is_known_of_the_payment_is_shown() -> None:
    url = "https://explorer.example/tx/1"
    topup = make_topup(status="verifying", txid=TXID, explorerUrl=url)
    view = present_topup(topup, SOON)
    assert view.seen == PaymentSeenView(TXID, "", "BTC", url)
    details = dict(view.details)
    assert details["Deposit address"] == topup.address
    assert details["Transaction ID"] == TXID
    assert details["Rate"] == "1 BTC = $100,000.00"
    received = make_topup(status="verifying", amountReceivedCrypto="0.1")
    assert present_topup(received, SOON).seen == PaymentSeenView("", "0.1", "BTC", "")
    assert "Transaction ID" not in dict(present_topup(received, SOON).details)


def test_what_the_service_accepts_no_report_for_is_not_to_be_paid() -> None:
    view = present_topup(make_topup(), SOON, TopUpFacts(inconsistency="closed"))
    assert (view.can_pay, view.report) == (False, None)
    assert view.badge.text == "Awaiting payment", "its status is not in doubt"
    assert view.outcome is not None
    assert view.outcome.title == "Do not pay this top-up"
    assert view.outcome.offers_new


@pytest.mark.parametrize(
    ("status", "facts", "kind", "icon"),
    [
        ("credited", TopUpFacts(), "success", "circle-check"),
        ("rejected", TopUpFacts(), "danger", "circle-x"),
        ("expired", TopUpFacts(), "neutral", "hourglass"),
        ("awaiting_payment", TopUpFacts(), "neutral", "hourglass"),
        ("verifying", TopUpFacts(not_confirmed=NotFoundError(404)), "warning", "triangle-alert"),
        ("verifying", TopUpFacts(cached_at=SOON), "neutral", "wifi-off"),
        ("verifying", TopUpFacts(inconsistency="illegal_move"), "unknown", "circle-help"),
        ("expired", TopUpFacts(inconsistency="closed"), "danger", "circle-x"),
    ],
)
def test_an_outcome_has_icon_and_color(status: str, facts: TopUpFacts, kind: str, icon: str) -> None:
    topup = make_topup(status=status, final=status == "credited")
    outcome = present_topup(topup, LATE, facts).outcome
    assert outcome is not None
    assert (outcome.kind, outcome.icon) == (kind, icon)


def test_each_contradiction_has_words_of_its_own() -> None:
    codes = ("unknown_status", "illegal_move", "final_while_open", "credited_not_final", "unheard of")
    views = [present_topup(make_topup(), SOON, TopUpFacts(inconsistency=code)) for code in codes]
    assert not any(view.can_pay for view in views)
    texts = {view.outcome.lines[0] for view in views if view.outcome is not None}
    assert len(texts) == len(codes)
    assert all(text.startswith("The service reports ") for text in texts)


@pytest.mark.parametrize(
    ("status", "inconsistency"),
    [
        ("credited", "credited_not_final"),
        ("awaiting_payment", "final_while_open"),
        ("awaiting_payment", "illegal_move"),
        ("verifying", "illegal_move"),
    ],
)
def test_an_unreliable_status_is_nowhere_shown_as_reached(status: str, inconsistency: str) -> None:
    is_final = inconsistency == "final_while_open"
    topup = make_topup(status=status, final=is_final, creditedUsd="25.00", creditedAt=SOON)
    view = present_topup(topup, SOON, TopUpFacts(inconsistency=inconsistency))
    assert (view.badge.kind, view.badge.text, view.waiting_for) == (
        "unknown",
        "Not confirmed",
        "Not confirmed",
    )
    assert [step.state for step in view.steps] == ["done", "future", "future", "future"]
    assert not any("Credited" in text for _time, text in view.timeline)
    assert view.confirming is None
    assert view.outcome is not None
    assert view.outcome.title == f"State: {status}"


def test_a_credit_is_in_the_timeline_only_once_it_is_the_status() -> None:
    topup = make_topup(status="verifying", creditedUsd="25.00", creditedAt=SOON)
    assert not any("Credited" in text for _time, text in present_topup(topup, SOON).timeline)


@pytest.mark.parametrize(
    ("after", "left"),
    [
        (0, "about 10 min left"),
        (2, "about 8 min left"),
        (9.5, "less than a minute left"),
    ],
)
def test_the_rest_is_estimated_to_the_minute(after: float, left: str) -> None:
    topup = make_topup(status="verifying", confirmations=1, confirmationsRequired=2)
    network = Network(
        id="bitcoin", name="Bitcoin", confirmations_required=2, estimated_minutes=20, address="a"
    )
    facts = TopUpFacts((TopUpSnapshot(SOON, "verifying", 1, 2, "", "BTC"),), network=network)
    now = SOON + timedelta(minutes=after)
    confirming = present_topup(topup, now, facts).confirming
    assert confirming is not None
    assert confirming.left == left
    for unsure in (facts._replace(network=None), facts._replace(cached_at=SOON)):
        assert present_topup(topup, now, unsure).confirming == confirming._replace(left="")
    assert present_topup(topup, now, facts._replace(not_confirmed=NotFoundError(404))).confirming is None


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(20, "usually about 20 min"), (90, "usually about 1 h 30 min"), (None, ""), (0, "")],
)
def test_before_the_first_confirmation_it_says_how_long_the_network_usually_takes(
    minutes: int | None, words: str
) -> None:
    network = Network(id="bitcoin", name="Bitcoin", estimated_minutes=minutes, address="a")
    facts = TopUpFacts((TopUpSnapshot(SOON, "verifying", 0, 2, "", "BTC"),), network=network)
    topup = make_topup(status="verifying", confirmationsRequired=2)
    confirming = present_topup(topup, SOON, facts).confirming
    assert confirming is not None
    assert confirming.left == words
    for unsure in (facts._replace(network=None), facts._replace(cached_at=SOON)):
        assert present_topup(topup, SOON, unsure).confirming == confirming._replace(left="")


def test_what_was_received_is_written_as_the_service_wrote_it() -> None:
    topup = make_topup(status="verifying", amountCrypto="0.50000000", amountReceivedCrypto="0.5")
    seen = present_topup(topup, SOON).seen
    assert seen is not None
    assert seen.received == "0.5"


@pytest.mark.parametrize(
    ("network", "part"),
    [
        ("bitcoin", "64 hex"),
        ("litecoin", "64 hex"),
        ("tron", "64 hex"),
        ("ethereum", "0x and 64 hex"),
        ("solana", "base58"),
        ("polygon", "optional"),
    ],
)
def test_the_form_says_what_an_id_looks_like(network: str, part: str) -> None:
    report = present_topup(make_topup(network=network), SOON).report
    assert report is not None
    assert part in report.placeholder
    assert report.title == "Sent it?"


def test_the_most_extreme_values_can_be_shown() -> None:
    ever = "9999-12-31T23:59:59Z"
    most = "999999999999.999999999999999999"
    for status in ("awaiting_payment", "verifying", "credited", "rejected", "expired", "x"):
        topup = make_topup(
            status=status,
            amountUsd=most,
            amountCrypto=most,
            rate=most,
            creditedUsd=most,
            amountReceivedCrypto="0",
            createdAt="1970-01-01T00:00:00Z",
            expiresAt=ever,
            txidDeadline=ever,
            creditedAt=ever,
            txidSubmittedAt=ever,
        )
        view = present_topup(topup, SOON)
        assert "$999,999,999,999.999999999999999999" in view.title
        assert present_row(summarize(topup), SOON).when == "1 Jan 1970"


def test_views_of_null_and_left_out_are_the_same() -> None:
    bare = make_topup()
    nulls = dict.fromkeys(
        ("txid", "txidSubmittedAt", "amountReceivedCrypto", "explorerUrl", "purchase", "creditedUsd"), None
    )
    assert present_topup(make_topup(**nulls), SOON) == present_topup(bare, SOON)
    assert isinstance(bare, TopUp)


def test_what_is_not_confirmed_says_why_and_can_still_be_reported() -> None:
    denied = NotFoundError(404, detail="no such top-up")
    view = present_topup(make_topup(), SOON, TopUpFacts(not_confirmed=denied))
    assert (view.can_pay, view.badge.text, view.waiting_for) == (False, "Not confirmed", "Not confirmed")
    assert view.outcome is not None
    assert view.outcome.title == "The service does not confirm this top-up"
    assert view.outcome.lines[0] == "The service no longer knows this item."
    assert view.outcome.details == "no such top-up"
    assert view.outcome.offers_check
    assert view.report is not None
    assert not any(make_topup().address in value for _name, value in view.details)
    silent = present_topup(
        make_topup(), SOON, TopUpFacts(not_confirmed=UnreachableError("[Errno 111]"))
    ).outcome
    assert silent is not None
    assert silent.details == ""
