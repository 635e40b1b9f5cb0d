"""No bytes break a parser: random ones, and what is real with a part changed."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.more_examples import more
from support.parser_targets import TARGETS


@st.composite
def contents(draw: st.DrawFn, seeds: tuple[bytes, ...]) -> bytes:
    """Draws a real content with some parts replaced, or anything."""
    content = draw(st.sampled_from((*seeds, b"")))
    for _part in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(content)))
        end = draw(st.integers(begin, min(len(content), begin + 8)))
        piece = draw(st.binary(max_size=8) | st.text(max_size=4).map(str.encode) | st.sampled_from(seeds))
        content = content[:begin] + piece + content[end:]
    return content


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=more(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_nothing_breaks_it(name: str, data: st.DataObject) -> None:
    target = TARGETS[name]
    target.run(data.draw(contents(target.seeds)))


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_real_is_read(name: str) -> None:
    for seed in TARGETS[name].seeds:
        TARGETS[name].run(seed)
