"""The OpenAPI document tells the truth: generated requests, good and bad, never surprise."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from support.more_examples import more
from tollhouse_sandbox.opening import open_world
from tollhouse_sandbox.process import start_sandbox
from tollhouse_sandbox.server import build_app
from tollhouse_sandbox.settings import Settings

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    import schemathesis

# schemathesis is imported by the tests: every worker imports this module, and one runs it.

EXAMPLES = more(12)


def _document() -> dict[str, Any]:
    with closing(open_world(Settings(scale="empty"))) as world:
        return build_app(world).openapi()


def _can_be_wrong(operation: dict[str, Any]) -> bool:
    """Whether a request can be malformed: any text is a good path, and not all routes take more."""
    parameters = {parameter["in"] for parameter in operation.get("parameters", [])}
    return bool(parameters - {"path"}) or "requestBody" in operation or "security" in operation


DOCUMENT = _document()
CASES = [
    (f"{method.upper()} {path}", mode)
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
    for mode in ("positive", "negative")
    if mode == "positive" or _can_be_wrong(operation)
]


@dataclass(frozen=True)
class Target:
    """A running sandbox, a client of it, and ids that exist in it."""

    client: httpx.Client
    base_url: str
    headers: dict[str, str]
    ids: dict[str, list[str]]


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    with (
        start_sandbox() as sandbox,
        httpx.Client(base_url=sandbox.base_url, headers=sandbox.headers) as client,
    ):
        subscription = client.get("/v1/residential/subscriptions").json()["data"][0]["id"]
        sub_users = client.get(f"/v1/residential/subscriptions/{subscription}/sub-users").json()["data"]
        topups = client.get("/v1/topups", params={"perPage": 5}).json()["data"]
        ids = {
            "topup_id": [item["id"] for item in topups],
            "subscription_id": [subscription],
            "sub_user_id": [item["id"] for item in sub_users],
            "country_code": ["DE", "US", "us", "XX"],
        }
        yield Target(client, sandbox.base_url, sandbox.headers, ids)


@pytest.fixture(scope="module")
def operations() -> dict[str, Any]:
    import schemathesis  # noqa: PLC0415 (see above)
    from schemathesis.core.result import Ok  # noqa: PLC0415 (see above)

    found = schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
    return {result.ok().label: result.ok() for result in found if isinstance(result, Ok)}


@pytest.fixture(scope="module")
def checks() -> list[Any]:
    from schemathesis.checks import not_a_server_error  # noqa: PLC0415 (see above)
    from schemathesis.specs.openapi import checks  # noqa: PLC0415 (see above)

    return [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]


def test_the_document_names_all_operations_of_the_interface(operations: dict[str, Any]) -> None:
    assert len([label for label in operations if " /v1/" in label]) == 17
    assert {label for label, _mode in CASES} == set(operations)


# On Python 3.14, hypothesis says so of its own generator of random numbers.
@pytest.mark.filterwarnings("ignore:It looks like `register_random` was passed an object")
@pytest.mark.parametrize(("label", "mode"), CASES)
def test_generated_requests_get_documented_answers(
    label: str, mode: str, operations: dict[str, Any], checks: list[Any], target: Target
) -> None:
    import schemathesis  # noqa: PLC0415 (see above)

    generated = operations[label].as_strategy(schemathesis.GenerationMode(mode))

    @seed(7)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=generated, known=st.randoms(use_true_random=False))
    def run(case: schemathesis.Case[Any], known: random.Random) -> None:
        if known.random() < 0.7:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = known.choice(target.ids[name])
        case.call_and_validate(base_url=target.base_url, headers=target.headers, checks=checks)

    try:
        run()
    finally:
        target.client.post("/_sandbox/faults", json=[])
        target.client.post("/_sandbox/variants", json={})
