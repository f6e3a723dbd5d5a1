"""Making inputs smaller while they stay of their class."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from plain_search import ALPHABET, SPECS, plain_classes

from hexapla.discover.classes import Classifier
from hexapla.discover.discovery import Discovery, run, unseen
from hexapla.discover.inputs import Occurrences, SearchInput, smallest, spelling
from hexapla.discover.search_space import BASES, ExhaustiveSpace, SampledSpace

SMALL = ExhaustiveSpace(SPECS, "a/.", ("x:/a", "http://a"), 6)


@pytest.mark.slow
def test_a_sample_shows_only_what_is_new_and_shrinks_it() -> None:
    short = run(ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 2))
    sample = run(SampledSpace(SPECS, ALPHABET, tuple(BASES), 0, 100))
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


@given(any_text)
def test_any_text_is_shrunk_within_its_class(text: str) -> None:
    classifier = Classifier(SPECS)
    for base in (None, "http://a/b//c;d?e#f"):
        for item in set(classifier.of(text, base)):
            large = Discovery(SMALL, {item: Occurrences(1, SearchInput(text, base))})
            small = unseen(large, None).tallied[item].smallest
            assert item in set(plain_classes(small.reference, small.base))
            assert len(small.reference) <= len(text)
