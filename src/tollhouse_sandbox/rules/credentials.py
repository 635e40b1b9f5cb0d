"""New ids, usernames and passwords."""

import secrets
import string

_ID_LETTERS = string.ascii_lowercase + string.digits
_PASSWORD_LETTERS = string.ascii_letters + string.digits


def new_id(prefix: str) -> str:
    """Draw an id such as `tu_8f3k2q0d1x7c`."""
    return f"{prefix}_{_draw(_ID_LETTERS, 12)}"


def new_username() -> str:
    """Draw a subscription's username such as `acme_r7f2k1`."""
    return f"acme_{_draw(_ID_LETTERS, 6)}"


def sub_username(main_username: str) -> str:
    """Draw a sub-user's username: the subscription's, and five more letters."""
    return f"{main_username}_{_draw(_ID_LETTERS, 5)}"


def new_password() -> str:
    """Draw a password of 16 letters and digits."""
    return _draw(_PASSWORD_LETTERS, 16)


def _draw(letters: str, count: int) -> str:
    return "".join(secrets.choice(letters) for _ in range(count))
