"""Discovery: what it finds, against plain enumeration through `compare`; its bounds and samples."""

import functools
import itertools
import json
import os
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text

import hexapla
from hexapla.comparison.columns import Comparison, columns_of
from hexapla.comparison.facet import Facet
from hexapla.discover import (
    BASES,
    AppliedRule,
    Classifier,
    DisagreementClass,
    Discovery,
    DiscoveryError,
    ExhaustiveSpace,
    SampledSpace,
    Side,
    Witness,
    read_discovery,
    run,
    shrink,
    unseen,
)
from hexapla.discover.search import search
from hexapla.grammar.validity import Verdict
from hexapla.standard.spec import AnySpec

SPECS = columns_of(None)
JUDGE = "rfc3986"
ALPHABET = "a:/?#;."


# Plain enumeration: no signature, no memory, no units; `compare` on every input.


def plain_classes(
    reference: str, base: str | None, specs: tuple[AnySpec, ...]
) -> Iterator[DisagreementClass]:
    comparison = hexapla.compare(reference, base, specs)
    if base is not None:
        assert comparison.target is not None
        yield from of_facet(comparison, comparison.target)
        return
    yield from of_facet(comparison, comparison.parts)
    verdicts = {
        spec.selector: found.verdict.value
        for spec, found in zip(specs, comparison.validities, strict=True)
        if spec.selector not in comparison.valid.silent
    }
    for left, right in combinations(verdicts, 2):
        if verdicts[left] != verdicts[right]:
            yield DisagreementClass(
                "valid",
                None,
                Side(left, None),
                Side(right, None),
                tuple(group.specs for group in comparison.valid.groups),
                (verdicts[left], verdicts[right]),
            )


def of_facet(comparison: Comparison, facet: Facet) -> Iterator[DisagreementClass]:
    given = {item.spec.selector: item for item in comparison.resolutions}
    for cause in facet.causes:
        sides = cause.left.spec, cause.right.spec
        outcomes = tuple(given[side].outcome.value for side in sides if given)
        uris = [given[side].uri for side in sides if given]
        yield DisagreementClass(
            facet.name,
            cause.phase.value,
            Side(sides[0], AppliedRule.of(cause.left.rule)),
            Side(sides[1], AppliedRule.of(cause.right.rule)),
            tuple(group.specs for group in facet.groups),
            outcomes,
            first_part_apart(*uris) if uris and None not in uris else None,
        )


def first_part_apart(left: str | None, right: str | None) -> str:
    """RFC 3986 takes texts apart just as RFC 2396 does, the newest of the default columns."""
    assert left is not None
    assert right is not None
    judge = hexapla.spec(JUDGE)
    here, there = judge.parse(left).parts, judge.parse(right).parts
    return next((name for name in here if here[name] != there[name]), "")


def plain_search(
    alphabet: str, max_length: int, bases: tuple[str, ...], specs: tuple[AnySpec, ...]
) -> Mapping[DisagreementClass, tuple[int, tuple[str, str | None]]]:
    """Count each class, and keep its first input in the order that witnesses have."""
    ordered = (None, *sorted(bases, key=lambda base: (len(base), base)))
    found: dict[DisagreementClass, tuple[int, tuple[str, str | None]]] = {}
    for length in range(max_length + 1):
        for base in ordered:
            for characters in itertools.product(alphabet, repeat=length):
                text = "".join(characters)
                for item in plain_classes(text, base, specs):
                    count, witness = found.get(item, (0, (text, base)))
                    found[item] = count + 1, witness
    return found


# In the order that witnesses have: by length, base, alphabet.
Plain = Mapping[DisagreementClass, tuple[int, tuple[str, str | None]]]


def as_plain(discovery: Discovery) -> Plain:
    return {
        item: (finding.inputs, (finding.witness.reference, finding.witness.base))
        for item, finding in discovery.classes.items()
    }


@functools.cache
def plain_up_to_4() -> Plain:
    return plain_search(ALPHABET, 4, tuple(BASES), SPECS)


@functools.cache
def found_up_to_5() -> Discovery:
    return run(ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 5), workers=os.cpu_count() or 1)


def test_what_is_remembered_changes_what_is_found() -> None:
    assert as_plain(run(ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 4))) == plain_up_to_4()


@pytest.mark.parametrize(
    ("alphabet", "max_length", "selectors"),
    [
        ("a/.", 5, ["rfc1630", "rfc1808", "rfc2396[excess-dots=remove]"]),
        ("a%:1", 3, ["rfc1630", "rfc2396[excess-dots=error]", "rfc3986", "whatwg"]),
        ("a?#/", 3, ["rfc1738", "rfc2396[empty-reference=new-request]", "rfc3986"]),
        ("\ud800\0:", 2, ["rfc1808", "rfc2396"]),
    ],
)
def test_what_is_remembered_changes_what_is_found_in_other_columns(
    alphabet: str, max_length: int, selectors: list[str]
) -> None:
    specs = columns_of(selectors)
    found = run(ExhaustiveSpace(specs, alphabet, tuple(BASES), max_length))
    assert as_plain(found) == plain_search(alphabet, max_length, tuple(BASES), specs)


def test_a_shorter_witness_exists() -> None:
    """What plain enumeration shows up to 4 characters is all that has a witness of up to 4."""
    found = as_plain(found_up_to_5())
    assert {len(reference) for _, (reference, _) in found.values()} == {0, 1, 2, 3, 4, 5}
    short = {item: witness for item, (_, witness) in found.items() if len(witness[0]) < 5}
    assert short == {item: witness for item, (_, witness) in plain_up_to_4().items()}


def causes_of(reference: str, base: str) -> set[object]:
    return {item.cause for place in (None, base) for item in plain_classes(reference, place, SPECS)}


def test_a_cause_that_the_memos_own_tables_show_is_not_found() -> None:
    found = {item.cause for item in found_up_to_5().classes}
    examples = [example for spec in hexapla.specs() for example in spec.examples()]
    shown = [cause for example in examples for cause in causes_of(example.reference, example.base)]
    assert len(examples) > 130
    assert len(set(shown)) == 25
    missing = set(shown) - found
    assert len(missing) == 1
    assert missing <= needing_six_characters()


@functools.cache
def needing_six_characters() -> set[object]:
    """Causes with no witness of up to 5 characters: in `a;/../` the params come behind a path.

    RFC 1808 has dots in params only behind a semicolon, and takes its step 6 only with a path.
    """
    found = run(ExhaustiveSpace(SPECS, "a;/.", ("x:/a",), 6)).classes
    causes: dict[object, int] = {}
    for item, finding in found.items():
        length = len(finding.witness.reference)
        causes[item.cause] = min(length, causes.get(item.cause, length))
    return {cause for cause, length in causes.items() if length == 6}


@pytest.mark.parametrize(
    ("reference", "base"),
    [
        ("/g", "magic://a/b/c//d/e/f"),  # RFC 1630's rule on slashes, which its table breaks
        ("?y", "http://a/b/c/d;p?q"),  # RFC 2396, C.1; the list of issues, 003-relative-query
        (";x", "http://a/b/c/d;p?q"),  # RFC 2396, G.4
        ("g;x=1/../y", "http://a/b/c/d;p?q"),  # RFC 2396, G.4: a slash in params
        ("", "http://a/b/c/d;p?q#f"),  # RFC 1808, 5.2; RFC 2396, 4.2
        ("../../../g", "http://a/b/c/d;p?q"),  # RFC 2396, 5.2 step 6g, C.2
        ("g", "http://a"),  # the list of issues, 004-pathless-base
        ("dav:", "http://a"),  # the list of issues, 014-empty-opaque_part
        ("about:", "http://a"),
        ("//a?b/c", "http://a"),  # RFC 1808, 2.4.3: a net_loc may hold a question mark
        ("//a;b/c", "http://a"),
        ("g?", "http://a/b"),  # RFC 1808, 2.4.4: empty is the same as none
        ("1:a", "http://a/b"),  # RFC 1808, 2.2: a scheme may begin with a digit
    ],
)
def test_a_cause_that_is_known_is_not_found(reference: str, base: str) -> None:
    shown = causes_of(reference, base)
    assert shown
    found = {item.cause for item in found_up_to_5().classes}
    assert not shown - found - needing_six_characters()


# Bounds.


@given(st.integers(1, 4), st.integers(0, 4))
def test_a_reference_of_the_bound_is_left_out_or_comes_twice(size: int, max_length: int) -> None:
    bound = ExhaustiveSpace(SPECS, "zyxw"[:size], ("",), max_length)
    plain = [
        "".join(characters)
        for length in range(max_length + 1)
        for characters in itertools.product(bound.alphabet, repeat=length)
    ]
    in_units = [text for unit in range(bound.units) for text in bound.in_unit(unit)]
    assert in_units == plain
    assert bound.references == len(plain)
    assert sum(map(bound.size_of, range(bound.units))) == len(plain)
    assert sorted(plain, key=lambda text: bound.order(text, "")) == plain


def test_the_statement_has_other_figures() -> None:
    assert ExhaustiveSpace(SPECS, "a:/?#;.%@", tuple(BASES), 6).statement == (
        "every string up to length 6 over the alphabet 'a:/?#;.%@' of 9: 597,871 references, alone "
        "and against each base of a set of 6: 3,587,226 pairs"
    )


def test_a_bound_that_makes_no_sense_is_searched() -> None:
    for alphabet, bases, length in (("aa", ("x:",), 1), ("a", ("x:", "x:"), 1), ("a", (), -1)):
        with pytest.raises(DiscoveryError):
            ExhaustiveSpace(SPECS, alphabet, bases, length)


# Running.

SMALL = ExhaustiveSpace(SPECS, "a/.", ("x:/a", "http://a"), 6)


def test_two_workers_find_something_else() -> None:
    assert SMALL.units > 2
    assert run(SMALL, workers=2).to_json() == run(SMALL).to_json()


def stop_after(units: int, state: Path, resume: bool = False) -> None:
    left = [units]

    def progress(references: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(SMALL, state=state, resume=resume, progress=progress)


def test_a_search_that_was_stopped_finds_something_else(tmp_path: Path) -> None:
    state = tmp_path / "state"
    stop_after(1, state)
    stop_after(1, state, resume=True)
    searched: list[int] = []
    found = run(SMALL, state=state, resume=True, progress=searched.append)
    assert found.to_json() == run(SMALL).to_json()
    assert sum(searched) == SMALL.references
    assert searched[0] == 2 * SMALL.unit_size


def test_units_that_were_done_out_of_turn_are_searched_again(tmp_path: Path) -> None:
    """Workers end in any order."""
    state = tmp_path / "state"
    stop_after(1, state)
    form = json.loads(state.read_text("utf-8"))
    only_last = search(SMALL, SMALL.units - 1, Classifier(SPECS))
    form |= {
        "until": 0,
        "beyond": [SMALL.units - 1],
        "differing": only_last.differing,
        "classes": [
            {**key.to_dict(), **value.to_dict()} for key, value in only_last.classes.items()
        ],
    }
    state.write_text(json.dumps(form), "utf-8")
    searched: list[int] = []
    found = run(SMALL, state=state, resume=True, progress=searched.append)
    assert searched[0] == SMALL.size_of(SMALL.units - 1) < SMALL.unit_size
    assert found.to_json() == run(SMALL).to_json()


def test_the_state_of_another_search_is_gone_on_with(tmp_path: Path) -> None:
    state = tmp_path / "state"
    stop_after(1, state)
    kept = state.read_bytes()
    with pytest.raises(DiscoveryError, match="go on with it by --resume"):
        run(SMALL, state=state)
    for other, name in (
        (ExhaustiveSpace(SPECS, "a.", SMALL.bases, 6), "alphabet was 'a/.' and is now 'a.'"),
        (ExhaustiveSpace(SPECS, "a/.", SMALL.bases, 5), "max_length was 6 and is now 5"),
        (ExhaustiveSpace(SPECS, "a/.", ("x:",), 6), "bases was "),
        (ExhaustiveSpace(SPECS[1:], "a/.", SMALL.bases, 6), "specs was "),
        (SampledSpace(SPECS, "a/.", SMALL.bases, 0, 10), "exhaustive was True and is now False"),
    ):
        with pytest.raises(DiscoveryError, match=name):
            run(other, state=state, resume=True)
    assert state.read_bytes() == kept


@pytest.mark.parametrize("text", ["", "{}", "[]", "3", '{"plan": 1}', '{"plan": {}, "until": "x"}'])
def test_a_broken_state_is_gone_on_with(tmp_path: Path, text: str) -> None:
    state = tmp_path / "state"
    state.write_text(text, "utf-8")
    with pytest.raises(DiscoveryError, match="not the state of a search"):
        run(SMALL, state=state, resume=True)


# The JSON form.


def test_what_was_found_is_read_otherwise(tmp_path: Path) -> None:
    found = run(ExhaustiveSpace(SPECS, "\ud800:\0", ("\ud800:", "x:"), 2))
    path = tmp_path / "found.json"
    path.write_text(found.to_json(), "utf-8")
    read = read_discovery(path)
    assert read.classes == found.classes
    assert list(read.classes) == list(found.classes)
    assert read.bases == ("\ud800:", "x:")
    ids = [item.id for item in found.classes]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"specs": [], "bases": [], "classes": [1]}'])
def test_a_file_of_another_kind_is_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "found.json"
    path.write_text(text, "utf-8")
    with pytest.raises(DiscoveryError, match="not what hexapla discover writes"):
        read_discovery(path)


# Samples.


def test_what_is_drawn_is_derived_by_no_grammar() -> None:
    sample = SampledSpace(SPECS, ALPHABET, ("x:",), 1, 300)
    drawn = list(map(sample.reference, range(sample.references)))
    for text in drawn:
        assert any(spec.validate(text).verdict is Verdict.YES for spec in SPECS), text
    assert max(map(len, drawn)) > 20
    assert len(set(drawn)) > 150


def test_what_is_drawn_depends_on_more_than_the_seed() -> None:
    one, other = (
        SampledSpace(SPECS, "a", ("x:",), 1, 600),
        SampledSpace(SPECS, "a", ("x:",), 1, 300),
    )
    assert one.reference(299) == other.reference(299)
    in_units = [text for unit in range(one.units) for text in one.in_unit(unit)]
    assert in_units == list(map(one.reference, range(600)))
    another = SampledSpace(SPECS, "a", ("x:",), 2, 600)
    assert in_units != list(map(another.reference, range(600)))


def test_columns_without_a_grammar_are_drawn_from() -> None:
    with pytest.raises(DiscoveryError, match="none of the columns has a grammar"):
        SampledSpace(columns_of(["whatwg"]), "a", ("x:",), 0, 1)


def test_a_sample_beyond_the_bound_finds_what_was_seen_or_does_not_shrink_it() -> None:
    bound = run(ExhaustiveSpace(SPECS, ALPHABET, tuple(BASES), 2))
    sample = run(SampledSpace(SPECS, ALPHABET, tuple(BASES), 0, 2000))
    new = unseen(sample, bound.classes)
    assert new.classes
    assert not set(new.classes) & set(bound.classes)
    assert new.seen_again == len(sample.classes) - len(new.classes)
    for item, finding in new.classes.items():
        witness, drawn = finding.witness, sample.found.classes[item].witness
        assert item in set(plain_classes(witness.reference, witness.base, SPECS))
        assert len(witness.reference) <= len(drawn.reference)
        outside = set(witness.reference) - set(ALPHABET)
        assert outside or len(witness.reference) > 2
        for place in range(len(witness.reference)):
            shorter = witness.reference[:place] + witness.reference[place + 1 :]
            assert item not in set(plain_classes(shorter, witness.base, SPECS))
    assert new.to_json() == unseen(sample, bound.classes).to_json()


@given(any_text)
def test_any_text_stops_the_shrinking(text: str) -> None:
    classifier = Classifier(SPECS)
    for base in (None, "http://a/b//c;d?e#f"):
        for item in set(classifier.of(text, base)):
            witness = shrink(SMALL, classifier, item, Witness(text, base))
            assert item in set(plain_classes(witness.reference, witness.base, SPECS))
            assert len(witness.reference) <= len(text)
