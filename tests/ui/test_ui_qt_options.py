"""Qt's options reach Qt, ours reach us, and nothing else gets through."""

from __future__ import annotations

import pytest

from ui.__main__ import main
from ui.start.process import names_platform, split_options


@pytest.mark.parametrize(
    ("given", "ours", "qts"),
    [
        ([], [], []),
        (["--demo", "-reverse"], ["--demo"], ["-reverse"]),
        (["-platform", "offscreen", "--demo"], ["--demo"], ["-platform", "offscreen"]),
        (["--style=windows"], [], ["--style=windows"]),
        (["--tour", "style"], ["--tour", "style"], []),
        (["-platform"], ["-platform"], []),
        (["-nonsense", "x"], ["-nonsense", "x"], []),
        (["-qmljsdebugger=port:1"], ["-qmljsdebugger=port:1"], []),
    ],
)
def test_options_are_distinguished(given: list[str], ours: list[str], qts: list[str]) -> None:
    assert split_options(given) == (ours, qts)


def test_a_named_platform_is_seen() -> None:
    assert names_platform(["-platform", "offscreen"])
    assert names_platform(["--platform=offscreen"])
    assert not names_platform(["-style", "platform"])


@pytest.mark.parametrize("option", ["-nonsense", "--nonsense", "-qmljsdebugger=port:1", "stray"])
def test_what_nobody_knows_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version", option])
    assert caught.value.code == 2
    assert option in capsys.readouterr().err


def test_a_language_that_there_is_not_is_refused_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version", "--language", "tlh"])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert "tlh" in said
    assert "de, es, fr, ru, zh_Hans" in said
