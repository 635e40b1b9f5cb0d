"""Changes one field of a JSON answer, by its path."""

import json
from typing import Any

from tollhouse_sandbox.faults import Fault
from tollhouse_sandbox.web.answers import json_bytes


def mutate_body(body: bytes, fault: Fault) -> bytes:
    """Changes the field of a JSON body; anything else stays as it is."""
    try:
        document = json.loads(body)
    except ValueError:
        return body
    return json_bytes(_mutate(document, fault))


def _mutate(document: Any, fault: Fault) -> Any:  # noqa: ANN401 - any JSON value
    """Sets or deletes the field at `fault.path`; a path that does not exist changes nothing.

    Returns:
        The changed document; `fault.value` itself for an empty path.
    """
    if not fault.path:
        return fault.value
    *steps, last = fault.path.split(".")
    target = document
    for step in steps:
        target = _child(target, step)
    match target:
        case dict():
            if fault.delete:
                target.pop(last, None)
            else:
                target[last] = fault.value
        case list() if last.isdecimal() and int(last) < len(target):
            if fault.delete:
                del target[int(last)]
            else:
                target[int(last)] = fault.value
        case _:
            pass
    return document


def _child(value: Any, step: str) -> Any:  # noqa: ANN401 - any JSON value
    match value:
        case dict():
            return value.get(step)
        case list() if step.isdecimal() and int(step) < len(value):
            return value[int(step)]
        case _:
            return None
