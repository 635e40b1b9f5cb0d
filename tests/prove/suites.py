"""Goals whose tests draw their values: the same tests, with other seeds and many more examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from prove.campaign import Campaign, Figures

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).parents[2]
_EXAMPLES = re.compile(r"(\d+) passing,")
_ENDINGS = re.compile(r"(\d+) (passed|failed|errors?|skipped)")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.*)$", re.MULTILINE)
_BATCHES = 50


def _campaign(
    goal: str,
    title: str,
    about: str,
    files: str,
    *,
    factor: int = 1,
    batches: int = _BATCHES,
    in_sample: bool = True,
) -> Campaign:
    """Returns a campaign of test files, each batch with a seed of its own and `factor` times the examples."""

    def run(number: int, seed: int, is_sample: bool) -> Iterator[Figures]:  # noqa: FBT001 - as campaigns are run
        output = _run_tests(files.split(), seed + number, 1 if is_sample else factor)
        endings = Counter({kind.rstrip("s"): int(count) for count, kind in _ENDINGS.findall(output)})
        counts = Counter(
            tests=endings["passed"],
            examples=sum(map(int, _EXAMPLES.findall(output))),
            skipped=endings["skipped"],
            failures=endings["failed"] + endings["error"],
        )
        if not endings:
            counts["failures"] += 1
        failed = _FAILED.findall(output) or ([] if endings else [output[-500:]])
        yield Figures(counts, [f"--hypothesis-seed={seed + number}: {one}" for one in failed])

    done = ("tests", "examples", "skipped")
    return Campaign(goal, title, about, done, ("failures",), batches, run, in_sample)


def _run_tests(files: list[str], seed: int, factor: int) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--timeout", "1800"]
    command += [f"--hypothesis-seed={seed}", "--hypothesis-show-statistics", *files]
    environment = {
        **os.environ,
        "TOLLHOUSE_EXAMPLES": str(factor),
    }
    ended = subprocess.run(command, cwd=_ROOT, env=environment, capture_output=True, text=True, check=False)
    return ended.stdout


CAMPAIGNS = (
    _campaign(
        "Interface",
        "open points",
        "the main job and subscriptions in the window, with each variant of the sandbox alone and in pairs",
        "tests/ui/pages/test_ui_pages_variants.py",
        factor=2,
        batches=1,
        in_sample=False,
    ),
    _campaign(
        "G3",
        "sequences",
        "a state machine of create, poll, lost answer, kill, switched account, clock steps and jumps, and"
        " outbox, state, settings or first frame damaged between two starts",
        "tests/app/services/test_services_topups_model.py",
        factor=17,
    ),
    _campaign(
        "G4",
        "deposit check",
        "changed addresses, amounts and links are blocked, valid ones are not; `bip-utils` checks addresses",
        "tests/app/rules/test_rules_deposit_properties.py tests/app/rules/test_rules_addresses_oracle.py",
        factor=4,
    ),
    _campaign(
        "G5",
        "fuzz",
        "any JSON, body and bytes as an answer to every call of the client: values, or an `AppError`;"
        " anything as what each parser of `tests/support/parser_targets.py` reads",
        "tests/app/api/test_api_fuzz.py tests/app/test_app_parsers.py",
        factor=4,
    ),
    _campaign(
        "G5",
        "sandbox's document",
        "requests that schemathesis makes of the OpenAPI document get documented answers",
        "tests/sandbox/test_sandbox_schemathesis.py",
        factor=2,
        batches=5,
        in_sample=False,
    ),
    _campaign(
        "G5",
        "random use",
        "random clicks, keys, texts, windows, languages, settings, accounts, faults and variants of two"
        " services, commands beside it, a tray, suspends and jumps of the clocks in the whole window:"
        " no crash, nothing left behind, nothing wrong to pay, and a way back to each page, which is true",
        "tests/ui/shell/test_ui_shell_random_use.py",
        factor=10,
        batches=15,
        in_sample=False,
    ),
    _campaign(
        "G7",
        "canaries",
        "a real key, passwords and own texts, looked for in files, logs, environment and arguments of"
        " children, clipboard, selection and accessible texts",
        "tests/app/services/test_services_canaries.py tests/app/api/test_api_secrets.py"
        " tests/app/storage/test_storage_logs.py tests/app/services/test_services_bootstrap.py"
        " tests/app/services/test_services_demo.py tests/ui/test_ui_clipboard.py tests/ui/test_ui_restart.py"
        " tests/ui/pages/test_ui_pages_canaries.py tests/ui/shell/test_ui_shell_palette.py"
        " tests/ui/shell/test_ui_shell_tray_copies.py tests/ui/shell/test_ui_shell_idle_lock.py",
        batches=1,
        in_sample=False,
    ),
    _campaign(
        "G8",
        "hostile texts",
        "over 60 texts in every text of top-ups, errors, coins, subscriptions, usage, sub-users, locations,"
        " notifications, the palette, all accounts, the command line, print sheets and exports: plain text,"
        " nothing loaded or opened",
        "tests/ui/pages/test_ui_pages_topups_hostile.py tests/ui/pages/test_ui_pages_hostile_texts.py"
        " tests/ui/shell/test_ui_shell_hostile_texts.py tests/ui/pages/test_ui_pages_print_sheets.py"
        " tests/ui/pages/test_ui_pages_share.py tests/ui/widgets/test_widgets_browsing.py"
        " tests/ui/widgets/test_widgets_texts.py tests/ui/test_ui_links.py tests/app/cli/test_cli_reading.py"
        " tests/app/cli/test_cli_hostile_texts.py"
        " tests/app/services/test_services_topup_exports.py",
        factor=2,
        batches=1,
        in_sample=False,
    ),
    _campaign(
        "G12",
        "keyring",
        "a key read, written and deleted with a keyring that works, is absent, locked, denied, hanging, null,"
        " failing, planted or dying; the app lists no keys",
        "tests/app/storage/test_storage_keys.py tests/app/storage/test_storage_keys_refusals.py"
        " tests/app/storage/test_storage_keyring_process.py tests/app/services/test_services_account_keys.py",
        batches=1,
        in_sample=False,
    ),
)
