"""Preview of a sub-user import: what each row creates, or why it can't."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n import units
from app.i18n.texts import _, listed, ngettext
from app.present.field_errors import field_error_text
from app.present.sub_user_views import ImportRowView, ImportView
from app.present.sub_users import PASSWORD_MASK, cap_in_words

if TYPE_CHECKING:
    from app.rules.sub_users.imports import ImportPreview, ImportRow


def present_import(preview: ImportPreview) -> ImportView:
    """Returns what a file would make."""
    rows = tuple(_row(row) for row in preview.rows)
    return ImportView(rows, _summary(preview), can_import=preview.good > 0)


def problem_text(code: str) -> str:
    """Returns the text for a problem or warning of a row."""
    texts = {
        "too_many_cells": _("This row has more cells than there are columns."),
        "no_room": _("There is no room for it: the subscription's limit is reached."),
        "label_in_file": _("This label is in the file more than once."),
        "label_exists": _("There is a sub-user with this label already."),
    }
    field, _underscore, reason = code.partition("_")
    return texts.get(code) or field_error_text(field, reason)


def _row(row: ImportRow) -> ImportRowView:
    number = _("Line {n}").format(n=units.number(row.number))
    password = PASSWORD_MASK if row.has_password else _("Made by the service")
    cap = _cap(row)
    notes = tuple(problem_text(code) for code in (*row.problems, *row.warnings))
    state = _("will be added") if row.ok else _("left out")
    return ImportRowView(
        number=number,
        label=row.label,
        password=password,
        cap=cap,
        ok=row.ok,
        notes=notes,
        spoken=listed((number, row.label, cap, state, *notes)),
    )


def _cap(row: ImportRow) -> str:
    if row.traffic_cap_bytes is not None:
        return cap_in_words(row.traffic_cap_bytes)
    return row.cap if any(code.startswith("cap_") for code in row.problems) else _("No cap")


def _summary(preview: ImportPreview) -> str:
    good, left_out = preview.good, preview.left_out
    sentences = [
        ngettext("{n} sub-user will be added.", "{n} sub-users will be added.", good).format(
            n=units.number(good)
        )
    ]
    if left_out:
        text = ngettext("{n} row is left out.", "{n} rows are left out.", left_out)
        sentences.append(text.format(n=units.number(left_out)))
    return " ".join(sentences)
