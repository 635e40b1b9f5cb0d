"""Mutation tests (`make mutants`): which tests judge a mutant, and how many mutants they kill.

As a plugin of pytest, it lets a mutant meet the tests of its own module alone, the quickest first. As a
program, it prints the score of each module, and what no test noticed.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections import Counter
from difflib import ndiff
from fnmatch import fnmatch
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hypothesis import Phase, settings

if TYPE_CHECKING:
    import pytest

MIN_KILLED_PERCENT: Final = 90
MAX_CPU_SECONDS: Final = 20
"""Of one mutant; the tests of a module take fewer than ten, those that start programs are left out."""

TESTS: Final = {
    "app.api.outcome": "api_outcome api_retry api_http_dates api_transport_retries",
    "app.rules.csv_files": "rules_usage rules_sub_user_imports rules_sub_users rules_check_files",
    "app.rules.identifiers": "rules_deposit rules_topups rules_sub_users rules_sub_user_imports",
    "app.rules.locations.countries": "rules_locations",
    "app.rules.locations.*": "rules_location_search rules_palette",
    "app.rules.money.amounts": "rules_amounts rules_caps",
    "app.rules.money.tokens": "rules_addresses rules_deposit",
    "app.rules.money.*": "rules_addresses rules_addresses_oracle",
    "app.rules.overviews": "rules_overviews",
    "app.rules.palette": "rules_palette",
    "app.rules.payment_uris.*": "rules_payment_uris rules_agreements rules_deposit",
    "app.rules.proxy_formats.templates": "rules_own_templates rules_proxy_formats rules_proxy_formats_groups",
    "app.rules.proxy_formats.*": (
        "rules_proxy_formats rules_proxy_formats_clients rules_proxy_formats_groups rules_own_templates"
    ),
    "app.rules.sub_users.*": "rules_sub_users rules_sub_user_imports rules_caps",
    "app.rules.subscriptions.sticky": "rules_sticky rules_proxy_formats",
    "app.rules.subscriptions.*": "rules_usage rules_check_files rules_subscription_notifications",
    "app.rules.topups.confirmation_pace": "rules_confirmation_pace",
    "app.rules.topups.deposit_*": "rules_deposit rules_deposit_problems",
    "app.rules.topups.entries": "rules_txids rules_purchases",
    "app.rules.topups.idempotency": "rules_idempotency",
    "app.rules.topups.notifications": "rules_topup_notifications",
    "app.rules.topups.transitions": "rules_topups",
    "app.rules.topups.uri_agreement": "rules_agreements rules_payment_uris rules_deposit",
    "app.rules.words": "rules_search_words rules_location_search rules_palette",
}
"""Files of tests by module; the first pattern that fits counts."""

_AT_IMPORT: Final = (
    "app.rules.money.encodings.x__round_constants*",
    "app.rules.proxy_formats.rendering.x__url*",
    "app.rules.proxy_formats.texts.x_blocks*",
    "app.rules.proxy_formats.texts.x_json_objects*",
    "app.rules.proxy_formats.texts.x_sections*",
)
"""Functions that are called while a module is imported: it is imported again for each of their mutants."""

_RESULTS: Final = {0: "survived", 1: "killed", 24: "killed", -24: "killed", 152: "killed"}
"""By exit code; SIGXCPU (24) ends a loop that would not end."""

# A failure needs no smaller example, and each mutant meets the same values each time.
settings.register_profile(
    "mutants", phases=(Phase.explicit, Phase.generate), database=None, derandomize=True, deadline=None
)
settings.load_profile("mutants")


def pytest_configure(config: pytest.Config) -> None:
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")
    module = mutant.rpartition(".")[0]
    tests = next((names for pattern, names in TESTS.items() if fnmatch(module, pattern)), "")
    if not tests:
        return
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = ceil(used) + MAX_CPU_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (limit if hard < 0 else min(limit, hard), hard))
    if any(fnmatch(mutant, pattern) for pattern in _AT_IMPORT):
        for name in [*sys.modules]:
            if name.partition(".")[0] in {"app", "support"} - {__name__} or name.startswith("test_"):
                del sys.modules[name]
    config.args[:] = [f"tests/app/{name.partition('_')[0]}/test_{name}.py" for name in tests.split()]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "MUTANT_UNDER_TEST" not in os.environ or not Path("mutmut-stats.json").exists():
        return
    seconds = json.loads(Path("mutmut-stats.json").read_text(encoding="utf-8"))["duration_by_test"]
    items.sort(key=lambda item: seconds.get(item.nodeid, 0))


def main(mutated: Path, chosen: list[str]) -> int:
    """Prints the score of each module, or of those chosen by patterns of names, and the survivors.

    Returns 1 if it is too low for all together, or a mutant was not judged.
    """
    total: Counter[str] = Counter()
    rows: list[tuple[str, Counter[str]]] = []
    survivors: list[str] = []
    for path in sorted(mutated.rglob("*.py.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        judged = {
            name: _RESULTS.get(code, "not judged")
            for name, code in codes.items()
            if any(fnmatch(name, pattern) for pattern in chosen or ["*"])
        }
        results = Counter(judged.values())
        survivors += [name + _change(path, name) for name, result in judged.items() if result == "survived"]
        total += results
        if results:
            rows.append((str(path.relative_to(mutated)).removesuffix(".meta"), results))
    sys.stdout.write("".join(survivors))
    for name, results in (*rows, ("all", total)):
        score = 100 * results["killed"] / results.total()
        counts = " ".join(f"{results[kind]:6}" for kind in ("killed", "survived", "not judged"))
        sys.stdout.write(f"{name:45} {counts} {score:6.1f} %\n")
    sys.stdout.write(f"Killed, survived, not judged; at least {MIN_KILLED_PERCENT} % are to be killed.\n")
    is_low = total["killed"] * 100 < total.total() * MIN_KILLED_PERCENT
    return int(is_low or total["not judged"] > 0)


def _change(meta: Path, mutant: str) -> str:
    """Returns the lines that differ between a function and its mutant, both in the file beside `meta`."""
    lines = meta.with_suffix("").read_text(encoding="utf-8").splitlines(keepends=True)
    spans = json.loads(meta.with_suffix(".spans").read_text(encoding="utf-8"))["spans"]
    name = mutant.rpartition(".")[2]
    function = name.rpartition("__mutmut_")[0]
    before, after = (
        [line.replace(key, function) for line in lines[slice(*spans[key])]]
        for key in (f"{function}__mutmut_orig", name)
    )
    return "\n" + "".join(line for line in ndiff(before, after) if line[0] in "-+")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
