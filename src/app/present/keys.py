"""Messages about an account's API key and the keyring."""

from __future__ import annotations

from app.i18n.texts import _, sentences
from app.models.keys import KeyState, KeyStatus, KeyStorage


def key_badge(status: KeyStatus) -> str:
    """Returns two words for a badge; empty when all is well."""
    if status.is_refused:
        return _("Key refused")
    if status.storage is KeyStorage.NEEDED:
        return _("Key needed")
    if _is_unsaved(status):
        return _("Key not saved")
    return ""


def key_text(status: KeyStatus) -> str:
    """Returns one or two sentences for a banner; empty when all is well."""
    if status.is_refused:
        return _("The service refuses this account's API key. You see the last known data.")
    if status.storage is KeyStorage.NEEDED:
        return sentences((_("This account needs its API key."), key_reason(status.why)))
    if _is_unsaved(status):
        return sentences((_("The API key is not saved: it is lost when you quit."), key_reason(status.why)))
    return ""


def storage_hint(*, has_keyring: bool) -> str:
    """Returns what becomes of a key that is entered, as a hint beside its field."""
    if has_keyring:
        return _("Stored in your system keyring, never in a file.")
    return key_text(KeyStatus(KeyStorage.MEMORY, KeyState.ABSENT))


def key_deletion_text(state: str) -> str:
    text = _("The API key could not be removed from the keyring, so the account stays.")
    return sentences((text, key_reason(KeyState(state) if state in set(KeyState) else KeyState.FAILED)))


def _is_unsaved(status: KeyStatus) -> bool:
    return status.storage is KeyStorage.MEMORY and status.why is not None


def key_reason(why: KeyState | None) -> str:
    """Returns why a key is not available, or not saved."""
    texts = {
        KeyState.STORED: _("The key is still in the keyring."),
        KeyState.GONE: _("The key is not in the keyring."),
        KeyState.ABSENT: _("This computer has no keyring."),
        KeyState.LOCKED: _("The keyring is locked."),
        KeyState.DENIED: _("The keyring denies this app access."),
        KeyState.HANGING: _(
            "The keyring does not respond. It may be asking for its password in another window."
        ),
        KeyState.NULL: _("The keyring accepted the key but did not store it."),
        KeyState.FAILED: _("The keyring does not work."),
    }
    return texts[why or KeyState.FAILED]
