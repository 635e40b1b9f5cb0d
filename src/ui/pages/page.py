"""What every page has: its own background work, a banner, and patience without a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.errors import AppError
from app.present import units
from app.present.errors import present_error
from app.texts import _
from ui.tasks import Tasks
from ui.widgets.banner import Banner

if TYPE_CHECKING:
    from datetime import datetime

    from app.clock import Clock
    from ui.widgets.banner import BannerKind

RETRY_SECONDS = 15


class Page(QWidget):
    """A tab's content for one account.

    What is on screen stays when the connection is lost; the page says since when it is known, tries
    again every 15 seconds, and at once when asked to.

    Signals:
        connection_changed(str, str): A tone (`success`, `danger`, `neutral`) and words for the status bar.
    """

    connection_changed = Signal(str, str)

    def __init__(self, clock: Clock, parent: QWidget | None = None) -> None:
        """Makes an empty page.

        Args:
            clock: Tells the time and waits.
            parent: The parent widget.
        """
        super().__init__(parent)
        self._clock = clock
        self._answered_at: datetime | None = None
        self.is_offline = False
        self.tasks = Tasks(self, self.show_error)
        self.banner = Banner()
        self.banner.dismissed.connect(self.clear_banner)
        self.banner.acted.connect(self.load)
        self._banner_row = QVBoxLayout()
        self._banner_row.addWidget(self.banner)
        self.body = QVBoxLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._banner_row)
        layout.addLayout(self.body, 1)

    def load(self) -> None:
        """Loads what the page shows, as at the start, by F5 and by 'Try now'."""
        self.tasks.cancel("try again")
        self.tasks.start("load", self.load_now())

    def focus_search(self) -> None:
        """Puts the cursor into the page's search, where it has one."""

    async def load_now(self) -> None:
        """Loads what the page shows; each page does it its own way.

        Raises:
            AppError: The service could not be asked; what is shown stays.
        """
        raise NotImplementedError

    def note_answer(self) -> None:
        """Takes notice that the service has just answered."""
        self._answered_at = self._clock.now()
        if self.is_offline:
            self.is_offline = False
            self.clear_banner()
        self.connection_changed.emit("success", _("Connected · updated just now"))

    def say_connection(self) -> None:
        """Says in the status bar how the connection is, and how old what is shown."""
        if self._answered_at is None:
            return
        age = units.short_age(self._answered_at, self._clock.now())
        if self.is_offline:
            self.connection_changed.emit("danger", _("Offline · updated {age}").format(age=age))
        else:
            self.connection_changed.emit("success", _("Connected · updated {age}").format(age=age))

    def show_error(self, error: AppError) -> None:
        """Shows what went wrong at the top of the page; what is on screen stays."""
        view = present_error(error)
        if not view.offline:
            self.show_banner("danger", view.text, icon=view.icon, details=view.details)
            return
        self.is_offline = True
        if self._answered_at is None:
            self.connection_changed.emit("danger", _("Offline"))
        self.say_connection()
        if not self.tasks.is_running("try again"):
            self.tasks.start("try again", self._try_again(error))

    def show_banner(  # noqa: PLR0913 (what a banner can show, by keyword)
        self,
        kind: BannerKind,
        text: str,
        *,
        icon: str = "",
        action: str = "",
        details: str = "",
        quiet: bool = False,
    ) -> None:
        """Shows a banner; one without a button can be dismissed.

        Args:
            kind: `danger`, `warning` or `info`.
            text: Our words.
            icon: The name of an icon; empty for the kind's own.
            action: The words of its button, which loads the page again.
            details: Foreign text behind 'Details'.
            quiet: Whether screen readers have heard it already.
        """
        self._banner_row.setContentsMargins(24, 14, 24, 0)
        self.banner.show_banner(
            kind, text, icon=icon, action=action, details=details, dismissible=not action, quiet=quiet
        )

    def clear_banner(self) -> None:
        """Takes the banner away."""
        self._banner_row.setContentsMargins(0, 0, 0, 0)
        self.banner.hide_banner()

    async def _try_again(self, error: AppError) -> None:
        while self.is_offline:
            for left in range(RETRY_SECONDS, 0, -1):
                self._show_offline(error, left)
                await self._clock.sleep(1)
                if not self.is_offline:
                    return
            try:
                await self.load_now()
            except AppError as again:
                if not present_error(again).offline:
                    self.is_offline = False
                    raise
                error = again

    def _show_offline(self, error: AppError, seconds_left: int) -> None:
        view = present_error(error)
        parts = [view.text]
        if self._answered_at is not None:
            parts.append(
                _("Showing what was known at {time}; trying again in {n} s.").format(
                    time=units.clock_time(self._answered_at), n=seconds_left
                )
            )
        else:
            parts.append(_("Trying again in {n} s.").format(n=seconds_left))
        self.show_banner(
            "danger",
            " ".join(parts),
            icon=view.icon,
            action=_("Try now"),
            details=view.details,
            quiet=seconds_left != RETRY_SECONDS,
        )
