"""A search can be stopped and resumed; its examples are reduced, written, and read again."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from inputs import any_text
from plain_search import ALPHABET, SPECS, plain_classes

from hexapla.discover.classes import Classifier
from hexapla.discover.discovery import Discovery, plan, read_discovery, run, unseen
from hexapla.discover.inputs import Occurrences, SearchInput, smallest, spelling
from hexapla.discover.search_space import BASES, ExhaustiveSpace, SampledSpace
from hexapla.jobs.resume import check_same
from hexapla.values.errors import RunError

SMALL = ExhaustiveSpace(SPECS, "a/", ("x:/a",), 9)


@pytest.mark.slow
def test_two_workers_find_the_same() -> None:
    assert SMALL.units > 2
    assert run(SMALL, workers=2).to_json() == run(SMALL).to_json()


def test_a_search_that_was_stopped_finds_the_same(tmp_path: Path) -> None:
    for _ in range(2):
        # The first call reports the earlier progress, and each further call a unit.
        with pytest.raises(KeyboardInterrupt):
            run(SMALL, folder=tmp_path, progress=Mock(side_effect=(None, KeyboardInterrupt)))
    searched: list[int] = []
    found = run(SMALL, folder=tmp_path, progress=searched.append)
    assert found.to_json() == run(SMALL).to_json()
    assert sum(searched) == SMALL.references
    assert searched[0] == 2 * SMALL.unit_size


def test_only_the_same_search_is_gone_on_with(tmp_path: Path) -> None:
    sample = SampledSpace(SPECS, "a/", SMALL.bases, 0, 10)
    for other, name in (
        (attrs.evolve(SMALL, alphabet="a."), "alphabet: was "),
        (attrs.evolve(SMALL, max_length=5), "max_length: was 9, is 5 now"),
        (attrs.evolve(SMALL, bases=("x:",)), "bases: was "),
        (attrs.evolve(SMALL, specs=SPECS[1:]), "specs: was "),
        (sample, "exhaustive: was True, is False now"),
    ):
        with pytest.raises(RunError, match=name):
            check_same(tmp_path, plan(SMALL), plan(other))


@pytest.mark.parametrize("text", ["", "{}", "[]", "3", '{"until": 1}', '{"until": "x"}'])
def test_a_damaged_state_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "state.json").write_text(text, "utf-8")
    with pytest.raises(RunError, match=r"state\.json is damaged; remove it"):
        run(SMALL, folder=tmp_path)


def test_what_was_found_is_read_as_it_was_written(tmp_path: Path) -> None:
    found = run(ExhaustiveSpace(SPECS, "\ud800:\0", ("\ud800:", "x:"), 2))
    path = tmp_path / "found.json"
    path.write_text(found.to_json(), "utf-8")
    read = read_discovery(path)
    assert read.classes == found.classes
    assert list(read.classes) == list(found.classes)
    assert read.bases == ("\ud800:", "x:")
    ids = [item.id for item in found.classes]
    assert len(set(ids)) == len(ids)


@pytest.mark.slow
def test_a_sample_shows_only_what_is_new_and_shrinks_it() -> None:
    short = run(ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 2))
    sample = run(SampledSpace(SPECS, ALPHABET, tuple(BASES), 0, 8))
    new = unseen(sample, short.classes)
    assert new.classes
    assert not set(new.classes) & set(short.classes)
    assert new.seen_again == len(sample.classes) - len(new.classes)
    for item, finding in new.classes.items():
        smallest, drawn = finding.smallest, sample.tallied[item].smallest
        assert item in set(plain_classes(smallest.reference, smallest.base))
        assert len(smallest.reference) <= len(drawn.reference)
        outside = set(smallest.reference) - set(ALPHABET)
        assert outside or len(smallest.reference) > 2
        for place in range(len(smallest.reference)):
            shorter = smallest.reference[:place] + smallest.reference[place + 1 :]
            assert item not in set(plain_classes(shorter, smallest.base))
    assert new.to_json() == unseen(sample, short.classes).to_json()


@given(st.text(alphabet="abcd", max_size=8))
def test_a_text_is_spelled_by_the_fewest_pieces_and_the_fewest_others(text: str) -> None:
    pieces = ("abc", "a", "b", "cd")
    spelled = spelling(pieces, text)
    assert "".join(spelled) == text

    def ways(rest: str) -> Iterator[tuple[int, int]]:
        if not rest:
            yield 0, 0
        for piece in {*pieces, rest[:1]} if rest else ():
            if rest.startswith(piece):
                for others, count in ways(rest[len(piece) :]):
                    yield others + (piece not in pieces), count + 1

    others = sum(piece not in pieces for piece in spelled)
    assert (others, len(spelled)) == min(ways(text))


def test_an_example_shrinks_piece_by_piece() -> None:
    for alphabet, shrunk in (("ab%2e", "%2ea"), (("a", "b", "%2e"), "%2ea")):
        asked: list[str] = []

        def holds(item: SearchInput, asked: list[str] = asked) -> bool:
            asked.append(item.reference)
            return "%2ea" in item.reference

        assert smallest(SearchInput("b%2ea%2e"), holds, alphabet) == SearchInput(shrunk)
        assert ("2ea%2e" in asked) == isinstance(alphabet, str)


@pytest.mark.parametrize("text", ["ab ", "a\tb", "0\ud800 ", "0\ud800"])
def test_a_cleaned_text_has_its_own_classes(text: str) -> None:
    for before in ("ab ", "a\tb", "0\ud800 "):
        classifier = Classifier(SPECS)
        list(classifier.of(before, None))
        assert set(classifier.of(text, None)) == set(plain_classes(text, None))


@given(any_text)
@example("0\ud800 ")
def test_any_text_is_shrunk_within_its_class(text: str) -> None:
    classifier = Classifier(SPECS)
    for base in (None, "http://a/b//c;d?e#f"):
        for item in set(classifier.of(text, base)):
            large = Discovery(SMALL, {item: Occurrences(1, SearchInput(text, base))})
            small = unseen(large, None).tallied[item].smallest
            assert item in set(plain_classes(small.reference, small.base))
            assert len(small.reference) <= len(text)
