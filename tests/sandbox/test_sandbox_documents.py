"""The OpenAPI document and docs/sandbox.md are true: their examples are validated, and run."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.process import start_sandbox
from tollhouse_sandbox.server import build_app
from tollhouse_sandbox.settings import Settings

GUIDE = Path(__file__).parents[2] / "docs" / "sandbox.md"
BODY_METHODS = ("post", "patch")


def document(**options: Any) -> dict[str, Any]:
    with closing(open_world(Settings(scale="empty", **options))) as world:
        made: dict[str, Any] = build_app(world).openapi()
    return made


DOCUMENT = document(port=8080)
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]


def blocks(language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def test_the_document_names_where_the_sandbox_listens() -> None:
    assert [server["url"] for server in DOCUMENT["servers"]] == ["http://127.0.0.1:8080"]
    assert [server["url"] for server in document()["servers"]] == ["/"]


def test_every_body_of_a_request_has_an_example() -> None:
    bodies = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for path in DOCUMENT["paths"].values()
        for method, operation in path.items()
        if method in BODY_METHODS and "requestBody" in operation
    }
    assert bodies
    assert {name for name in bodies if "examples" not in SCHEMAS[name]} == set()


@pytest.mark.parametrize("name", [name for name, schema in SCHEMAS.items() if "examples" in schema])
def test_an_example_is_valid_by_its_schema(name: str) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    for example in SCHEMAS[name]["examples"]:
        Draft202012Validator(schema).validate(example)


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_the_walk_with_curl_ends_with_a_credited_topup() -> None:
    (walk,) = blocks("sh")
    with start_sandbox("--scale", "empty", "--no-automatic-blocks") as sandbox:
        ended = subprocess.run(
            ["sh", "-eu", "-c", walk],
            env={"PATH": "/usr/bin:/bin", "BASE_URL": sandbox.base_url, "API_KEY": sandbox.api_key},
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )
    assert (ended.returncode, ended.stderr) == (0, "")
    start = ended.stdout.rindex('{"id"')
    assert json.loads(ended.stdout[start:])["status"] == "credited"


def test_the_examples_for_pytest_pass(tmp_path: Path) -> None:
    measured = {name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")}
    for number, block in enumerate(blocks("python")):
        (tmp_path / f"test_guide_{number}.py").write_text(block, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(tmp_path)],
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"} | measured,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stdout
    assert "2 passed" in ended.stdout
