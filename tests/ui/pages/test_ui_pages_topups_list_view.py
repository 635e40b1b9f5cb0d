"""A history of any length: rows as in the list, search without accents, little memory."""

import tracemalloc
from datetime import timedelta

from app.models.topups import TopUp
from support.deposit_samples import CREATED, make_topup
from ui.pages.topups.list_view import TopUpIndex

NOW = CREATED + timedelta(hours=3)


def made(number: int, **changes: object) -> TopUp:
    fields = {"id": f"tu_{number}", "createdAt": CREATED - timedelta(minutes=number)}
    return make_topup(**{**fields, **changes})


def test_a_row_is_the_row_of_the_top_up() -> None:
    purchase = {"planId": "residential-5gb", "status": "pending"}
    topups = [
        made(1),
        made(2, status="verifying", confirmations=3, confirmationsRequired=6),
        made(3, status="held", coin="DOGE", network="dogecoin", purchase=purchase),
    ]
    index = TopUpIndex()
    index.add_older(topups)
    rows = [index.row(position, NOW) for position in range(3)]
    assert [row.id for row in rows] == ["tu_1", "tu_2", "tu_3"]
    assert [row.badge.text for row in rows] == ["Awaiting payment", "Verifying 3/6", "held"]
    assert [row.subtitle for row in rows] == ["BTC · Bitcoin", "BTC · Bitcoin", "DOGE · dogecoin · plan"]
    assert index.row(0, NOW, is_confirmed=False).badge.text == "Not confirmed"


def test_order_and_identity_hold_over_pages_and_news() -> None:
    index = TopUpIndex()
    index.add_older([made(2), made(3)])
    index.add_newest(made(1))
    index.add_newest(made(3, status="expired"))
    index.add_older([made(3), made(4)])
    assert [index.topup_id(position) for position in range(len(index))] == ["tu_1", "tu_2", "tu_3", "tu_4"]
    assert [index.position(f"tu_{number}") for number in (1, 4, 9)] == [0, 3, None]
    assert index.update(made(2, status="credited", final=True)) == 1
    assert index.status(1) == "credited"
    assert index.update(made(9)) is None
    index.clear()
    assert (len(index), index.position("tu_1")) == (0, None)


def test_every_word_is_looked_for_without_accents_or_case() -> None:
    purchase = {"planId": "p-1", "planName": "Łódź Großstadt", "status": "pending"}
    index = TopUpIndex()
    index.add_older([made(1), made(2, purchase=purchase), made(3, status="rejected", txid="AB" * 32)])
    assert index.matches("LODZ grossstadt") == [1]
    assert index.matches("p-1") == [1]
    address = made(1).address
    assert index.matches(address) == index.matches(address[:12].upper()) == [0, 1, 2]
    assert index.matches("rejected btc") == [2]
    assert index.matches("abab bitcoin") == [2]
    assert index.matches("bitcoin nothing") == []
    assert index.matches("") == [0, 1, 2]
    assert index.matches("", start=1, stop=2) == [1]
    assert index.matches("bitcoin", hidden={"tu_1"}) == [1, 2]
    index.update(made(1, status="expired"))
    assert index.matches("expired") == [0]


def test_a_hundred_thousand_take_little_memory_each() -> None:
    template = made(0)
    count = 20_000
    tracemalloc.start()
    index = TopUpIndex()
    index.add_older(
        template.model_copy(update={"id": f"tu_{number:012}", "amount_crypto": f"0.{number:08}"})
        for number in range(count)
    )
    each = tracemalloc.get_traced_memory()[0] / count
    tracemalloc.stop()
    assert each < 600
