"""A history of any length: rows as in the list, search without accents, little memory."""

import gc
import tracemalloc
from datetime import timedelta

import pytest
from PySide6.QtWidgets import QApplication

from app.i18n.texts import use_language
from app.models.topups import TopUp
from app.present.topup_rows import TopUpRow
from support.deposit_samples import CREATED, make_topup
from ui.pages.topups.list_model import TopUpListModel
from ui.widgets.tables.columns import RowRole

NOW = CREATED + timedelta(hours=3)


@pytest.fixture
def model(qapp: QApplication) -> TopUpListModel:
    assert qapp is not None
    return TopUpListModel(lambda: NOW)


def made(number: int, **changes: object) -> TopUp:
    fields = {"id": f"tu_{number}", "createdAt": CREATED - timedelta(minutes=number)}
    return make_topup(**{**fields, **changes})


def rows(model: TopUpListModel) -> list[TopUpRow]:
    return [model.data(model.index(row, 0), RowRole) for row in range(model.rowCount())]


def ids(model: TopUpListModel, text: str = "") -> list[str]:
    model.filter_by(text)
    return [model.id_at(model.index(row, 0)) for row in range(model.rowCount())]


def test_a_row_is_the_row_of_the_top_up(model: TopUpListModel) -> None:
    purchase = {"planId": "residential-5gb", "status": "pending"}
    model.add_older(
        [
            made(1),
            made(2, status="verifying", confirmations=3, confirmationsRequired=6),
            made(3, status="held", coin="DOGE", network="dogecoin", purchase=purchase),
        ]
    )
    assert ids(model) == ["tu_1", "tu_2", "tu_3"]
    assert [row.badge.text for row in rows(model)] == ["Awaiting payment", "Verifying 3/6", "held"]
    assert [row.subtitle for row in rows(model)] == [
        "BTC · Bitcoin",
        "BTC · Bitcoin",
        "DOGE · dogecoin · plan",
    ]
    model.show_unconfirmed(frozenset({"tu_1"}))
    assert rows(model)[0].badge.text == "Not confirmed"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "$1,250.00"),
        ("en", "1,250"),
        ("en", "1250.00"),
        ("de", "1.250,00 $"),
        ("fr", "1\u202f250,00\u00a0$US"),
        ("fr", "1 250,00"),
    ],
)
def test_an_amount_is_found_as_it_is_shown_and_as_it_was_received(
    model: TopUpListModel, language: str, text: str
) -> None:
    try:
        use_language(language)
        model.add_older([made(1, amountUsd="1250.00"), made(2, amountUsd="700.00")])
        assert ids(model, text) == ["tu_1"]
    finally:
        use_language("en")


def test_order_and_identity_hold_over_pages_and_news(model: TopUpListModel) -> None:
    model.add_older([made(2), made(3), made(3)])
    model.add_newest(made(1))
    model.add_newest(made(3, status="expired"))
    model.add_older([made(3), made(4)])
    assert ids(model) == ["tu_1", "tu_2", "tu_3", "tu_4"]
    assert [model.index_of(f"tu_{number}").row() for number in (1, 4, 9)] == [0, 3, -1]
    model.update(made(2, status="credited", final=True))
    assert rows(model)[1].badge.text == "Credited"
    model.update(made(9))
    assert (model.loaded(), model.has("tu_9")) == (4, False)
    model.replace_all([])
    assert (model.loaded(), model.has("tu_1")) == (0, False)


def test_every_word_is_looked_for_without_accents_or_case(model: TopUpListModel) -> None:
    purchase = {"planId": "p-1", "planName": "Łódź Großstadt", "status": "pending"}
    model.add_older([made(1), made(2, purchase=purchase), made(3, status="rejected", txid="AB" * 32)])
    assert ids(model, "LODZ grossstadt") == ["tu_2"]
    assert ids(model, "p-1") == ["tu_2"]
    address = made(1).address
    assert ids(model, address) == ids(model, address[:12].upper()) == ["tu_1", "tu_2", "tu_3"]
    assert ids(model, "rejected btc") == ["tu_3"]
    assert ids(model, "abab bitcoin") == ["tu_3"]
    assert ids(model, "bitcoin nothing") == []
    model.hide_ids(frozenset({"tu_1"}))
    assert ids(model, "bitcoin") == ["tu_2", "tu_3"]
    model.hide_ids(frozenset())
    model.update(made(1, status="expired"))
    assert ids(model, "expired") == ["tu_1"]


def test_thousands_take_little_memory_each(model: TopUpListModel) -> None:
    template = made(0)
    count = 5_000
    tracemalloc.start()
    for start in range(0, count, 100):
        model.add_older(
            [
                template.model_copy(update={"id": f"tu_{number:012}", "amount_crypto": f"0.{number:08}"})
                for number in range(start, start + 100)
            ]
        )
    each = tracemalloc.get_traced_memory()[0] / count
    tracemalloc.stop()
    assert each < 600


def test_many_at_once_arrive_piece_by_piece_in_their_newest_state(model: TopUpListModel) -> None:
    model.replace_all([made(number) for number in range(2_000)])
    assert 0 < model.loaded() < 2_000
    model.update(made(1_999, status="credited", final=True))
    model.filter_by("bitcoin")
    while model.loaded() < 2_000:
        QApplication.processEvents()
    assert ids(model) == [f"tu_{number}" for number in range(2_000)]
    assert rows(model)[1_999].badge.text == "Credited"


def test_long_lists_cost_the_garbage_collector_nothing(model: TopUpListModel) -> None:
    many = [made(number) for number in range(200)]
    gc.collect()
    before = len(gc.get_objects())
    model.add_older(many)
    assert len(gc.get_objects()) - before < 20
