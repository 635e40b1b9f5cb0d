"""Modules that wait until something of theirs is used."""

import subprocess
import sys
from pathlib import Path

import pytest


def _run(program: str, folder: Path) -> str:
    path = f"import sys\nsys.path.insert(0, {str(folder)!r})"
    text = f"{path}\nfrom app.late_modules import import_late\n{program}"
    return subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "loud.py").write_text("print('imported')\nvalue = 3\n", encoding="utf-8")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "__init__.py").touch()
    (tmp_path / "parts" / "loud.py").write_text("print('imported')\nvalue = 4\n", encoding="utf-8")
    return tmp_path


def test_a_module_waits_until_something_of_it_is_used(folder: Path) -> None:
    assert _run("import_late('loud'); import loud; print('before'); print(loud.value)", folder).split() == [
        "before",
        "imported",
        "3",
    ]


def test_a_module_in_a_package_waits_too(folder: Path) -> None:
    program = "import_late('parts.loud'); import parts.loud; print('before'); print(parts.loud.value)"
    assert _run(program, folder).split() == ["before", "imported", "4"]


def test_names_that_are_imported_from_it_are_there_at_once(folder: Path) -> None:
    assert _run("import_late('loud'); from loud import value; print(value)", folder).split() == [
        "imported",
        "3",
    ]


def test_all_who_imported_it_get_the_same_values_and_it_runs_once(folder: Path) -> None:
    program = """
import_late("loud")
import loud as early
from threading import Thread
threads = [Thread(target=lambda: early.value) for _ in range(8)]
[one.start() for one in threads]
[one.join() for one in threads]
import loud as later
later.others = []
print(early.others is later.others, early.value + later.value)
"""
    assert _run(program, folder).split() == ["imported", "True", "6"]


def test_what_is_missing_in_it_is_missing(folder: Path) -> None:
    assert _run("import_late('loud'); import loud; print(hasattr(loud, 'other'))", folder).split() == [
        "imported",
        "False",
    ]


def test_a_module_that_was_imported_stays(folder: Path) -> None:
    assert _run(
        "import loud; import_late('loud'); import loud as again; print(again is loud)", folder
    ).split() == [
        "imported",
        "True",
    ]
