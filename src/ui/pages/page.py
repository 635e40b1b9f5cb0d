"""The base of all pages: background tasks, banner, and behavior while offline."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.clock import PastMoment
from app.errors import (
    AppError,
    ConnectionFailedError,
    ExportError,
    ServiceError,
    StorageError,
)
from app.i18n import units
from app.i18n.texts import _, sentences
from app.present.connections import present_connection, wait_text
from app.present.errors import present_error
from ui.pages.context import SAVING_FILE
from ui.tasks import Tasks
from ui.widgets.layout.banner import Banner

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from PySide6.QtCore import QObject, QPoint
    from PySide6.QtGui import QPixmap

    from app.api.connection_status import ConnectionStatus
    from app.clock import Clock
    from ui.widgets.layout.banner import BannerKind
    from ui.widgets.layout.empty_state import EmptyState

T = TypeVar("T")

RETRY_SECONDS = 15
_FRESH_FOR = timedelta(minutes=1)
_SKELETON_AFTER_MS = 300
_LOADING_SHOWN_AFTER_SECONDS = 0.5
_MIN_SHOWN_PAUSE = 5


class Page(QWidget):
    """A tab's content for one account.

    When the connection is lost, the content stays visible with its age; the page tries again every
    15 seconds, and at once when the user asks for it.

    Attributes:
        footers: Widgets at the lower edge that toasts must not cover.
        first_column: The list beside the rest, which toasts must not cover; None where there is none.
        first_rows: What is waited for at the start, and painted first; None where there is nothing.

    Signals:
        connection_changed(str, str): A tone (see `ConnectionView`) and words for the status bar.
        content_changed(): The service has reported what `pictures` shows, or it has changed since.
    """

    connection_changed = Signal(str, str)
    content_changed = Signal()
    footers: tuple[QWidget, ...] = ()
    first_column: QWidget | None = None
    first_rows: QWidget | None = None

    def __init__(
        self,
        clock: Clock,
        *,
        connection_status: ConnectionStatus | None = None,
        private: bool = True,
    ) -> None:
        """`private` if it uses the account's key; without a service there is no `connection_status`."""
        super().__init__()
        self._clock = clock
        self._connection_status = connection_status
        self._is_private = private
        self._responded_at: PastMoment | None = None
        # When the status bar begins to show that a call is under way, by the monotonic clock.
        self._shows_loading_from: float | None = None
        self._is_pausing = self._is_lasting = self._is_about_file = False
        self.is_offline = False
        self._loading = QTimer(self, singleShot=True, interval=_SKELETON_AFTER_MS)
        self._loading.timeout.connect(self._on_loading_takes_long)
        self.tasks = Tasks(self, self.show_error)
        self.tasks.on_success = self.clear_failed_file
        self.connection_banner, self.banner, self.unreadable = Banner(), Banner(), Banner()
        self.connection_banner.acted.connect(self.load)
        self.connection_banner.dismissed.connect(self._fit_banners)
        self.banner.dismissed.connect(self.clear_banner)
        self._banner_row = QVBoxLayout()
        self._banner_row.setSpacing(8)
        for banner in self._banners():
            self._banner_row.addWidget(banner)
        self.body = QVBoxLayout()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._banner_row)
        layout.addLayout(self.body, 1)

    def load(self) -> None:
        """Loads the page, as at the start, by F5 and by 'Try now'."""
        self.tasks.cancel("try again")
        self.record_load()
        self.tasks.start("load", self._load())
        self._loading.start()
        self.show_connection_status()

    @property
    def responded_at(self) -> datetime | None:
        """When the service reported what is shown; None if it has not, nor was anything cached."""
        return None if self._responded_at is None else self._responded_at.by_wall_clock()

    @property
    def is_stale(self) -> bool:
        """Whether what is shown is so old that it is loaded again when somebody comes back to it."""
        moment = self._responded_at
        return moment is not None and not self.is_offline and moment.age > _FRESH_FOR

    def unfinished(self) -> tuple[str, ...]:
        """Returns the work that is under way and ends with the page, such as 'Deleting: 12 of 50'."""
        return ()

    def pictures(self) -> list[tuple[QPoint, QPixmap]] | None:
        """Returns pictures for the first frame of the next start, and their positions.

        They contain nothing that is payable or secret, and nothing that is wrong later, such as ages.

        Returns:
            None while it shows something else than it will show then.
        """
        return []

    def focus_search(self) -> None:
        """Focuses the page's search, where it has one."""

    def go_back(self) -> None:
        """Returns from what covers its list, if anything does."""

    async def load_now(self) -> None:
        raise NotImplementedError

    async def wait_until_shown(self) -> None:
        """Waits until it has loaded, or could not; what the first screen does not need can then begin."""
        await self.tasks.join("load")

    async def wait_until_reported(self) -> None:
        """Waits until the service has reported the first rows, or could not; they are painted next."""
        await self.tasks.join("load")

    def show_skeleton(self) -> None:
        """Shows a skeleton if there is no content yet; called when loading takes long."""

    def record_load(self) -> None:
        """Records that a call has begun; after a while the status bar shows it."""
        delay = 0.0 if self._responded_at is None else _LOADING_SHOWN_AFTER_SECONDS
        self._shows_loading_from = self._clock.monotonic() + delay

    def report_response(self) -> None:
        """Records that the service has just responded."""
        self._responded_at = PastMoment(self._clock)
        self._shows_loading_from = None
        if self.is_offline:
            self._end_offline()
        self.show_connection_status()

    def follow_connection(self) -> None:
        """Shows the connection status; the page goes offline if a call elsewhere found no connection."""
        error = None if self._connection_status is None else self._connection_status.last_error
        is_known = self.is_offline or self.tasks.is_running("load")
        if isinstance(error, ConnectionFailedError) and not is_known:
            self.show_error(error)
        else:
            self.show_connection_status()

    def show_connection_status(self) -> None:
        if self._connection_status is None:
            return
        is_due = self._shows_loading_from is not None and self._clock.monotonic() >= self._shows_loading_from
        view = present_connection(
            self._connection_status,
            self.responded_at,
            self._clock.now(),
            outdated=self.is_offline,
            private=self._is_private,
            is_loading=is_due and self.tasks.is_running("load"),
        )
        if view is not None:
            self.connection_changed.emit(view.tone, view.text)
        self._show_pause(self._connection_status)

    def locked_reason(self) -> str:
        """Returns why nothing can be changed while what is shown could not be renewed; else ''."""
        if not self.is_offline:
            return ""
        error = None if self._connection_status is None else self._connection_status.last_error
        if isinstance(error, ConnectionFailedError):
            return _("You are offline: changes are possible again once the connection is back.")
        return _("The service has a problem: changes are possible again once it responds as usual.")

    def show_error(self, error: AppError) -> None:
        from app.models.topup_requests import RequestRefusedError  # noqa: PLC0415 (only after a failure)

        view = present_error(error)
        if not view.offline:
            self.show_connection_status()
            if view.about_key and self._is_private:
                self.clear_banner()
                return
            lasting = isinstance(error, StorageError | RequestRefusedError)
            self.show_banner("danger", view.text, icon=view.icon, details=view.details, lasting=lasting)
            self._is_about_file = isinstance(error, ExportError)
            return
        if not self.is_offline:
            self.is_offline, self._is_pausing = True, False
            self.clear_failed_call()
        self.show_connection_status()
        if not self.tasks.is_running("try again"):
            self.tasks.start("try again", self._try_again(error))

    def show_banner(
        self, kind: BannerKind, text: str, *, icon: str = "", details: str = "", lasting: bool = False
    ) -> None:
        """Shows a message, which can be dismissed; the connection has a banner of its own.

        Args:
            details: Untrusted text behind 'Details'.
            lasting: Whether it stays when other calls succeed, until it is dismissed.
        """
        self._is_lasting, self._is_about_file = lasting, False
        self.banner.show_banner(kind, text, icon=icon, details=details, dismissible=True)
        self._fit_banners()

    def clear_banner(self) -> None:
        self._is_lasting = self._is_about_file = False
        self.banner.hide_banner()
        self._fit_banners()

    def clear_failed_call(self) -> None:
        """Hides the banner once a call has succeeded; a lasting one stays until it is dismissed."""
        if not self._is_lasting:
            self.clear_banner()

    def clear_failed_file(self, task: str) -> None:
        """Hides that a file could not be saved once a task has saved one."""
        if task == SAVING_FILE and self._is_about_file:
            self.clear_banner()

    def show_unreadable(self, text: str, problems: Sequence[str] = ()) -> None:
        """Shows how many records could not be read, with some problems as details; '' hides it."""
        if text:
            self.unreadable.show_banner("warning", text, icon="triangle-alert", details=" · ".join(problems))
        else:
            self.unreadable.hide_banner()
        self._fit_banners()

    def _banners(self) -> tuple[Banner, ...]:
        return self.connection_banner, self.banner, self.unreadable

    def _fit_banners(self) -> None:
        is_any = not all(banner.isHidden() for banner in self._banners())
        self._banner_row.setContentsMargins(*((24, 14, 24, 0) if is_any else (0, 0, 0, 0)))

    def _show_pause(self, status: ConnectionStatus) -> None:
        """Shows the pause that the service has asked for."""
        text, was_pausing = wait_text(status), self._is_pausing
        if self.is_offline:
            return
        if not text:
            self._is_pausing = False
            if was_pausing:
                self._clear_connection_banner()
            return
        is_dismissed = was_pausing and self.connection_banner.isHidden()
        if not is_dismissed and (was_pausing or status.pause_left_s >= _MIN_SHOWN_PAUSE):
            self.connection_banner.show_banner(
                "warning", text, icon="hourglass", dismissible=True, quiet=was_pausing
            )
            self._fit_banners()
            self._is_pausing = True

    def _end_offline(self) -> None:
        self.is_offline = False
        self._clear_connection_banner()

    def _clear_connection_banner(self) -> None:
        self.connection_banner.hide_banner()
        self._fit_banners()

    def _on_loading_takes_long(self) -> None:
        if self.tasks.is_running("load"):
            self.show_skeleton()

    async def _try_again(self, error: AppError) -> None:
        while self.is_offline:
            for left in range(_seconds_to_wait(error), 0, -1):
                self._show_offline(error, left)
                await self._clock.sleep(1)
                if not self.is_offline:
                    return
            try:
                await self._load()
            except AppError as again:
                if not self.is_offline:
                    raise
                error = again

    async def _load(self) -> None:
        """Loads the page; one that fails for another reason than the connection is not offline."""
        try:
            await self.load_now()
        except AppError as error:
            if not present_error(error).offline:
                self._end_offline()
            raise

    def _show_offline(self, error: AppError, seconds_left: int) -> None:
        view = present_error(error)
        known_at = self.responded_at
        if known_at is None:
            text = _("Trying again in {n} s.").format(n=seconds_left)
        else:
            text = _("Showing what was known at {time}; trying again in {n} s.").format(
                time=units.day_and_time(known_at, self._clock.now()), n=seconds_left
            )
        self.connection_banner.show_banner(
            "danger",
            sentences((view.text, text)),
            icon=view.icon,
            action=_("Try now"),
            details=view.details,
            quiet=seconds_left != _seconds_to_wait(error),
        )
        self._fit_banners()


def _seconds_to_wait(error: AppError) -> int:
    """Returns the pause before the next try: at least that which the service asks for."""
    asked = error.pause if isinstance(error, ServiceError) else None
    return max(RETRY_SECONDS, ceil(asked.total_seconds())) if asked else RETRY_SECONDS


def show_unloaded(widget: EmptyState, error: AppError) -> None:
    """Shows why there is nothing, and offers to try again."""
    view = present_error(error)
    widget.show_empty(view.icon, _("Not loaded"), view.text, action=_("Try again"), action_icon="refresh-cw")


def listen(owner: QObject, listeners: list[T], listener: T) -> None:
    """Adds a listener, and removes it when its owner is destroyed."""
    listeners.append(listener)
    owner.destroyed.connect(lambda: listeners.remove(listener))
