"""Every state of a key has words; what is well has none."""

import itertools
from datetime import UTC, datetime

import pytest

from app.errors import KeyringError
from app.models.keys import KeyState, KeyStatus, KeyStorage
from app.present.errors import present_error
from app.present.keys import key_badge, key_text, storage_hint

REFUSED_AT = datetime(2026, 11, 24, 14, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    "status",
    [KeyStatus(KeyStorage.KEYRING), KeyStatus(KeyStorage.UNREAD), KeyStatus(KeyStorage.MEMORY)],
    ids=["kept", "not asked for", "of the demo or the environment"],
)
def test_what_is_well_needs_no_words(status: KeyStatus) -> None:
    assert (key_badge(status), key_text(status)) == ("", "")


@pytest.mark.parametrize(
    ("storage", "why"), list(itertools.product((KeyStorage.MEMORY, KeyStorage.NEEDED), KeyState)), ids=str
)
def test_every_reason_is_said(storage: KeyStorage, why: KeyState) -> None:
    status = KeyStatus(storage, why)
    assert key_badge(status) == ("Key needed" if storage is KeyStorage.NEEDED else "Key not saved")
    assert key_text(status).endswith(".")


def test_what_it_means_and_why_are_two_sentences() -> None:
    needed, unsaved = (
        KeyStatus(storage, KeyState.LOCKED) for storage in (KeyStorage.NEEDED, KeyStorage.MEMORY)
    )
    assert key_text(needed) == "This account needs its API key. The keyring is locked."
    assert key_text(unsaved) == "The API key is not saved: it is lost when you quit. The keyring is locked."


def test_where_a_key_will_be_stored_is_said_before_it_is_entered() -> None:
    assert storage_hint(has_keyring=True) == "Stored in your system keyring, never in a file."
    assert storage_hint(has_keyring=False) == (
        "The API key is not saved: it is lost when you quit. This computer has no keyring."
    )


def test_the_reasons_differ() -> None:
    assert len({key_text(KeyStatus(KeyStorage.NEEDED, why)) for why in KeyState}) == len(KeyState)


def test_a_refused_key_comes_before_everything_else() -> None:
    for storage in KeyStorage:
        assert key_badge(KeyStatus(storage, KeyState.ABSENT, refused_at=REFUSED_AT)) == "Key refused"
        assert "refuses" in key_text(KeyStatus(storage, refused_at=REFUSED_AT))


@pytest.mark.parametrize("state", [*KeyState, "something else"])
def test_a_key_that_was_not_forgotten(state: str) -> None:
    assert present_error(KeyringError(state)).text.startswith("The API key could not be removed")


@pytest.mark.parametrize(
    ("state", "reason"),
    [("denied", "The keyring denies this app access."), ("something else", "The keyring does not work.")],
)
def test_why_a_key_was_not_forgotten_is_said(state: str, reason: str) -> None:
    assert present_error(KeyringError(state)).text == (
        f"The API key could not be removed from the keyring, so the account stays. {reason}"
    )
