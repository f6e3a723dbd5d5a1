"""Counting rows: the sums, and the examples that are chosen for a cause."""

import json
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from corpora import summarize
from hypothesis import given, settings
from hypothesis import strategies as st
from inputs import BASE, BASES, references

import hexapla
from hexapla.comparison.cause_key import PARTS, TARGET, VALID, CauseKey, title_of
from hexapla.comparison.comparison import compare
from hexapla.corpus.rows import ComparedSpecs
from hexapla.corpus.source import Pair
from hexapla.corpus.summary import Counting, PairExample, counted_batch
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import has_rule
from hexapla.standard.rule import Phase

SPECS = ComparedSpecs(hexapla.specs())
THREE = ComparedSpecs(tuple(map(hexapla.spec, ("rfc1630", "rfc1808", "rfc2396"))))
some_bases = st.sampled_from(["http://a/b/c/d;p?q", "http://a", "x:y", "http://é/?q#f"])
some_pairs = st.lists(st.tuples(st.sampled_from(BASES), references), min_size=1, max_size=6)


def pairs_of(texts: list[tuple[str, str]]) -> list[Pair]:
    return [Pair("x", row, base, text) for row, (base, text) in enumerate(texts, 1)]


@settings(max_examples=20)
@given(some_pairs)
def test_the_sums_are_those_of_the_comparisons(texts: list[tuple[str, str]]) -> None:
    summary = summarize(map(SPECS.compare, pairs_of(texts)), SPECS)
    comparisons = [compare(text, base=base, specs=SPECS.specs) for base, text in texts]
    targets = [
        [item.target if has_rule(item.target) else None for item in each.resolutions]
        for each in comparisons
    ]
    verdicts = [
        [
            None if item.verdict is Verdict.NO_PRODUCTION else item.verdict
            for item in each.validities
        ]
        for each in comparisons
    ]
    for facet, found in ((VALID, verdicts), (TARGET, targets)):
        assert summary.differing(facet) == sum(len({*row} - {None}) > 1 for row in found)
        for pair, counts in summary.meetings(facet).items():
            left, right = map(SPECS.selectors.index, pair)
            both = [(row[left], row[right]) for row in found if None not in (row[left], row[right])]
            agree = sum(one == other for one, other in both)
            sums = {"agree": agree, "differ": len(both) - agree, "silent": len(texts) - len(both)}
            assert counts == sums
    parts = [each.parts for each in comparisons]
    assert summary.differing(PARTS) == sum(not each.agrees for each in parts)
    facets = [*parts, *(each.target for each in comparisons if each.target is not None)]
    rows = sum(examples.rows for examples in summary.causes.values())
    assert rows == sum(len(facet.causes_of_pairs) for facet in facets)


@settings(max_examples=10)  # each opens two databases
@given(st.lists(some_pairs, min_size=1, max_size=3))
def test_rows_are_counted_alike_whatever_the_batches(batches: list[list[tuple[str, str]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        counting = Counting(Path(folder))
        for batch in batches:
            counting.add(counted_batch(list(map(THREE.compare, pairs_of(batch))), THREE))
        found = counting.summary(THREE)
    texts = [pair for batch in batches for pair in batch]
    assert found == summarize(map(THREE.compare, pairs_of(texts)), THREE)
    assert json.dumps(found.to_dict())
    assert json.dumps(found.unseen_to_dict())


@settings(max_examples=10)
@given(st.lists(st.tuples(some_bases, st.sampled_from(["", "?", "?y", "#s", "?\0", "?é"]))))
def test_examples_are_exact(texts: list[tuple[str, str]]) -> None:
    """Each cause's examples are chosen from all pairs that show it."""
    shown: dict[CauseKey, list[tuple[str, str]]] = {}
    for row in map(SPECS.compare, pairs_of(texts)):
        for key in row.causes:
            shown.setdefault(key, []).append((row.pair.base, row.pair.reference))
    found = summarize(map(SPECS.compare, pairs_of(texts)), SPECS).causes
    assert found.keys() == shown.keys()
    for key, pairs in shown.items():
        counts = Counter(reference for _, reference in pairs)
        examples = found[key]
        assert examples.rows == len(pairs)
        smallest = min(pairs, key=lambda pair: (sum(map(len, pair)), *pair[::-1]))
        assert examples.smallest == PairExample(*smallest)
        commonest = min(counts, key=lambda text: (-counts[text], len(text), text))
        rarest = min(counts, key=lambda text: (counts[text], len(text), text))
        for example, text in ((examples.commonest, commonest), (examples.rarest, rarest)):
            bases = [base for base, reference in pairs if reference == text]
            base = min(bases, key=lambda text: (len(text), text))
            assert example == PairExample(base, text, counts[text])


class InterruptedBatch:
    """A record batch that is interrupted by Ctrl-C while DuckDB reads it."""

    def __init__(self, batch: Any) -> None:
        self.column = batch.column

    def set_column(self, *_: object) -> "InterruptedBatch":
        return self

    def __arrow_c_stream__(self, _: object = None) -> object:
        raise KeyboardInterrupt


def test_a_ctrl_c_while_rows_are_counted_is_one(tmp_path: Path) -> None:
    batch = counted_batch([SPECS.compare(Pair("", 1, BASE, "g"))], SPECS)
    with pytest.raises(KeyboardInterrupt):
        Counting(tmp_path).add(InterruptedBatch(batch))


def test_a_spec_without_a_rule_is_counted_once() -> None:
    """RFC 1738, 2.3, leaves relative forms to other documents."""
    specs = ComparedSpecs(tuple(map(hexapla.spec, ("rfc1738", "rfc1808", "rfc2396"))))
    rows = list(map(specs.compare, pairs_of([(BASE, "g"), (BASE, "?y"), (BASE, "x:y")])))
    assert [row.kind.no_rule for row in rows] == [("rfc1738",), ("rfc1738",), ()]
    assert [*rows[0].kind.target] == [("rfc1808", "rfc2396")]
    assert not [key for key in rows[1].causes if key.facet == TARGET and "rfc1738" in key.left]
    summary = summarize(rows, specs)
    assert summary.differing(TARGET) == 1
    assert summary.outcomes["rfc1738", "undefined"] == 2
    with_1738 = summary.meetings(TARGET)["rfc1738", "rfc1808"]
    assert with_1738 == {"agree": 1, "differ": 0, "silent": 2}


def test_a_cause_that_shows_is_no_longer_unseen() -> None:
    found = summarize(map(THREE.compare, [Pair("x", 1, BASE, "?y")]), THREE)
    nothing = summarize([], THREE)
    targets = {key for key in found.causes if key.facet == TARGET}
    assert targets <= set(nothing.unseen())
    assert set(nothing.unseen()) - set(found.unseen()) == targets
    assert len(targets) == 2


def test_causes_have_the_ids_that_rows_have() -> None:
    rows = list(map(THREE.compare, pairs_of([(BASE, text) for text in ("?y", "../../../g")])))
    form = summarize(rows, THREE).to_dict()
    causes = form["causes"]
    assert isinstance(causes, list)
    listed = {cause["id"]: (cause["facet"], cause["name"]) for cause in causes}
    assert listed == {key.id: (key.facet, key.name) for row in rows for key in row.causes}
    assert len(listed) == len(causes)


def test_every_key_that_can_be_has_an_id_of_its_own() -> None:
    possible = summarize([], SPECS).unseen()
    assert len(possible) > 500
    assert len({key.id for key in possible}) == len(possible)
    assert all(re.fullmatch("[a-z2-7]{8}", key.id) for key in possible)


def test_no_two_titles_are_alike() -> None:
    # RFCs can't differ in phases that none of them has.
    only_newest = {Phase.CLEAN.value, Phase.NORMALISE.value}
    possible = [
        key
        for key in summarize([], SPECS).unseen()
        if key.phase and (key.phase not in only_newest or key.right == "whatwg")
    ]
    titles = [title_of(key, SPECS.specs) for key in possible]
    assert len(set(titles)) == len(titles)
