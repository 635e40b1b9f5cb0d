"""The button 'Export' of the usage: its days as a CSV file, or its chart as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from app.i18n.texts import _
from app.rules.subscriptions.usage import usage_csv
from ui.pages.files import png_bytes
from ui.theme.stylesheet import set_style
from ui.widgets.buttons.buttons import IconButton

if TYPE_CHECKING:
    from app.models.subscriptions import UsageReport
    from app.rules.subscriptions.usage import DayRange
    from ui.pages.context import PageContext
    from ui.tasks import Tasks
    from ui.widgets.charts.bar_chart import BarChart

CSV, PNG = "csv", "png"


class UsageExport(IconButton):
    """Offers the formats in a menu, and saves the file.

    Signals:
        requested(str): `CSV` or `PNG` was chosen.
    """

    requested = Signal(str)

    def __init__(self, context: PageContext, tasks: Tasks) -> None:
        super().__init__("download", _("Export"), framed=True)
        self._context = context
        self._tasks = tasks
        self.formats = QMenu(self)
        set_style(self.formats, "menu")
        self.formats.setAccessibleName(_("Export"))
        for key, text in ((CSV, _("Table as CSV")), (PNG, _("Chart as PNG"))):
            action = self.formats.addAction(text)
            action.triggered.connect(lambda _checked=False, chosen=key: self.requested.emit(chosen))
        self.clicked.connect(lambda: self.formats.popup(self.menu_position()))

    def save(self, kind: str, report: UsageReport, span: DayRange, chart: BarChart) -> None:
        """Asks for a path, and saves a report or its chart there."""
        content = usage_csv(report, span).encode() if kind == CSV else png_bytes(chart.to_pixmap())
        name = f"usage-{span.first}-{span.last}.{kind}"
        self._context.save_file(
            self.window(), self._tasks, title=_("Export"), name=name, content=content, message=_("Saved")
        )
