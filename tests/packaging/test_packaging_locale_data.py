"""The data of the languages are those of the locked Babel."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from babel.core import get_cldr_version

from app.i18n.texts import languages
from app.services.installation import RESOURCES

ROOT = Path(__file__).parent.parent.parent


def test_they_are_those_of_babel() -> None:
    spec = spec_from_file_location("locale_data", ROOT / "packaging" / "locale_data.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, text in module.files().items():
        written = (ROOT / "resources" / "cldr" / name).read_text(encoding="utf-8")
        assert written == text, f"{name}: run make locale-data"


def test_each_language_has_its_file() -> None:
    assert {path.stem for path in ROOT.glob("resources/cldr/*.json")} == set(languages())


def test_their_version_is_named() -> None:
    (named,) = (one.version for one in RESOURCES if one.name == "CLDR")
    assert named == get_cldr_version()
