"""The rows of an explanation: the steps from the input to the targets printed above."""

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from inputs import ALPHABET, BASES, bases, of_two_specs, references
from tables import by_rows_of, every_row, in_parts, json_of

import hexapla
from hexapla.comparison.cuts import disputed_spans
from hexapla.comparison.facets import PartsFacet, TargetFacet
from hexapla.comparison.rows import TraceRow
from hexapla.comparison.shown import cited_sources
from hexapla.standard.display import show
from hexapla.standard.phases import NoUri, Record, Step, Target
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec

RFCS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986")
ALL = tuple(spec.id for spec in hexapla.specs())


def target(base: str, reference: str, *specs: str) -> TargetFacet:
    return hexapla.compare(reference, base=base, specs=specs or None).target


def rows_with(rows: Sequence[TraceRow], selector: str) -> list[TraceRow]:
    return [row for row in rows if selector in row.selectors]


def sections_of(row: TraceRow, selector: str) -> set[str]:
    sources = (source for clause in row.clauses for source in clause.sources)
    return {source.citation.section for source in sources if source.spec.selector == selector}


@by_rows_of("comparison")
def test_the_step_that_acted_is_cited(
    base: str, reference: str, left: str, sections: list[str]
) -> None:
    facet = target(base, reference, left, "rfc3986")
    for selector, section in zip((left, "rfc3986"), sections, strict=True):
        differing = [row for row in rows_with(facet.rows, selector) if row.differs]
        assert section in {each for row in differing for each in sections_of(row, selector)}


@by_rows_of("comparison")
def test_the_marked_rows_are_those_that_make_the_difference(
    base: str, reference: str, specs: list[str], marked: list[str]
) -> None:
    rows = target(base, reference, *specs).rows
    assert [row.text for row in rows if row.differs] == marked


@by_rows_of("comparison")
def test_a_standard_without_a_rule_parts_in_marked_rows(
    base: str, reference: str, specs: list[str], marked: list[str]
) -> None:
    rows = target(base, reference, *specs).trace_of_all
    assert [row.text for row in rows if row.differs] == marked


@by_rows_of("comparison")
def test_the_marked_rows_of_parts_have_every_disputed_stretch(
    reference: str, specs: list[str] | None, marked: list[str]
) -> None:
    rows = hexapla.compare(reference, specs=specs).parts.rows
    assert [row.text for row in rows if row.differs] == marked


@by_rows_of("comparison")
def test_dot_segments_that_stay_are_told_by_what_acted(
    base: str, reference: str, left: str, told: list[str]
) -> None:
    rows = target(base, reference, left, "rfc3986").rows
    assert {*told} <= {row.text for row in rows if row.differs}


def test_what_is_no_scheme_is_what_the_other_column_has_for_it() -> None:
    assert '"[" of the base is not a scheme' in said("[::1]", "..", "rfc1630")
    # Without the scheme, RFC 1808 cuts at the first semicolon (2.4.5).
    assert '";" is not a scheme' in said("http://a/b", ";:%", "rfc1808")


def said(base: str, reference: str, left: str) -> set[str]:
    """Return the texts of the rows in which RFC 3986 and another standard differ."""
    return {row.text for row in target(base, reference, left, "rfc3986").rows}


def test_a_reference_that_stays_has_no_row_for_what_parsing_dropped() -> None:
    rows = target("http://a/b", "x:g;?", "rfc1808", "whatwg").trace
    assert {row.phase for row in rows_with(rows, "rfc1808") if not row.is_boundary} == {
        Phase.CLASSIFY
    }


def test_repeated_steps_are_one_row_with_a_count() -> None:
    facet = target("http://a/b", "x/../" * 4_000 + "g", "rfc3986")
    assert facet.trace[-1].text == '"x/../" is removed, 4,000 times'
    assert [str(result.text) for result in facet.trace[-1].results] == ["http://a/g"]


def test_what_two_remove_by_different_routes_is_one_row() -> None:
    rows = target("http://a/b/c/d", "../../../g", "rfc1808", "rfc3986").rows
    (shared,) = (row for row in rows if row.removed == ("b/c/../../",))
    assert shared.selectors == ("rfc3986", "rfc1808")
    assert not shared.differs


# Properties of every input.

SELECTIONS = (
    (),
    ("rfc1808", "rfc3986"),
    ("rfc3986", "whatwg"),
    ("whatwg", "whatwg[as-of=2014-10]"),
    ("rfc1630", "rfc2396", "whatwg[as-of=2018-09]"),
    ("rfc1808", "rfc2396[excess-dots=remove]", "rfc1630[climb=below-double-slash]"),
)
WRITTEN_OTHERWISE = ("https://u:p@h:443/a/b", "HTTP://EX%41MPLE:80/%2e/a b?c d", "http://h;x/y?z")
PIECES = (*ALPHABET, "..", "/..", "../", "./", "%2e", "\\", "C|", "http:", "//")


def random_facets(count: int, seed: int) -> Iterator[TargetFacet]:
    """Yield targets on which standards, or dates of the URL Standard, differ."""
    random = Random(seed)
    for _ in range(count):
        base = random.choice((*BASES, *WRITTEN_OTHERWISE))
        reference = "".join(random.choices(PIECES, k=random.randint(0, 8)))
        facet = target(base, reference, *random.choice(SELECTIONS))
        if not facet.agrees:
            yield facet


@in_parts("count", 600, nightly=[20_000])
def test_the_rows_of_each_column_lead_to_its_target(count: int) -> None:
    for facet in random_facets(count, 45):
        for spec, result in zip(facet.columns, facet.targets, strict=True):
            if spec.selector not in facet.silent:
                assert end_of(facet, spec) == result, (facet, spec)


@in_parts("count", 300, nightly=[20_000])
def test_a_rejected_authority_has_no_characters(count: int) -> None:
    """A URL that the parser rejects has no host, so no row says what is in its host."""
    random = Random(47)
    spec = hexapla.spec("whatwg")
    of_authority = {each.rule for each in spec.components if each.shared == "authority"}
    for _ in range(count):
        base = random.choice(["http://h/a", "x:/a//b?c", "file:///a"])
        before = random.choice(["http:", "http:/", "///", "/\\", "ftp:\\"])
        host = "".join(random.choices(PIECES, k=random.randint(0, 3)))
        facet = target(base, f"{before}{host}{random.choice('^[%|<')}", *RFCS, "whatwg")
        for row in rows_with(facet.rows, "whatwg"):
            rules = {source.rule for source in row.sources if source.spec == spec}
            is_of_authority = row.is_boundary and not rules.isdisjoint(of_authority)
            if isinstance(facet.targets[-1], NoUri):
                assert row.of_base or not is_of_authority, facet


def test_a_rejected_port_holds_no_characters() -> None:
    """The other groups disagree about ";"; the failure says what the URL Standard makes of it."""
    facet = target("http://h/a", "///http:;?^", "rfc3986", "rfc1808", "whatwg")
    held = [row for row in facet.rows if row.is_boundary]
    assert [row.selectors for row in held] == [("rfc3986",), ("rfc1808",)]


@in_parts("count", 1_000, nightly=[20_000])
def test_the_rows_of_parts_lead_to_the_url(count: int) -> None:
    """The values shown as "read as" are those of the URL that the rows end with."""
    random = Random(46)
    spec = hexapla.spec("whatwg")
    for _ in range(count):
        scheme = random.choice(["file:", "FILE:", "http:", "x:", "x:/..//", "\tfile:"])
        text = scheme + "".join(random.choices(PIECES, k=random.randint(0, 8)))
        facet = hexapla.compare(text, specs=["rfc3986", spec]).parts
        if spec.selector not in facet.silent:
            assert end_of(facet, spec) == spec.resolve(text, base="about:blank").uri


def end_of(facet: TargetFacet | PartsFacet, spec: Spec) -> Target:
    """Return the text that the rows of a column end with."""
    text: Target = facet.reference
    for row in rows_with(facet.rows_shown, spec.selector):
        if row.of_base:
            continue
        for result in row.results:
            if spec.selector in result.specs:
                text = result.text
    return text


def test_a_change_in_two_phases_is_part_of_the_difference() -> None:
    """In 2015-09, a tab was skipped by the states; today, it is removed before (4.4, step 3)."""
    specs = ["rfc3986", "whatwg[as-of=2015-09]", "whatwg"]
    rows = target("http://a/b", "g\tx", *specs).rows
    removals = [row for row in rows if row.removed == ("\t",)]
    assert [row.specs for row in removals] == [(hexapla.spec(each),) for each in specs[:0:-1]]
    assert all(row.differs for row in removals)


def test_a_removal_is_one_row_beside_a_query_in_a_net_loc() -> None:
    """The "?" of the base doesn't end the path in RFC 1808, where it is in the net_loc (2.4.3)."""
    rows = target("http://h?q", "./a", "rfc1630", "rfc1808", "rfc2396").rows
    (removal,) = [row for row in rows if row.removed == ("./",)]
    assert len(removal.specs) == 3
    assert not removal.differs


@in_parts("count", 300, nightly=[20_000])
def test_what_two_columns_put_elsewhere_has_a_row_of_each(count: int) -> None:
    random = Random(48)
    for _ in range(count):
        text = "".join(random.choices(PIECES, k=random.randint(1, 8)))
        facet = hexapla.compare(text).parts
        parsed = [each for each in facet.references if each.failure is None]
        for left, right in itertools.combinations(parsed, 2):
            for disputed in disputed_spans(left, right):
                shown = show(disputed.span.of(text)).strip("/:")
                for each in (left, right):
                    assert has_row_about(facet.rows, each.spec.selector, shown), (text, each)


def has_row_about(rows: Sequence[TraceRow], selector: str, shown: str) -> bool:
    """Return whether a row of a column is about some characters, or about a part of them."""
    for row in rows_with(rows, selector):
        about = row.says.partition('"')[2].rpartition('"')[0].strip("/:")
        if row.is_boundary and (about in shown or shown in about):
            return True
    return False


@in_parts("count", 600, nightly=[20_000])
def test_each_two_groups_part_in_a_marked_row(count: int) -> None:
    for facet in random_facets(count, 47):
        marked = [row for row in facet.rows if row.differs]
        for one, other in itertools.combinations(facet.groups, 2):
            assert any(parts(row, {*one.specs}, {*other.specs}) for row in marked), facet


def test_two_groups_on_several_ways_part_in_rows() -> None:
    """The specs of each group come to their target in different ways, and share no row."""
    target = hexapla.compare("/%2e\\;x/..", base="http://a/b/../c/d").target
    assert target is not None
    one, other = ({*group.specs} for group in target.groups)
    assert any(row.differs and parts(row, one, other) for row in target.rows)


def parts(row: TraceRow, one: set[str], other: set[str]) -> bool:
    """Return whether only one of two groups has a row, or the row leads them to different texts."""
    takers = {*row.selectors}
    texts = {selector: result.text for result in row.results for selector in result.specs}
    ends = [{texts.get(selector) for selector in group} for group in (one, other)]
    return takers.isdisjoint(one) != takers.isdisjoint(other) or ends[0].isdisjoint(ends[1])


@in_parts("count", 600, nightly=[20_000])
def test_no_step_that_changed_or_decided_is_missing(count: int) -> None:
    for facet in random_facets(count, 46):
        assert any(row.differs for row in facet.rows)
        for spec in facet.columns:
            if spec.selector not in facet.silent:
                check_steps(facet, spec)


def check_steps(facet: TargetFacet, spec: Spec) -> None:
    """Run a column again; check that its steps are in the rows, and nothing else is cited of it."""
    base = str(facet.bases[0][0])
    record = spec.standard.record(facet.reference, base=base)
    sources = [
        source
        for row in rows_with(facet.rows, spec.selector)
        if not (row.of_base or row.is_boundary)
        for clause in row.clauses
        for source in clause.sources
        if source.spec is spec
    ]
    cited = {source.rule for source in sources}
    taken = {step.rule for step in record.steps if is_told(step, record, facet.reference)}
    assert taken <= cited, (facet, spec)
    done = {step.rule for step in record.steps}
    done.update(*(rule.also for rule in done))
    assert all(rule in done or rule.keeps for rule in cited), (facet, spec)


def is_told(step: Step, record: Record, reference: str) -> bool:
    """Return whether a step must have a row.

    Parsing steps have none if the target is the reference itself, or if the base is rejected.
    """
    is_refused = record.steps[-1].phase is Phase.CLASSIFY and isinstance(record.target, NoUri)
    if step.phase is Phase.SPLIT and (is_refused or record.target == reference):
        return False
    return step.changed or step.phase is Phase.CLASSIFY


@of_two_specs
@example(base="", reference=";", left=hexapla.spec("rfc1738"), right=hexapla.spec("rfc1808"))
@example("http://a/b", ";x/../y", hexapla.spec("rfc1808"), hexapla.spec("rfc3986"))
@example("file:///a", "file:;", hexapla.spec("rfc3986"), hexapla.spec("whatwg"))
def test_what_is_removed_was_in_the_text(
    base: str, reference: str, left: Spec, right: Spec
) -> None:
    facet = hexapla.compare(reference, base=base, specs=[left, right]).target
    texts = [facet.reference, base]
    for row in facet.rows:
        for piece in row.removed:
            assert any(piece in text for text in texts), (row, piece)
        texts += [str(result.text) for result in row.results]
        for result in row.results:
            assert row.inserted in str(result.text)


@given(base=bases, reference=references)
@example(base="http://a/b/c/d;p?q", reference="//")
@example(base="http://a", reference="http:")
@example(base="x:/a//b//c?q/r//s", reference="//file:")
@example(base="file://h/a", reference="//")
@example(base="file:///C:/a/b", reference="C|/a")
def test_a_cause_is_a_sentence_of_at_most_thirty_words(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    for facet in (comparison.parts, comparison.target):
        for cause in facet.causes_of_pairs:
            assert len(cause.sentence.split()) <= 30
            assert cause.sentence.isprintable()


def test_a_section_of_two_rules_is_cited_once() -> None:
    """RFC 1738 defines both user and host in 3.1."""
    rows = hexapla.compare(r"http://u@a\@b/../x", base="http://a/").target.rows
    clauses = [clause for row in rows for clause in row.clauses]
    [clause] = [each for each in clauses if each.says == "is in the user and host"]
    assert [source.citation.section for source in clause.sources] == ["3.1", "3.1"]
    assert [source.citation.section for source in cited_sources(clause)] == ["3.1"]


@pytest.mark.parametrize(
    ("base", "reference", "sections"),
    [
        ("http://a/b/c", "///x", {"4 step 2c", "4 step 3", "4 steps 3, 4", "2.4.3"}),
        ("http://a/b/c", "//", {"4 step 2c", "4 steps 3, 5", "2.4.3"}),
        ("file:///a", "/g", {"4 step 2c", "4 step 7, 2.1", "2.4.3, 4 step 3", "4 steps 3, 4"}),
    ],
)
def test_all_steps_about_an_empty_net_loc_are_cited(
    base: str, reference: str, sections: set[str]
) -> None:
    """RFC 1808: 2.4.3 removes the "//", step 3 inherits, and step 4 ends with the path."""
    rows = hexapla.compare(reference, base=base, specs=["rfc1808"]).target.trace
    cited = {source.citation.section for row in rows for source in row.sources}
    assert cited == sections


@pytest.mark.parametrize(
    ("repeated", "expected"),
    [
        ("a/../b/./", ['"a/../" is removed, 1,800 times', '"./" is removed, 1,800 times']),
        ("x/../", ['"x/../" is removed, 1,800 times']),
        ("./../a/", ['"./" is removed, 1,799 times', '"a/../" is removed, 1,799 times']),
    ],
)
def test_removals_that_repeat_are_one_row(repeated: str, expected: list[str]) -> None:
    """A step is recorded for each of the first removals, and one for all others."""
    target = hexapla.compare(repeated * 1800, base="http://a/b/c").target
    says = [row.says for row in target.trace if row.phase is Phase.DOTS]
    assert [text for text in says if "times" in text] == expected
    assert len(says) <= len(expected) + 2
    assert target.trace[-1].results[0].text == target.groups[0].uri


def test_a_piece_around_another_is_removed_after_it() -> None:
    """The "./" in "a/./../" is removed first, also if both repeat."""
    for name in ("rfc1808", "rfc3986"):
        rows = hexapla.compare("a/./../" * 5, base="http://a/b/c", specs=[name]).target.trace
        texts = [str(row.results[0].text) for row in rows if row.removed]
        assert texts == [f"http://a/b/{'a/../' * 5}", "http://a/b/"]


def test_a_delimiter_of_the_base_is_removed_once() -> None:
    """URL Standard, 4.5 step 2.2.2: the serialized base has no empty password."""
    rows = hexapla.compare("?", base="http://u:@h/a", specs=["rfc3986", "whatwg"]).target.rows
    [row] = [row for row in rows if row.of_base]
    assert (row.removed, row.sources[0].citation.section) == ((":",), "4.5 step 2.2.2")


def test_dots_after_a_semicolon_are_no_segment() -> None:
    """RFC 1808, 2.4.5: "./" begins the params, but the segment is "b;."."""
    target = hexapla.compare("b;./c", base="file:///x/y", specs=["rfc1808", "rfc3986"]).target
    assert not any(row.is_boundary for row in target.rows)
    target = hexapla.compare("b;c/../d", base="file:///x/y", specs=["rfc1808", "rfc3986"]).target
    assert [row.removed for row in target.rows if row.phase is Phase.DOTS and row.results]
    assert any(row.is_boundary for row in target.rows)


def test_rows_of_parts_have_the_characters() -> None:
    rows = hexapla.compare(";x", specs=["rfc1808", "rfc2396"]).parts.rows
    assert [row.text for row in rows] == ['";x" is in the path', '";x" is in the params']
    assert all(row.differs and row.is_boundary for row in rows)


# Whole explanations.


@every_row(
    (f"{case['base']} {case['reference']}", (case,))
    for case in json_of("explanations")["explanations"]
)
def test_an_explanation_is_the_one_written_by_hand(case: dict[str, Any]) -> None:
    facet = target(case["base"], case["reference"], *case["specs"])
    assert [sorted(group.specs) for group in facet.groups] == [*map(sorted, case["groups"])]
    assert [group.text for group in facet.groups] == case["targets"]
    assert sorted(facet.silent) == sorted(case["silent"])
    for branch in case["branches"]:
        for wanted in branch["rows"]:
            for number, side in zip(
                (branch["group"], branch["against"]), wanted["sides"], strict=True
            ):
                if side["after"] is not None:
                    check_side(facet, facet.groups[number].specs, Phase(wanted["phase"]), side)


def check_side(
    facet: TargetFacet, selectors: Sequence[str], phase: Phase, expected: dict[str, Any]
) -> None:
    """Check a group's text and sections at the end of a phase; null allows any sections."""
    cited: set[str] = set()
    ends: set[str] = set()
    for selector in selectors:
        text: str = facet.reference
        for row in rows_with(facet.rows, selector):
            if PHASES.index(row.phase) <= PHASES.index(phase):
                cited |= sections_of(row, selector)
                results = [each.text for each in row.results if selector in each.specs]
                text = str(results[0]) if results and not row.of_base else text
        ends.add(text)
    assert expected["after"] in ends
    assert cited >= set(expected["sections"] or ())


PHASES = tuple(Phase)


@pytest.mark.parametrize("reference", ["g", "\ud800"])
def test_a_base_that_another_standard_cleans_first_is_told(reference: str) -> None:
    facet = hexapla.compare(reference, base="http://a/\ud800/b").target
    assert any(row.of_base for row in facet.rows)
    assert facet.causes
