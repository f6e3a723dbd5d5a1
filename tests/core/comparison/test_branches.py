"""The tree of groups and its rows: what happened, from the input to the targets printed above."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from inputs import bases, of_two_specs, references
from tables import by_rows_of, every_row, json_of

import hexapla
from hexapla.comparison.branches import Branch, BranchSide
from hexapla.comparison.facets import TargetFacet
from hexapla.standard.phases import NoUri, Step
from hexapla.standard.rule import Phase, RuleKind
from hexapla.standard.spec import Spec

OTHER = "http://h/a/b;x/c?q#f"
ALL = tuple(spec.id for spec in hexapla.specs())


def target(base: str, reference: str, *specs: str) -> TargetFacet:
    return hexapla.compare(reference, base=base, specs=specs).target


@by_rows_of("comparison")
def test_the_step_that_acted_is_cited(
    base: str, reference: str, left: str, sections: list[str]
) -> None:
    (branch,) = target(base, reference, left, "rfc3986").branches
    cited = [side.acts[0].cited[0][1].section for side in branch.deciding.sides]
    assert cited == sections


@by_rows_of("comparison")
def test_dot_segments_that_stay_are_told_by_what_acted(
    base: str, reference: str, left: str, told: list[str]
) -> None:
    (branch,) = target(base, reference, left, "rfc3986").branches
    (dots,) = [row for row in branch.rows if row.phase is Phase.DOTS]
    assert dots.differs
    says = {act.says for side in dots.sides for act in side.acts}
    removals = {text for text in says if " goes" in text or "becomes" in text or "every" in text}
    assert {*told} <= says
    assert says - removals - {*told} <= {f"{t.partition(' is in')[0]} is in the path" for t in told}


def test_what_is_no_scheme_is_what_the_other_column_has_for_it() -> None:
    assert '"[" of the base is no scheme' in said("[::1]", "..", "rfc1630")
    # Without the scheme, RFC 1808 cuts at the first semicolon (2.4.5).
    assert {'";" is no scheme', '":%" is in the params'} <= said("http://a/b", ";:%", "rfc1808")


def said(base: str, reference: str, left: str) -> set[str]:
    """Return what both did where RFC 3986 first parts from another standard."""
    (branch,) = target(base, reference, left, "rfc3986").branches
    return {act.says for side in branch.rows[0].sides for act in side.acts}


def test_a_phase_in_which_neither_changes_anything_is_not_told() -> None:
    (branch,) = target("http://a", "../../../%2e", "rfc1630", "rfc1808").branches
    assert [row.phase for row in branch.rows] == [Phase.COMBINE]


# What holds for every input.


@given(base=bases, reference=references)
def test_k_groups_have_k_less_one_branches_that_make_a_tree(base: str, reference: str) -> None:
    facet = target(base, reference, *ALL)
    letters = [group.letter for group in facet.groups]
    reached = {"A"}
    for branch in facet.branches:
        assert branch.against in reached
        assert branch.group not in reached
        reached.add(branch.group)
    assert len(facet.branches) == max(0, len(letters) - 1)
    assert reached == {"A", *letters}


@of_two_specs
@example(base="", reference=";", left=hexapla.spec("rfc1738"), right=hexapla.spec("rfc1808"))
@example("http://a/b", ";x/../y", hexapla.spec("rfc1808"), hexapla.spec("rfc3986"))
@example("file:///a", "file:;", hexapla.spec("rfc3986"), hexapla.spec("whatwg"))
def test_the_rows_lead_from_the_input_to_both_targets(
    base: str, reference: str, left: Spec, right: Spec
) -> None:
    specs = {left.selector: left, right.selector: right}
    facet = hexapla.compare(reference, base=base, specs=[left, right]).target
    results = {
        group.letter: facet.targets[facet.columns.index(specs[group.specs[0]])]
        for group in facet.groups
    }
    for branch in facet.branches:
        assert sum(row.decides for row in branch.rows) <= 1
        assert branch.deciding.differs
        assert branch.rows[0].before is not None
        for letter in (branch.group, branch.against):
            sides = [side for row in branch.rows for side in row.sides if side.letter == letter]
            assert sides[-1].after == results[letter]
            assert all(one.after == other.before for one, other in pairwise(sides))
            for row in branch.rows:
                for side in row.sides:
                    check_side(base, reference, row.phase, side)


def check_side(base: str, reference: str, phase: Phase, side: BranchSide) -> None:
    """Run the column once more, and look for what is told among its steps."""
    steps = [
        step
        for step in side.spec.standard.record(reference, base=base).steps
        if step.phase is phase
    ]
    assert side.acts
    if side.removed:
        text = str(side.before)
        for span in reversed(side.removed):
            text = text[: span.start] + text[span.stop :]
        assert text == side.after
    components = {component.name for component in side.spec.components}
    for act in side.acts:
        assert len(act.says.split()) <= 12 or '"' in act.says
        _, is_held, component = act.says.rpartition(" is in the ")
        assert not is_held or component in components
        assert act.cited
        told_of_characters = act.rule.kind is RuleKind.CUT_ALL
        if act.rule.phase is Phase.RECOMBINE:
            assert phase in (Phase.COMBINE, Phase.RECOMBINE)
            continue
        if act.rule.keeps or told_of_characters:
            continue
        assert happened(act.rule.name, steps, phase), (act, steps)


def happened(name: str, steps: list[Step], phase: Phase) -> bool:
    """Return whether a rule changed the text, or settled what a phase settles."""
    done = [step for step in steps if step.rule.name == name]
    if phase in (Phase.SPLIT, Phase.DOTS):
        settles = {"skip-dots", "keep-rest"}
        return any(
            step.changed or isinstance(step.after, NoUri) or step.rule.kind.value in settles
            for step in done
        )
    return bool(done) or not steps


@given(base=bases, reference=references)
@example(base="http://a/b/c/d;p?q", reference="//")
@example(base="http://a", reference="http:")
@example(base="x:/a//b//c?q/r//s", reference="//file:")
@example(base="file://h/a", reference="//")
@example(base="file:///C:/a/b", reference="C|/a")
def test_a_cause_is_a_sentence_of_at_most_thirty_words(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    for facet in (comparison.parts, comparison.target):
        for cause in facet.causes:
            assert len(cause.sentence.split()) <= 30
            assert cause.sentence.isprintable()


def test_branches_of_parts_have_the_characters() -> None:
    (branch,) = hexapla.compare(";x", specs=["rfc1808", "rfc2396"]).parts.branches
    assert isinstance(branch, Branch)
    assert [row.decides for row in branch.rows] == [True]
    said = [side.acts[0].says for side in branch.deciding.sides]
    assert said == ['";x" is in the params', '";x" is in the path']


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
    letters = [group.letter for group in facet.groups]
    for branch, expected in zip(facet.branches, case["branches"], strict=True):
        pair = branch.group, branch.against
        assert pair == (letters[expected["group"]], letters[expected["against"]])
        for row, wanted in zip(branch.rows, expected["rows"], strict=True):
            assert (row.phase.value, row.decides) == (wanted["phase"], wanted["decides"])
            sides = {side.letter: side for side in row.sides}
            for letter, side in zip(pair, wanted["sides"], strict=True):
                check_sections(sides.get(letter), side)


def check_sections(side: BranchSide | None, expected: dict[str, Any]) -> None:
    """Check what a side did; null stands for sections of which several could be cited."""
    assert (side and str(side.after)) == expected["after"]
    cited = {at.section for act in side.acts for _, at in act.cited} if side else set()
    assert cited >= set(expected["sections"] or ())


@pytest.mark.parametrize("reference", ["g", "\ud800"])
def test_a_base_that_another_standard_cleans_first_is_told(reference: str) -> None:
    target = hexapla.compare(reference, base="http://a/\ud800/b").target
    assert target.branches
    assert target.causes
