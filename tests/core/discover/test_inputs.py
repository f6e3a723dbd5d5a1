"""Making inputs smaller while they stay of their class."""

import pytest
from hypothesis import given
from inputs import any_text
from plain_search import ALPHABET, SPECS, plain_classes

from hexapla.discover.classes import Classifier
from hexapla.discover.inputs import SearchInput
from hexapla.discover.run import run, shrink, unseen
from hexapla.discover.search_space import BASES, ExhaustiveSpace, SampledSpace

SMALL = ExhaustiveSpace(SPECS, "a/.", ("x:/a", "http://a"), 6)


@pytest.mark.slow
def test_a_sample_shows_only_what_is_new_and_shrinks_it() -> None:
    short = run(ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 2))
    sample = run(SampledSpace(SPECS, ALPHABET, tuple(BASES), 0, 2000))
    new = unseen(sample, short.classes)
    assert new.classes
    assert not set(new.classes) & set(short.classes)
    assert new.seen_again == len(sample.classes) - len(new.classes)
    for item, finding in new.classes.items():
        smallest, drawn = finding.smallest, sample.result.classes[item].smallest
        assert item in set(plain_classes(smallest.reference, smallest.base))
        assert len(smallest.reference) <= len(drawn.reference)
        outside = set(smallest.reference) - set(ALPHABET)
        assert outside or len(smallest.reference) > 2
        for place in range(len(smallest.reference)):
            shorter = smallest.reference[:place] + smallest.reference[place + 1 :]
            assert item not in set(plain_classes(shorter, smallest.base))
    assert new.to_json() == unseen(sample, short.classes).to_json()


@given(any_text)
def test_any_text_is_shrunk_within_its_class(text: str) -> None:
    classifier = Classifier(SPECS)
    for base in (None, "http://a/b//c;d?e#f"):
        for item in set(classifier.of(text, base)):
            smallest = shrink(SMALL, classifier, item, SearchInput(text, base))
            assert item in set(plain_classes(smallest.reference, smallest.base))
            assert len(smallest.reference) <= len(text)
