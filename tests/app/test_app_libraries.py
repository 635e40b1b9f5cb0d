"""The libraries as the app imports them: lighter, and alike."""

import subprocess
import sys

_PROGRAM = """
import dataclasses, sys, typing
usual = dataclasses.dataclass, typing.TypedDict
from app.libraries import import_libraries
import_libraries()
assert usual == (dataclasses.dataclass, typing.TypedDict)
import h11, httpx
from app.models.coins import Coin
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import core_schema
from typing_extensions import TypedDict, is_typeddict
assert h11.Data.__eq__ is h11.EndOfMessage.__eq__
assert not is_typeddict(core_schema.StringSchema)
class Declared(TypedDict):
    count: int
assert TypeAdapter(Declared).validate_python({"count": "3"}) == {"count": 3}
class Counted(BaseModel):
    count: int = 0
assert Counted.model_validate_json('{"count": 3}').count == 3
try:
    Counted.model_validate({"count": "three"})
except ValidationError as error:
    assert "valid integer" in str(error)
from pydantic.plugin import _loader
assert list(_loader.get_plugins()) == []
assert _loader.__spec__ is None
assert _loader.PYDANTIC_ENTRY_POINT_GROUP == "pydantic"
print(httpx.URL("https://b\\u00fccher.example/a?b=c").raw_host.decode(), "idna.core" in sys.modules)
"""

_EVERY_MODULE = """
import importlib, pkgutil
from app.libraries import import_libraries
import_libraries()
import annotated_types, anyio, h11, httpcore, httpx, pydantic
for package in (annotated_types, anyio, h11, httpcore, httpx, pydantic):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.startswith("pydantic.v1"):
            try:
                importlib.import_module(module.name)
            except ImportError:  # of a library that is not installed
                continue
"""


def test_the_libraries_work_as_they_are_imported_and_others_get_the_usual_dataclasses() -> None:
    reported = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert reported.stdout.split() == ["xn--bcher-kva.example", "True"]


def test_modules_that_are_imported_later_can_derive_from_light_dataclasses() -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", _EVERY_MODULE], check=True)
