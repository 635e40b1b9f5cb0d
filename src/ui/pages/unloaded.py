"""What stands in the place of what could not be loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.present.errors import present_error
from app.texts import _

if TYPE_CHECKING:
    from app.errors import AppError
    from ui.widgets.empty_state import EmptyState


def show_unloaded(place: EmptyState, error: AppError) -> None:
    """Says why there is nothing, and offers to try again."""
    view = present_error(error)
    place.show_empty(view.icon, _("Not loaded"), view.text, action=_("Try again"), action_icon="refresh-cw")
