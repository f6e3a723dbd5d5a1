"""Every entry point with bytes as input: those that once showed a bug, and Hypothesis's.

`fuzz.py` tries them with a coverage-guided fuzzer.
"""

from pathlib import Path

import pytest
from fuzz import KEPT, main
from fuzz_targets import TARGETS, octets_of
from hypothesis import given, settings
from hypothesis import strategies as st


def octets_for(name: str) -> st.SearchStrategy[bytes]:
    """Return inputs that are likely to contain words that the target knows."""
    pieces = st.one_of(st.sampled_from(octets_of(name)), st.binary(max_size=4))
    return st.lists(pieces, max_size=20).map(b"".join)


def kept() -> list[Path]:
    return [path for path in sorted(KEPT.rglob("*")) if path.is_file()]


@pytest.mark.parametrize("path", kept(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_once_showed_a_mistake_shows_none(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


def test_every_kept_input_is_small_and_has_a_target() -> None:
    assert {path.parent.name for path in kept()} <= TARGETS.keys()
    assert all(path.stat().st_size <= 1 << 14 for path in kept())


# For all targets together, these are many examples.
@settings(max_examples=settings().max_examples // 3)
@pytest.mark.parametrize("name", TARGETS)
@given(data=st.data())
def test_any_octets_are_legal(name: str, data: st.DataObject) -> None:
    TARGETS[name](data.draw(octets_for(name)))


@pytest.mark.slow
def test_a_fuzzer_finds_a_mistake_and_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("atheris")
    assert main(["selector", "--seconds", "1", "--folder", str(tmp_path)]) == 0
    assert "nothing failed" in capsys.readouterr().out
