"""The coin catalog as options: each coin on each network once."""

from __future__ import annotations

from app.models.money import Coin
from support.service_records import coin_record
from ui.pages.topups.request_view import present_coin_options


def test_a_coin_that_is_listed_twice_stands_once() -> None:
    coins = [Coin.model_validate(coin_record()), Coin.model_validate(coin_record(name="Again"))]
    assert [option.name for option in present_coin_options(coins)] == ["BTC on Bitcoin"]
