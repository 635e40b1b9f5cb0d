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
