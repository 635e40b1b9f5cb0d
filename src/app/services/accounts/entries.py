"""Validates a new account's address and key, and reports all errors at once."""

from __future__ import annotations

from app.api.addresses import clean_api_key, clean_base_url
from app.errors import InvalidInputError


def entry_problems(base_url_text: str, api_key_text: str) -> tuple[InvalidInputError, ...]:
    """Returns the errors, at most one for each field; nothing is sent.

    Args:
        base_url_text: The service address.
        api_key_text: The API key.
    """
    problems = []
    for clean, text in ((clean_base_url, base_url_text), (clean_api_key, api_key_text)):
        try:
            clean(text)
        except InvalidInputError as error:
            problems.append(error)
    return tuple(problems)
