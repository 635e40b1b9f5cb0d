"""The empty state of data that could not be loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.i18n.texts import _
from app.present.errors import present_error

if TYPE_CHECKING:
    from app.errors import AppError
    from ui.widgets.layout.empty_state import EmptyState


def show_unloaded(widget: EmptyState, error: AppError) -> None:
    """Shows why there is nothing, and offers to try again."""
    view = present_error(error)
    widget.show_empty(view.icon, _("Not loaded"), view.text, action=_("Try again"), action_icon="refresh-cw")
