"""The project's own files: what is locked, and what is named."""

from __future__ import annotations

import re
import subprocess
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from app.rules.proxy_formats.rendering import FORMATS, USERNAME_ONLY
from app.versions import VERSION

ROOT = Path(__file__).parent.parent
LOCKS = ("run.txt", "dev.txt", "package.txt")
REQUIREMENT = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)")

# Put together here, so that this file does not hold them.
ABSOLUTE = re.compile("|".join(rf"(?<![\w./-]){re.escape('/' + name + '/')}" for name in ("work", "root")))
REGISTRIES = re.compile("|".join(re.escape(f"{name}.org") for name in ("pypi", "files.pythonhosted")))


PACKAGES = ("flatpak/example.tollhouse.tollhouse.yaml", "windows/tollhouse.iss", "windows/version.txt")


@pytest.mark.parametrize("name", PACKAGES)
def test_packages_name_the_version_of_the_app(name: str) -> None:
    text = (ROOT / "packaging" / name).read_text(encoding="utf-8")
    assert set(re.findall(r"\b\d+\.\d+\.\d+\b(?!\.)", text)) == {VERSION}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, str]:
    """The lines of each requirement of a lock file, by package."""
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    found = [REQUIREMENT.match(line) for line in lines]
    assert all(found), "every line is a requirement, none an option"
    return {normal(match[1]): line for match, line in zip(found, lines, strict=True) if match}


def project_files() -> list[Path]:
    """Every file of the checkout that is, or would be, committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a checkout")
    return [path for name in set(listed.stdout.split("\0")) if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_is_pinned_with_hashes(name: str) -> None:
    for package, line in locked(name).items():
        assert re.match(r"[A-Za-z0-9._-]+(\[[^]]*\])?==\S+", line), package
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", line), package


@pytest.mark.parametrize("name", LOCKS)
def test_locks_name_no_index_and_no_address(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"index-url|find-links|trusted-host|@", text)


def test_what_the_project_depends_on_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run, dev, package = (locked(name) for name in LOCKS)
    for requirement, lock in [
        *((requirement, run) for requirement in project["project"]["dependencies"]),
        *((requirement, dev) for requirement in project["dependency-groups"]["dev"]),
        *((requirement, package) for requirement in project["dependency-groups"]["package"]),
    ]:
        match = REQUIREMENT.match(requirement)
        assert match
        assert normal(match[1]) in lock, requirement
    versions = {name: (line.split()[0], dev.get(name, "").split()[0]) for name, line in run.items()}
    assert all(one == other for one, other in versions.values()), "both locks hold the same versions"


def test_no_file_names_a_place_of_one_computer_or_a_registry() -> None:
    named = []
    for path in project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for pattern in (ABSOLUTE, REGISTRIES):
            named += [f"{path.relative_to(ROOT)}: {found[0]}" for found in pattern.finditer(text)]
    assert named == []


def test_no_module_imports_itself_through_others() -> None:
    """Imports inside functions and for type checking count, too."""
    graph = grimp.build_graph("app", "ui", "tollhouse_sandbox", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()


def test_the_documents_name_files_that_exist() -> None:
    missing = []
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*/*.md")):
        text = path.read_text(encoding="utf-8")
        named = {ROOT / name for name in re.findall(r"`((?:src|tests|packaging|resources)/[\w./-]+)`", text)}
        named |= {path.parent / name for name in re.findall(r"\]\(([^):#]+)\)", text)}
        missing += [f"{path.name}: {name}" for name in sorted(named) if not name.exists()]
    assert missing == []


@pytest.mark.parametrize("name", ["README.md", "docs/user-guide.md"])
def test_a_guide_counts_the_copy_formats(name: str) -> None:
    assert f"{len(FORMATS)} formats" in (ROOT / name).read_text(encoding="utf-8")


def test_every_copy_format_has_a_row_that_says_what_has_proven_it() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (ROOT / "docs" / "formats.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ][2:]
    named = [name for cells in rows for name in cells[0].split(", ")]
    assert sorted(named) == sorted(row.name for row in (*FORMATS, USERNAME_ONLY))
    assert all(len(cells) == 4 and cells[3] for cells in rows)
