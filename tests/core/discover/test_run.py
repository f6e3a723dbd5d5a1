"""Running a search: with several workers, stopped, and gone on with."""

from pathlib import Path

import pytest
from plain_search import SPECS

from hexapla.discover.discovery import plan, run
from hexapla.discover.search_space import ExhaustiveSpace, SampledSpace
from hexapla.jobs.resume import check_same
from hexapla.values.errors import RunError

SMALL = ExhaustiveSpace(SPECS, "a/.", ("x:/a", "http://a"), 6)


@pytest.mark.slow
def test_two_workers_find_the_same() -> None:
    assert SMALL.units > 2
    assert run(SMALL, workers=2).to_json() == run(SMALL).to_json()


def stop_after(units: int, folder: Path) -> None:
    left = [units]

    def progress(references: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(SMALL, folder=folder, progress=progress)


def test_a_search_that_was_stopped_finds_the_same(tmp_path: Path) -> None:
    stop_after(1, tmp_path)
    stop_after(1, tmp_path)
    searched: list[int] = []
    found = run(SMALL, folder=tmp_path, progress=lambda done: searched.append(done))
    assert found.to_json() == run(SMALL).to_json()
    assert sum(searched) == SMALL.references
    assert searched[0] == 2 * SMALL.unit_size


def test_only_the_same_search_is_gone_on_with(tmp_path: Path) -> None:
    for other, name in (
        (ExhaustiveSpace(SPECS, "a.", SMALL.bases, 6), "alphabet: was "),
        (ExhaustiveSpace(SPECS, "a/.", SMALL.bases, 5), "max_length: was 6, is 5 now"),
        (ExhaustiveSpace(SPECS, "a/.", ("x:",), 6), "bases: was "),
        (ExhaustiveSpace(SPECS[1:], "a/.", SMALL.bases, 6), "specs: was "),
        (SampledSpace(SPECS, "a/.", SMALL.bases, 0, 10), "exhaustive: was True, is False now"),
    ):
        with pytest.raises(RunError, match=name):
            check_same(tmp_path, plan(SMALL), plan(other))


@pytest.mark.parametrize("text", ["", "{}", "[]", "3", '{"until": 1}', '{"until": "x"}'])
def test_a_damaged_state_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "state.json").write_text(text, "utf-8")
    with pytest.raises(RunError, match=r"state\.json is damaged; remove it"):
        run(SMALL, folder=tmp_path)
