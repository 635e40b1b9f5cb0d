import os
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parents[3] / "src"
HEAVY = ("httpx", "pydantic", "asyncio", "qrcode", "PIL", "PySide6.QtNetwork", "app.models", "app.services")
SCRIPT = f"""
import importlib, pathlib, sys
for file in pathlib.Path("ui/widgets").rglob("[a-z]*.py"):
    importlib.import_module(".".join(file.with_suffix("").parts))
import ui.theme.theme, ui.clipboard, ui.links
print(*[name for name in {HEAVY!r} if name in sys.modules])
"""


def test_the_kit_imports_nothing_heavy_before_the_first_paint() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=SOURCES, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []


VIEWS = """
from PySide6 import QtWidgets
app = QtWidgets.QApplication([])
from support.text_tables import text_table
from ui.theme.theme import apply_theme
from ui.widgets.inputs.combo_box import ComboBox
from ui.widgets.layout.scroll_area import ScrollArea
from ui.widgets.tables.sort_header import SortHeader
from ui.widgets.text.text_preview import TextPreview
apply_theme(app, "light")
table, _model = text_table("Countries", ("Country", "Cities"), [("Germany", "312")])
table.setHorizontalHeader(SortHeader((0,), table))
shown = [table, ScrollArea(), TextPreview("Preview"), ComboBox()]
for one in shown:
    one.show()
app.processEvents()
print("QTableView" in vars(QtWidgets), "QWizard" in vars(QtWidgets))
"""


def test_views_load_no_class_of_qt_that_nobody_uses() -> None:
    """PySide loads a class when it is used first, but all of them to wrap a widget of unknown class."""
    done = subprocess.run(
        [sys.executable, "-c", VIEWS],
        cwd=SOURCES.parent / "tests",
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.split() == ["True", "False"]
