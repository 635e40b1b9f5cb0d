"""The list of top-ups with 100,000 rows: arriving, searched, and scrolled against a C++ model.

Argument: the number of rounds.
"""

import gc
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from statistics import median

from PySide6.QtCore import QSize
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QListView, QWidget

from app.models.topups import TopUp
from bench.programs.probe import Beat, report
from ui.pages.topups.list_model import TopUpListModel, TopUpRowDelegate
from ui.start.event_loop import GarbageRounds
from ui.theme.theme import apply_theme
from ui.widgets.tables.card_list import CardList

COUNT = 100_000
FIRST = 100
PAGES = 5
SIZE = (371, 640)
FRAMES = 120
STEP = 37
CREATED = "2026-11-18T14:00:00Z"


def topups() -> list[TopUp]:
    """Returns top-ups whose texts differ as those of an account do."""
    sample = TopUp.model_validate(
        {
            "id": "tu_00000",
            "status": "credited",
            "final": True,
            "amountUsd": "50.00",
            "coin": "BTC",
            "network": "bitcoin",
            "address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "amountCrypto": "0.00050000",
            "rate": "100000.00",
            "expiresAt": CREATED,
            "txidDeadline": CREATED,
            "createdAt": CREATED,
        }
    )
    coins = (("BTC", "bitcoin"), ("LTC", "litecoin"), ("SOL", "solana"), ("USDT", "tron"))
    changes = (
        {
            "id": f"tu_{number:06}",
            "coin": coins[number % 4][0],
            "network": coins[number % 4][1],
            "amount_usd": f"{number % 990 + 10}.00",
        }
        for number in range(COUNT)
    )
    return [sample.model_copy(update=change) for change in changes]


def longest_turn(beat: Beat, action: Callable[[], None], is_done: Callable[[], bool]) -> float:
    """Returns the longest turn from an action until it is done and painted, in ms of CPU."""
    beat.restart()
    action()
    while not is_done():
        app.processEvents()
    app.processEvents()
    return beat.costs()["turn_ms"]


def frame_s(view: QListView) -> float:
    """Returns the median CPU time of a frame of scrolling: moved by some pixels, and painted."""
    bar, took = view.verticalScrollBar(), []
    bar.setValue(bar.maximum() // 2)
    app.processEvents()
    for _frame in range(FRAMES):
        began = time.thread_time()
        bar.setValue(bar.value() + STEP)
        app.processEvents()
        took.append(time.thread_time() - began)
    return median(took)


def plain_view(row_height: int) -> QListView:
    """Returns a view of as many rows, as high, of one plain line, without any Python."""
    model = QStandardItemModel()
    for number in range(COUNT):
        item = QStandardItem(f"Top-up {number}")
        item.setSizeHint(QSize(100, row_height))
        model.appendRow(item)
    view = QListView()
    view.setModel(model)
    model.setParent(view)
    view.setUniformItemSizes(True)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    view.resize(*SIZE)
    view.show()
    return view


def main(rounds: int) -> None:
    """Reports all rounds."""
    many = topups()
    expected = sum(one.coin == "LTC" for one in many)
    found: dict[str, list[float]] = {"pages_turn": [], "arrival_turn": [], "search_turn": [], "scroll": []}
    model = TopUpListModel(lambda: datetime(2026, 11, 20, tzinfo=UTC))
    cards = CardList("Top-ups", model, TopUpRowDelegate(), QWidget)
    cards.resize(*SIZE)
    cards.show_rows()
    cards.show()
    app.processEvents()
    model.replace_all(many[:FIRST])
    plain = plain_view(cards.view.sizeHintForRow(0))
    # The top-ups are the service's, the items are the C++ model's: the app's garbage rounds are not to find
    # them new.
    gc.collect()
    for _round in range(rounds):
        model.replace_all(many[:FIRST])
        app.processEvents()
        beat = Beat(cards)
        found["arrival_turn"].append(
            longest_turn(beat, lambda: model.replace_all(many), lambda: model.loaded() == COUNT)
        )
        model.replace_all(many[: COUNT - PAGES * FIRST])
        while model.loaded() < COUNT - PAGES * FIRST:
            app.processEvents()
        found["pages_turn"].append(
            max(
                longest_turn(beat, partial(model.add_older, many[first : first + FIRST]), lambda: True)
                for first in range(COUNT - PAGES * FIRST, COUNT, FIRST)
            )
        )
        found["search_turn"].append(
            longest_turn(beat, lambda: model.filter_by("ltc"), lambda: model.rowCount() == expected)
        )
        model.filter_by("")
        # Its own work is none of a frame's.
        beat.stop()
        app.processEvents()
        found["scroll"].append(frame_s(cards.view) / frame_s(plain))
    report(found)


app = QApplication(sys.argv)
apply_theme(app, "light")
garbage = GarbageRounds(app)
main(int(sys.argv[1]))
