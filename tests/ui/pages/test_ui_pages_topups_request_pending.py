"""Pending requests, notifications, refusals and verdicts: their words."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.errors import BusyError, FieldError, InvalidInputError, ValidationError
from app.i18n.units import clock_time
from app.models.money import DecimalText
from app.models.topup_requests import PendingState, PendingTopUp, PurchaseDraft, TopUpDraft
from app.present.deposits import present_blocked, present_deposit
from app.present.errors import present_error, present_set_aside
from app.present.field_errors import field_error_text
from app.present.notifications import present_notification
from app.present.payments import topup_field_errors
from app.present.pending_topups import present_pending
from app.present.topups import TopUpFacts, present_topup
from app.rules.topups.deposit_check import Verdict
from app.rules.topups.entries import check_purchase
from app.rules.topups.notifications import TopUpEvent, notification_of
from support.deposit_samples import CREATED, link_for, make_topup, sample_of

NOW = datetime(2026, 11, 18, 14, 30, tzinfo=UTC)
DRAFT = TopUpDraft(amount_usd=DecimalText("50.00"), coin="BTC", network="bitcoin")
PENDING = PendingTopUp("key", DRAFT, NOW, PendingState.UNCERTAIN)


@pytest.mark.parametrize(
    ("state", "words", "asks"),
    [
        (PendingState.CHECKING, "being asked right now", False),
        (PendingState.WAITING, "never creates a second top-up", False),
        (PendingState.UNCERTAIN, "It may or may not have been created", True),
        (PendingState.AMBIGUOUS, "2 top-ups that could be this one", True),
    ],
)
def test_a_pending_request_says_what_is_known_and_what_can_be_done(
    state: PendingState, words: str, *, asks: bool
) -> None:
    view = present_pending(PENDING._replace(state=state, candidates=2), NOW)
    assert view.title == "$50.00 in BTC on Bitcoin"
    assert words in view.text
    assert view.needs_decision is asks
    assert PENDING._replace(state=state).can_forget is (state is not PendingState.CHECKING)


WAITS = PENDING._replace(state=PendingState.WAITING, waits_until=NOW + timedelta(minutes=20))


@pytest.mark.parametrize(
    ("pending", "badge", "warning"),
    [
        (PENDING, ("warning", "Not certain", "circle-help"), ""),
        (
            PENDING._replace(state=PendingState.DAMAGED),
            ("danger", "Damaged", "triangle-alert"),
            "The app can't know any more which top-up this was.",
        ),
        (
            PENDING._replace(state=PendingState.WAITING),
            ("info", "Checking…", "loader-circle"),
            "The app stops checking $50.00 in BTC on Bitcoin.",
        ),
        (WAITS, ("info", "Waiting", "hourglass"), "The app stops checking $50.00 in BTC on Bitcoin."),
    ],
)
def test_a_pending_request_has_a_badge_and_asks_before_it_is_forgotten(
    pending: PendingTopUp, badge: tuple[str, str, str], warning: str
) -> None:
    view = present_pending(pending, NOW)
    assert view.badge == badge
    assert view.warning.startswith(warning)
    assert bool(view.warning) is bool(warning)


def test_a_pending_request_says_when_it_was_made_and_when_it_is_sent_again() -> None:
    later = NOW + timedelta(minutes=10)
    asked, again = clock_time(NOW), clock_time(NOW + timedelta(minutes=20))
    for state in (state for state in PendingState if state is not PendingState.DAMAGED):
        text = present_pending(PENDING._replace(state=state), later).text
        assert f"requested at {asked}" in text.lower()
    waits = present_pending(WAITS, later).text
    assert waits.startswith(
        f"Asked for at {asked}. The service asks to wait; the app tries again at {again},"
    )
    over = present_pending(WAITS, NOW + timedelta(minutes=20))
    assert over.badge.text == "Checking…"
    assert "tries again by itself" in over.text


def test_a_damaged_request_names_no_top_up_and_no_time() -> None:
    view = present_pending(PENDING._replace(state=PendingState.DAMAGED, draft=None), NOW)
    assert view.title == "A top-up that this app can no longer read"
    assert "is damaged, so it is never sent" in view.text
    assert clock_time(NOW) not in view.text


def test_a_moved_outbox_and_a_request_that_is_being_sent_have_their_words() -> None:
    assert "outbox.corrupt-1.sqlite" in present_set_aside(outbox=Path("outbox.corrupt-1.sqlite"))
    assert "being sent" in present_error(BusyError("busy")).text


@pytest.mark.parametrize("kind", ["credited", "rejected", "purchase_failed", "about_to_expire"])
def test_a_notification_on_the_desktop_shows_no_amount(kind: TopUpEvent) -> None:
    purchase = {"planId": "residential-5gb", "status": "failed"}
    topup = make_topup(purchase=purchase, creditedUsd="25.00")
    view = present_notification(notification_of(kind, topup, NOW))
    assert "25" not in view.title + view.public_text.replace("14:", "")
    assert "$25.00" in view.text or "residential-5gb" in view.text


def test_with_a_purchase_too_small_means_that_it_does_not_cover_the_price() -> None:
    error = ValidationError(422, fields=(FieldError("amountUsd", "too_small", "foreign"),))
    bought = DRAFT.model_copy(update={"purchase": PurchaseDraft(plan_id="p")})
    ((field, text),) = topup_field_errors(error, bought)
    assert (field, text) == ("amountUsd", "The amount does not cover the price minus your balance.")


def test_a_smallest_amount_of_the_services_own_is_not_taken_for_the_documented_one() -> None:
    error = ValidationError(422, fields=(FieldError("amountUsd", "too_small", "At least 60.00."),))
    assert topup_field_errors(error, DRAFT) == (("amountUsd", "The service does not accept this amount."),)


@pytest.mark.parametrize("field", ["planId", "quantity", "promoCode", "options", "options.country"])
def test_each_field_of_a_purchase_has_its_words(field: str) -> None:
    general = field_error_text("anything", "odd")
    assert field_error_text(f"purchase.{field}", "odd") != general


def test_a_purchase_is_made_of_what_was_typed() -> None:
    draft = check_purchase(" residential-5gb ", "", " ", [("country", "DE"), ("", "")])
    assert draft == PurchaseDraft(plan_id="residential-5gb", options={"country": "DE"})
    assert check_purchase("p", "12", "SAVE").quantity == 12


@pytest.mark.parametrize(
    ("typed", "field", "code"),
    [
        (("", "1", "", []), "purchase.planId", "required"),
        (("p" * 129, "1", "", []), "purchase.planId", "too_long"),
        (("p", "0", "", []), "purchase.quantity", "invalid"),
        (("p", "1.5", "", []), "purchase.quantity", "invalid"),
        (("p", "\u0663", "", []), "purchase.quantity", "invalid"),
        (("p", "1", "x" * 129, []), "purchase.promoCode", "too_long"),
        (("p", "1", "", [("", "DE")]), "purchase.options", "key_missing"),
        (("p", "1", "", [("a", "1"), ("a ", "2")]), "purchase.options", "key_twice"),
    ],
)
def test_what_cannot_be_bought_is_named(
    typed: tuple[str, str, str, list[tuple[str, str]]], field: str, code: str
) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_purchase(*typed)
    assert (caught.value.field, caught.value.code) == (field, code)


@pytest.mark.parametrize(
    ("status", "reason", "words"),
    [
        ("pending", None, "as soon as the top-up is credited"),
        ("completed", None, "Order ord_1"),
        ("failed", "Sold out.", "Sold out. The money stays on your balance."),
        ("failed", None, "The money stays on your balance."),
    ],
)
def test_a_purchase_is_distinguished_from_its_payment(status: str, reason: str | None, words: str) -> None:
    purchase = {"planId": "p", "status": status, "orderId": "ord_1", "failureReason": reason}
    view = present_topup(make_topup(purchase=purchase), CREATED)
    assert view.purchase is not None
    assert words in view.purchase.text
    assert view.badge.text == "Awaiting payment"


@pytest.mark.parametrize("inconsistency", ["illegal_move", "unknown_status", "final_while_open"])
def test_what_is_odd_is_not_payable_and_says_so(inconsistency: str) -> None:
    assert present_topup(make_topup(), CREATED).can_pay
    moment = CREATED + timedelta(minutes=1)
    view = present_topup(make_topup(), moment, TopUpFacts(inconsistency=inconsistency))
    assert not view.can_pay
    assert view.report is None
    assert view.outcome is not None
    assert view.outcome.title == "State: awaiting_payment"
    assert any("Don't pay" in line for line in view.outcome.lines)


def test_every_verdict_has_its_words() -> None:
    match = sample_of("bitcoin", "BTC").check()
    assert present_deposit(match).note_is_good
    assert "misread" not in present_deposit(match, "address").note
    token = sample_of("ethereum", "USDT").check()
    assert "misread" in present_deposit(token).note
    partial = sample_of("tron", "USDT").check()
    assert "Set by hand in the wallet: the coin" in present_deposit(partial, "link").note
    unknown = sample_of("bitcoin", "BTC").check(payment_uri="lightning:lnbc1")
    assert unknown.verdict is Verdict.CANNOT_TELL
    assert "could not be checked" in present_deposit(unknown).note
    assert present_deposit(unknown).details
    topup = sample_of("bitcoin", "BTC").topup
    other = link_for("bitcoin", "BTC", topup.address, "9.00000001")
    wrong = sample_of("bitcoin", "BTC").check(payment_uri=other)
    view = present_blocked(wrong)
    assert view.title == "Do not pay this top-up"
    assert view.problems[0].text == "The payment link pays another amount"
