"""Walks the tour as people do who can't see or use no mouse, and prints what stands in their way.

In a pseudo-language it also finds what was not translated, and what is clipped. Told `--contrast` it
measures every text in light and dark instead; told `--large` it looks for what has no room in a small
window with a text of 200 %.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QMenu

from app.errors import AppError
from app.i18n.texts import chosen_language, is_pseudo
from app.services.accounts.known import DEMO
from support.access_checks import revealed, unnamed, walk_by_tab
from support.audited_tour import Audit, crowded
from support.contrasts import faint_texts
from ui.shell.window import SIZE
from ui.start import event_loop as eventloop
from ui.start.application import apply_language
from ui.start.first_paint import build_application
from ui.theme.theme import apply_theme
from ui.tour.camera import silence_plugin_messages
from ui.tour.walks import Tour
from ui.widgets.overlays.palette_card import PaletteCard

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.bootstrap import Services


class AccessAudit(Audit):
    """Looks at every screen where the tour would photograph it.

    Attributes:
        services: What the app does at present.
        measures_contrast: Whether the colors are looked at, or all else.
        is_large: Whether it looks only for room, in a small window with a text of 200 %.
    """

    services: Services | None = None
    measures_contrast = False
    is_large = False

    def __init__(self, app: QApplication, folder: Path) -> None:
        super().__init__(app, folder)
        self._known: set[str] = set()

    async def snap(
        self,
        name: str,
        scheme: str,
        size: tuple[int, int] = SIZE,
        suffix: str = "",
        text_scale: float = 1.0,
    ) -> None:
        """Looks at one screen, once in each size, or once in each scheme."""
        is_wanted = size == SIZE if self.measures_contrast else scheme == "light"
        if self.is_large:
            is_wanted = size != SIZE
        if self._window is None or self._toasts is None or not is_wanted or text_scale != 1.0:
            return
        self._toasts.banner.hide_banner()
        self._window.resize(*size)
        apply_theme(
            self.app, "dark" if scheme == "dark" else "light", text_scale=2.0 if self.is_large else 1.0
        )
        root = QApplication.activePopupWidget() or QApplication.activeModalWidget() or self._window
        root.activateWindow()
        await self._stand_still(self._window)
        for finding in await self._look(root):
            self.findings.setdefault(finding, f"{name}{suffix} {scheme}")
        apply_theme(self.app, "light")
        self._window.resize(*SIZE)

    async def _look(self, root: QWidget) -> list[str]:
        if self.measures_contrast:
            return list(faint_texts(root))
        if self.is_large:
            return [*crowded(root)]
        secrets = await self._secrets()
        findings = [*unnamed(root), *revealed(root, secrets)]
        if is_pseudo() and self._window is not None:
            findings += self.look_at_texts(self._window, root)
        # In a menu the arrows move; in the palette Tab goes through what can be done with a row.
        if not isinstance(root, QMenu | PaletteCard):
            findings += walk_by_tab(root)
        return findings

    async def _secrets(self) -> set[str]:
        """Returns every password of the account that is open, and its key."""
        account = None if self.services is None else self.services.accounts._open.get(DEMO)
        if account is None or self.services is None:
            return self._known
        self._known.add((await self.services.accounts._demo.start()).api_key)
        # The service may be cut off at this place of the tour.
        with suppress(AppError):
            for subscription in (await account.subscriptions.list()).items:
                sub_users = await account.sub_users.list(subscription.id)
                self._known |= {subscription.password, *(sub_user.password for sub_user in sub_users.items)}
        return self._known


class AccessTour(Tour):
    """The tour in one language."""

    def _build(self, name: str, *options: str) -> Services:
        services = super()._build(name, *options)
        if isinstance(self.camera, AccessAudit):
            self.camera.services = services
        return services

    async def _walk_languages(self) -> None:
        """One is enough: names are texts like all others."""


def main() -> int:
    """Walks, and prints the findings as JSON."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    silence_plugin_messages()
    app = build_application()
    apply_language(app, chosen_language())
    apply_theme(app, "light")
    with TemporaryDirectory(prefix="tollhouse-access-") as home:
        audit = AccessAudit(app, Path(home))
        audit.measures_contrast = "--contrast" in sys.argv
        audit.is_large = "--large" in sys.argv
        code = eventloop.run(app, AccessTour(audit, Path(home)).walk)
    sys.stdout.write(json.dumps(audit.findings, ensure_ascii=False, indent=1))
    return code


if __name__ == "__main__":
    sys.exit(main())
