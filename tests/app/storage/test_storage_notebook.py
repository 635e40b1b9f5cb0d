"""The notebook: snapshots over restarts, bounded; what was hidden and chosen."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.models.snapshots import TopUpSnapshot
from app.services.topups.choices import TopUpChoices
from app.storage import notebook as notebooks
from app.storage.notebook import MAX_SNAPSHOTS, Notebook, Owner

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
MINE, OTHER = Owner("work", "https://api.example.net"), Owner("demo", "demo")


def seen(confirmations: int, status: str = "verifying") -> TopUpSnapshot:
    at = NOW + timedelta(seconds=confirmations)
    return TopUpSnapshot(
        at, status, confirmations, 20, "0.5", "ETH", "pending", "", "verifying", is_open=True
    )


def test_what_was_seen_is_kept_over_restarts_and_apart(tmp_path: Path) -> None:
    path = tmp_path / "notebook.sqlite"
    Notebook(path).see(MINE, "tu_1", seen(1))
    Notebook(path).see(MINE, "tu_1", seen(2))
    Notebook(path).see(OTHER, "tu_1", seen(7))
    assert Notebook(path).seen(MINE, "tu_1") == (seen(1), seen(2))
    assert Notebook(path).last_seen(MINE) == {"tu_1": seen(2)}
    assert Notebook(path).seen(MINE, "tu_2") == ()


def test_of_one_top_up_only_the_last_are_kept(tmp_path: Path) -> None:
    notebook = Notebook(tmp_path / "notebook.sqlite")
    for number in range(MAX_SNAPSHOTS + 3):
        notebook.see(MINE, "tu_1", seen(number))
    kept = notebook.seen(MINE, "tu_1")
    assert len(kept) == MAX_SNAPSHOTS
    assert kept[0] == seen(3)


def test_of_one_account_only_the_top_ups_seen_last_are_kept(tmp_path: Path) -> None:
    notebook = Notebook(tmp_path / "notebook.sqlite")
    limit, notebooks.MAX_TOPUPS = notebooks.MAX_TOPUPS, 3  # type: ignore[misc]
    try:
        for number in range(5):
            notebook.see(MINE, f"tu_{number}", seen(1))
        notebook.see(OTHER, "tu_0", seen(1))
        notebook.trim(MINE)
    finally:
        notebooks.MAX_TOPUPS = limit  # type: ignore[misc]
    assert set(notebook.last_seen(MINE)) == {"tu_2", "tu_3", "tu_4"}
    assert set(notebook.last_seen(OTHER)) == {"tu_0"}


async def test_choices_are_kept_for_their_account_and_network(tmp_path: Path) -> None:
    def choices(account: str) -> TopUpChoices:
        notebook = Notebook(tmp_path / "notebook.sqlite")
        return TopUpChoices(notebook=notebook, account=account, service="demo")

    await choices("one").hide("tu_1")
    await choices("one").hide("tu_2")
    await choices("one").unhide("tu_2")
    assert await choices("one").hidden() == {"tu_1"}
    assert await choices("two").hidden() == frozenset()
    await choices("one").choose_picture("USDT", "tron", "link")
    assert await choices("one").picture("USDT", "tron") == "link"
    assert await choices("one").picture("USDT", "ethereum") == ""


def test_a_damaged_notebook_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "notebook.sqlite"
    path.write_bytes(b"damaged" * 1000)
    notebook = Notebook(path)
    notebook.see(MINE, "tu_1", seen(1))
    assert notebook.seen(MINE, "tu_1") == (seen(1),)
    assert list(tmp_path.glob("notebook.corrupt-*.sqlite"))
