"""Payment records in words: amounts as received, UTC first, and nothing that reads like an invoice."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from app.i18n.units import usd, utc_moment
from support.deposit_samples import make_topup
from ui.pages.topups.record_view import present_month, present_record, record_texts

if TYPE_CHECKING:
    from app.models.topups import TopUp
    from ui.pages.topups.record_view import PaymentRecord

NOW = datetime(2026, 11, 22, 9, 20, tzinfo=UTC)
PURCHASE = {
    "planId": "residential-50gb",
    "planName": "Residential 50 GB",
    "quantity": 2,
    "total": "90.00",
    "status": "completed",
    "orderId": "ord_1",
}


def credited(**changes: object) -> TopUp:
    usual: dict[str, object] = {
        "status": "credited",
        "final": True,
        "creditedUsd": "120.00",
        "creditedAt": "2026-11-21T14:18:00.000Z",
        "txidSubmittedAt": "2026-11-21T13:57:00.000Z",
        "amountReceivedCrypto": "0.00188243",
        "txid": "9f" * 32,
    }
    return make_topup(**{**usual, **changes})


def lines(record: PaymentRecord) -> dict[str, tuple[str, str]]:
    return {line.name: (line.value, line.aside) for section in record.sections for line in section.lines}


def test_a_record_shows_what_was_paid_and_credited() -> None:
    topup = credited()
    record = present_record(topup, "Work, api.example.net", "Project 2291", NOW)
    assert record.subtitle == f"Top-up {topup.id} · Work, api.example.net"
    assert record.made == "Made 22 Nov 2026, 09:20 UTC"
    assert (record.result.amount, record.result.when) == ("$120.00", "21 Nov 2026, 14:18 UTC")
    assert record.result.paid == f"0.00188243 {topup.coin}"
    shown = lines(record)
    assert shown["Amount requested"][0] == f"{topup.amount_crypto} {topup.coin}"
    assert shown["Amount received"] == (f"0.00188243 {topup.coin}", "")
    assert shown["Deposit address"][0] == topup.address
    assert shown["Transaction ID"][0] == "9f" * 32
    assert shown["Reported as sent"][0] == "21 Nov 2026, 13:57 UTC"
    assert "Plan" not in shown
    assert record.reference == "Project 2291"


def test_an_amount_keeps_every_decimal() -> None:
    record = present_record(credited(amountReceivedCrypto="0.00000001", creditedUsd=None), "A", "", NOW)
    assert record.result.paid.startswith("0.00000001 ")
    assert lines(record)["Amount received"][0].startswith("0.00000001 ")


def test_a_purchase_shows_plan_total_and_order() -> None:
    shown = lines(present_record(credited(purchase=PURCHASE), "A", "", NOW))
    assert shown["Plan"] == ("Residential 50 GB × 2", "residential-50gb")
    assert shown["Total"] == ("$90.00", "")
    assert shown["Order"] == ("ord_1", "Ordered")
    unknown = credited(purchase={**PURCHASE, "quantity": "2"})
    assert lines(present_record(unknown, "A", "", NOW))["Plan"] == ("Residential 50 GB", "residential-50gb")
    unnamed = credited(purchase={**PURCHASE, "planId": None, "planName": None})
    assert lines(present_record(unnamed, "A", "", NOW))["Plan"] == ("Not stated × 2", "")
    failed = {**PURCHASE, "status": "failed", "orderId": None, "failureReason": "Sold out"}
    assert lines(present_record(credited(purchase=failed), "A", "", NOW))["Order"] == (
        "Not ordered",
        "Sold out",
    )


@pytest.mark.parametrize(
    ("status", "title"),
    [("completed", "Bought from the balance"), ("failed", "Plan"), ("pending", "Plan"), ("held", "Plan")],
)
def test_only_what_was_ordered_is_said_to_be_bought(status: str, title: str) -> None:
    record = present_record(credited(purchase={**PURCHASE, "status": status}), "A", "", NOW)
    assert record.sections[-1].title == title


def test_what_the_service_sends_cannot_hide_or_reorder_text() -> None:
    record = present_record(credited(purchase={**PURCHASE, "planName": "A\u202eB\n"}), "A", "", NOW)
    assert lines(record)["Plan"][0] == "A\u2039U+202E\u203aB␊ × 2"


def test_a_month_adds_up_and_names_what_is_missing() -> None:
    topups = [credited(id="tu_1", creditedUsd="0.10"), credited(id="tu_2", creditedUsd="0.20")]
    table, records = present_month(topups, date(2026, 11, 1), "Work", {"tu_2": "Two"}, NOW)
    assert (table.subtitle, table.result.amount, table.result.when) == (
        "November 2026 · Work",
        "$0.30",
        "2 top-ups",
    )
    assert table.rows[0] == ("21 Nov 2026, 14:18 UTC", "tu_1", f"0.00188243 {topups[0].coin}", "$0.10")
    assert [record.reference for record in records] == ["", "Two"]
    assert table.result.paid_in == ""
    short, _records = present_month(topups, date(2026, 11, 1), "Work", {}, NOW, 1)
    assert short.result.paid_in == "1 top-up could not be read and is not shown."


def test_an_amount_that_the_service_does_not_report_is_neither_guessed_nor_added_up() -> None:
    unknown = credited(id="tu_1", creditedUsd=None, amountReceivedCrypto=None)
    record = present_record(unknown, "A", "", NOW)
    assert (record.result.amount, record.result.paid) == ("Not reported", "")
    topups = [unknown, credited(id="tu_2", creditedUsd="0.20")]
    table, _records = present_month(topups, date(2026, 11, 1), "Work", {}, NOW)
    assert (table.result.amount, table.result.when) == (
        "$0.20",
        "2 top-ups, 1 of them without a reported amount",
    )
    assert table.rows[0][2:] == ("", "Not reported")
    none, _records = present_month([unknown], date(2026, 11, 1), "Work", {}, NOW)
    assert none.result.amount == "Not reported"


def test_confirmations_are_counted_without_a_number_that_is_not_reported() -> None:
    assert lines(present_record(credited(confirmations=3, confirmationsRequired=2), "A", "", NOW))[
        "Confirmations"
    ] == ("3 of 2", "")
    unknown = credited(confirmations=3, confirmationsRequired=None)
    assert lines(present_record(unknown, "A", "", NOW))["Confirmations"] == ("3", "")


def test_it_says_that_it_is_no_invoice() -> None:
    texts = record_texts()
    assert texts.not_an_invoice == "This is a record of a payment, not an invoice."
    assert texts.explanation.startswith("It shows no VAT.")


def test_the_lines_of_a_payment_stand_in_their_order_and_say_what_was_agreed() -> None:
    topup = credited(confirmations=3, confirmationsRequired=2)
    payment = next(one for one in present_record(topup, "A", "", NOW).sections if one.title == "Payment")
    coin, address = topup.coin, topup.address
    assert [(line.name, line.value, line.aside, line.is_identifier) for line in payment.lines] == [
        ("Coin and network", f"{coin} on Bitcoin", "", False),
        ("Amount requested", f"{topup.amount_crypto} {coin}", f"for {usd(topup.amount_usd)}", True),
        ("Amount received", f"0.00188243 {coin}", "", True),
        ("Rate", f"1 {coin} = {usd(topup.rate)}", f"fixed until {utc_moment(topup.expires_at)}", False),
        ("Deposit address", address, "", True),
        ("Transaction ID", "9f" * 32, "", True),
        ("Confirmations", "3 of 2", "", False),
    ]


def test_a_plan_without_a_name_is_its_id_and_a_promo_code_is_shown() -> None:
    bought = PURCHASE | {"planName": None, "quantity": None, "promoCode": "SPRING"}
    shown = lines(present_record(credited(purchase=bought), "A", "", NOW))
    assert shown["Plan"] == ("residential-50gb", "")
    assert shown["Promo code"] == ("SPRING", "")
