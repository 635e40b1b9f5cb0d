"""The OpenAPI document tells the truth: generated requests, good and bad, never surprise."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tollhouse_sandbox.process import start_sandbox
from tollhouse_sandbox.server import build_app
from tollhouse_sandbox.settings import Settings

EXAMPLES = 12
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def _document() -> dict[str, Any]:
    app = build_app(Settings(scale="empty"))
    app.state.world.close()
    return app.openapi()


SCHEMA = schemathesis.openapi.from_dict(_document())
OPERATIONS = {
    result.ok().label: result.ok() for result in SCHEMA.get_all_operations() if isinstance(result, Ok)
}


def _can_be_wrong(operation: dict[str, Any]) -> bool:
    """Whether a request can be malformed: any text is a good path, and not all routes take more."""
    parameters = {parameter["in"] for parameter in operation.get("parameters", [])}
    return bool(parameters - {"path"}) or "requestBody" in operation or "security" in operation


CASES = [
    (label, mode)
    for label, operation in OPERATIONS.items()
    for mode in schemathesis.GenerationMode
    if mode is schemathesis.GenerationMode.POSITIVE or _can_be_wrong(operation.definition.raw)
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


def test_the_document_names_all_operations_of_the_interface() -> None:
    assert len([label for label in OPERATIONS if " /v1/" in label]) == 17


@pytest.mark.parametrize(("label", "mode"), CASES)
def test_generated_requests_get_documented_answers(
    label: str, mode: schemathesis.GenerationMode, target: Target
) -> None:
    operation = OPERATIONS[label]

    @seed(7)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode), known=st.randoms(use_true_random=False))
    def run(case: schemathesis.Case[Any], known: random.Random) -> None:
        if known.random() < 0.7:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = known.choice(target.ids[name])
        case.call_and_validate(base_url=target.base_url, headers=target.headers, checks=CHECKS)

    try:
        run()
    finally:
        target.client.post("/_sandbox/faults", json=[])
