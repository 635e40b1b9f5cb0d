"""Texts are English until a language is chosen, each number with its own form."""

from app.texts import _, ngettext


def test_a_text_without_a_translation_is_itself() -> None:
    assert _("New top-up") == "New top-up"


def test_one_and_many_are_told_apart() -> None:
    forms = [ngettext("{n} top-up", "{n} top-ups", n).format(n=n) for n in (0, 1, 2)]
    assert forms == ["0 top-ups", "1 top-up", "2 top-ups"]
