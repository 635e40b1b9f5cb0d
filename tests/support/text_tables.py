"""A table of plain texts."""

from __future__ import annotations

from collections.abc import Sequence

from ui.widgets.tables.column_model import SequenceModel
from ui.widgets.tables.columns import Column
from ui.widgets.tables.table_view import TableView

Texts = Sequence[str]


def text_table(
    name: str, titles: Sequence[str], rows: Sequence[Texts], *, numbers: Sequence[str] = ()
) -> tuple[TableView, SequenceModel[Texts, Texts]]:
    """Returns a table and its model."""
    columns: list[Column[Texts, Texts]] = [
        Column(
            key=title,
            title=lambda title=title: title,  # type: ignore[misc] # a default binds the loop's variable
            text=lambda row, at=at: row[at],  # type: ignore[misc]
            is_number=title in numbers,
        )
        for at, title in enumerate(titles)
    ]
    table, model = TableView(name), SequenceModel(columns, lambda row: row)
    model.setParent(table)
    model.show_records(rows)
    table.show_model(model)
    return table, model
