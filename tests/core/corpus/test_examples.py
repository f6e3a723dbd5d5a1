"""Counting examples in bounded memory: exact while few, bounded always, and the same merged."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from hexapla.corpus.examples import (
    CAPACITY,
    LONGEST_KEPT,
    CauseExamples,
    Frequent,
    Sample,
)

few = st.lists(st.sampled_from([f"g{number}" for number in range(CAPACITY)]), min_size=1)
many = st.lists(
    st.integers(0, 40).map(lambda n: min(n, 12)) | st.integers(0, 4 * CAPACITY), min_size=1
).map(lambda numbers: [f"g{number}" for number in numbers])


def seen(references: list[str]) -> CauseExamples:
    found = CauseExamples()
    for reference in references:
        found.add("http://a", reference)
    return found


@given(few)
def test_few_references_are_counted_exactly(references: list[str]) -> None:
    found, counts = seen(references), Counter(references)
    assert found.commonest is not None
    assert found.rarest is not None
    assert found.commonest.at_least == found.commonest.at_most == max(counts.values())
    assert counts[found.commonest.reference] == max(counts.values())
    assert found.rarest.at_least == counts[found.rarest.reference] == min(counts.values())
    assert found.to_dict()["sampled"] is False


@given(st.lists(many, min_size=1, max_size=4))
def test_bounds_hold_when_counts_are_merged(batches: list[list[str]]) -> None:
    """Every lower and upper bound holds, and no frequent reference is missed."""
    counts = Counter(reference for batch in batches for reference in batch)
    frequent, sample = Frequent(), Sample()
    for batch in batches:
        part = seen(batch)
        frequent.merge(Frequent.of_state(part.frequent.state()))
        sample.merge(Sample.of_state(part.sample.state()))
    assert len(frequent.counts) <= CAPACITY
    assert frequent.error <= counts.total() / (CAPACITY + 1)
    for reference, count in counts.items():
        kept, _ = frequent.counts.get(reference, (0, ""))
        assert kept <= count <= kept + frequent.error
    whole = seen([reference for batch in batches for reference in batch]).sample
    assert sample == whole
    assert {reference: count for reference, (count, _) in sample.counts.items()} == {
        reference: counts[reference] for reference in sample.counts
    }
    assert sample.complete == (len(counts) <= CAPACITY)
    assert len(sample.counts) == min(CAPACITY, len(counts))


@given(st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), min_size=1))
def test_the_smallest_pair_does_not_depend_on_the_order(pairs: list[tuple[str, str]]) -> None:
    found, backwards = CauseExamples(), CauseExamples()
    for base, reference in pairs:
        found.add(base, reference)
    for base, reference in reversed(pairs):
        backwards.add(base, reference)
    assert found.smallest == backwards.smallest
    assert sum(map(len, found.smallest or ())) == min(len(b) + len(r) for b, r in pairs)


def test_long_references_are_counted_and_not_kept() -> None:
    found = CauseExamples()
    for number in range(200):
        found.add("http://a", f"{number}" * LONGEST_KEPT)
    assert found.rows == 200
    assert found.smallest == ("http://a", "0" * LONGEST_KEPT)
    assert found.commonest is None
    assert found.rarest is None
