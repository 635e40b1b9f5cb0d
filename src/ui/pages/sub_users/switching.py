"""Switches sub-users on and off: the switch moves at once, and reverts with the reason on failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import AppError
from app.i18n.texts import _
from app.models.sub_user_changes import SubUserChangedError
from app.models.sub_users import SubUserChange
from ui.pages.sub_users.bulk_view import reason
from ui.pages.sub_users.view import shown_label
from ui.tasks import Tasks

if TYPE_CHECKING:
    from app.models.sub_users import SubUser
    from app.services.sub_users.sub_users import SubUsers
    from ui.pages.sub_users.table import SubUserModel


class Switching(QObject):
    """Sends the states of the switches to the service.

    Signals:
        refused(AppError, str): A switch fell back: why, and a sentence that names the sub-user.
        answered(): The service has responded.
    """

    refused = Signal(object, str)
    answered = Signal()

    def __init__(self, service: SubUsers, model: SubUserModel, parent: QObject) -> None:
        super().__init__(parent)
        self._service = service
        self._model = model
        self._wanted: dict[str, bool] = {}
        self.tasks = Tasks(self, self._on_error)

    def switch(self, subscription_id: str, sub_user: SubUser, *, on: bool) -> None:
        """Shows the switch as it is wanted, and asks for it; a switch may be pressed again meanwhile."""
        is_asking = sub_user.id in self._wanted
        self._wanted[sub_user.id] = on
        self._model.show_switch(sub_user.id, on=on)
        if not is_asking:
            self.tasks.start(sub_user.id, self._ask(subscription_id, sub_user))

    async def _ask(self, subscription_id: str, sub_user: SubUser) -> None:
        known = sub_user
        try:
            while (on := self._wanted[sub_user.id]) != known.enabled:
                known = await self._service.change(subscription_id, known, SubUserChange(enabled=on))
                self.answered.emit()
        except AppError as error:
            if isinstance(error, SubUserChangedError):
                known = error.now
            text = _("“{label}” was not switched. {reason}")
            self.refused.emit(error, text.format(label=shown_label(sub_user), reason=reason(error)))
        finally:
            del self._wanted[sub_user.id]
            self._show(known)

    def _show(self, sub_user: SubUser) -> None:
        """Shows the service's last state, if its subscription is still on screen."""
        if self._model.record(sub_user.id) is not None:
            self._model.show_switch(sub_user.id, on=None)
            self._model.update(sub_user)

    def _on_error(self, error: AppError) -> None:
        self.refused.emit(error, reason(error))
