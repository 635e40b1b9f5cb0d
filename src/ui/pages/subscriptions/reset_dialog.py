"""Asks before the password is reset, and offers the new one to be copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from app.i18n.texts import _
from ui.widgets.buttons.buttons import Button, PrimaryButton
from ui.widgets.layout.cards import Notice
from ui.widgets.overlays.dialog import SheetDialog
from ui.widgets.text.label import Label

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.present.subscription_views import OutcomeNote

_WIDTH = 460


class ResetDialog(SheetDialog):
    """'Reset password'; it can be closed while the service is asked.

    Signals:
        confirmed(): The password is to be reset.
        copy_wanted(): The new password is to be copied.
    """

    confirmed = Signal()
    copy_wanted = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """Makes the dialog.

        Args:
            name: The subscription's.
        """
        super().__init__(_("Reset password"), parent, width=_WIDTH)
        self._leave = Label("", "secondary", wrap=True)
        self._question = Label(
            _("The service generates a new password for “{name}”.").format(name=name), wrap=True, limit=300
        )
        self._warning = Notice(
            "warning",
            _(
                "The old password stops working within 60 seconds; everything that uses it then "
                "needs the new one."
            ),
        )
        self._result = Notice("success")
        self._result.hide()
        self.cancel = Button(_("Cancel"))
        self.cancel.clicked.connect(self.reject)
        self.reset = PrimaryButton(_("Reset password"), "key")
        self.reset.clicked.connect(self._on_reset_clicked)
        self.copy = PrimaryButton(_("Copy new password"), "copy")
        self.copy.clicked.connect(self._on_copy_clicked)
        self.copy.hide()
        for widget in (self._question, self._warning, self._result):
            self.body.addWidget(widget)
        self.footer.addWidget(self._leave, 1)
        for button in (self.cancel, self.reset, self.copy):
            self.footer.addWidget(button)

    def show_reset(self, view: OutcomeNote, *, offers_copy: bool) -> None:
        """Shows what became of it.

        Args:
            view: In words.
            offers_copy: Whether there is a new password to copy.
        """
        self._set_busy(busy=False)
        self._result.show_notice(view.kind, view.text)  # type: ignore[arg-type] # never neutral or unknown
        self._result.show()
        self._question.hide()
        self._warning.setVisible(not offers_copy)
        self.reset.setVisible(not offers_copy)
        self.copy.setVisible(offers_copy)
        self.cancel.setText(_("Close"))
        (self.copy if offers_copy else self.cancel).setFocus()

    def show_error(self, text: str) -> None:
        """Shows why nothing was changed; it can be tried again."""
        self._set_busy(busy=False)
        self._result.show_notice("danger", text)
        self._result.show()
        self.reset.setFocus()

    def _set_busy(self, *, busy: bool) -> None:
        self.reset.set_busy(busy)
        self.cancel.setText(_("Close") if busy else _("Cancel"))
        self._leave.setText(_("You can close this: the app goes on with it.") if busy else "")

    def _on_reset_clicked(self) -> None:
        self._result.hide()
        self._set_busy(busy=True)
        self.confirmed.emit()

    def _on_copy_clicked(self) -> None:
        self.copy.show_icon("check")
        self.copy_wanted.emit()
