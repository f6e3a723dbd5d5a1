"""Recording gives the same results as resolving; resolving can continue from any phase."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from inputs import BASE, any_text, bases, chosen_specs, references
from tables import by_rows_of

import hexapla
from hexapla.documents.citation import Citation
from hexapla.standard.driver import resolve_consulting
from hexapla.standard.phases import Options
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.standard.trace import Trace
from hexapla.text.span import Span

PHASES = list(Phase)
texts = st.one_of(references, any_text)
any_bases = st.one_of(bases, any_text)

# Recording.


@given(spec=chosen_specs(), base=any_bases, reference=texts)
def test_recording_gives_what_full_speed_gives(spec: Spec, base: str, reference: str) -> None:
    record = spec.standard.record(reference, base=base)
    assert record.target == spec.resolve(reference, base=base).target
    assert (record.target, record.choices) == resolve_consulting(spec.standard, base, reference)


@given(spec=chosen_specs(), base=any_bases, reference=texts)
def test_recording_from_what_was_taken_apart_gives_the_later_steps(
    spec: Spec, base: str, reference: str
) -> None:
    record = spec.standard.record(reference, base=base)
    base_parts = spec.standard.split(base)
    parts = spec.standard.split(reference, base_parts)
    later = spec.standard.continue_parts(base_parts, parts)
    assert later.target == record.target
    behind = tuple(step for step in record.steps if step.phase not in (Phase.CLEAN, Phase.SPLIT))
    assert later.steps == behind
    assert set(later.choices) <= set(record.choices)


@given(spec=chosen_specs(), base=any_bases, reference=texts)
def test_steps_follow_one_another_through_the_phases(spec: Spec, base: str, reference: str) -> None:
    record = spec.standard.record(reference, base=base)
    phases = [PHASES.index(step.phase) for step in record.steps]
    assert phases == sorted(phases)
    assert {step.rule for step in record.steps} <= set(spec.rules)
    for earlier, later in pairwise(record.steps):
        assert earlier.after == later.before
    if record.steps:
        assert record.steps[0].before == reference
        assert record.steps[-1].after == record.target


@given(spec=chosen_specs(), base=any_bases, reference=texts)
@example(spec=hexapla.spec("whatwg"), base="x:/", reference="")
def test_the_steps_have_the_choices_of_their_record(spec: Spec, base: str, reference: str) -> None:
    record = spec.standard.record(reference, base=base)
    of_steps = [choice for step in record.steps for choice in step.choices]
    assert set(of_steps) <= set(record.choices)
    # A date belongs to all steps together, and to no single one.
    of_none = {choice for choice in record.choices if choice.reading == "as-of"}
    assert set(record.choices) - set(of_steps) - of_none <= set(
        spec.standard.record_parsing(base).choices
    )


@by_rows_of("standard")
def test_consulted_readings_come_in_the_order_of_their_use(
    selector: str, base: str, reference: str, choices: list[str]
) -> None:
    spec = hexapla.spec(selector)
    assert [str(choice) for choice in spec.standard.consulted(reference, base=base)] == choices
    assert [str(choice) for choice in spec.standard.record(reference, base=base).choices] == choices


def test_a_step_has_the_readings_that_it_consulted() -> None:
    steps = hexapla.spec("rfc2396").standard.record("../../../g", base=BASE).steps
    assert len(steps) == 9
    consulted = {step.rule.citation.section: step.choices for step in steps if step.choices}
    assert consulted == {"5.2 step 6g": (hexapla.Choice("excess-dots", "retain"),)}


def test_a_mark_that_parsing_drops_is_told_by_its_place() -> None:
    steps = hexapla.spec("rfc1808").standard.record("x?#y", base=BASE).steps
    removed = {step.rule.citation.section: step.removed for step in steps if step.removed}
    assert removed == {"2.4.4": (Span(1, 2),)}


# Normalising.

Rfc3986: Any = type(hexapla.spec("rfc3986").standard)
NORMALISED = Citation(Rfc3986.document, "6")
DROPS_X = Rule(Phase.NORMALISE, RuleKind.REWRITE, NORMALISED, 'each "x"', "is removed", "6-x")
KEEPS_REST = Rule(Phase.NORMALISE, RuleKind.REWRITE, NORMALISED, "the rest", "stays", "6-rest")


def without_x(target: Any, options: Options, trace: Trace | None) -> Any:
    query = target.query
    if trace:
        trace.removes(DROPS_X, *((at, at + 1) for at, c in enumerate(query) if c == "x"))
        trace.ends_pass(KEEPS_REST, query.replace("x", ""))
    return target._replace(query=query.replace("x", ""))


def without_x_in_query(target: Any, options: Options, trace: Trace | None) -> Any:
    if trace:
        trace.begin_component(target, target._fields.index("query"))
    return without_x(target, options, trace)


def normalising(function: Any) -> Any:
    members = {"normalise": staticmethod(function), "rules": (*Rfc3986.rules, DROPS_X, KEEPS_REST)}
    return type("Normalising", (Rfc3986,), members)()


def test_a_standard_normalises_the_component_that_it_names() -> None:
    standard = normalising(without_x_in_query)
    record = standard.record("x?axbx", base=BASE)
    assert standard.rewrites
    assert record.target == standard.spec.resolve("x?axbx", base=BASE).uri == "http://a/b/c/x?ab"
    (step,) = (step for step in record.steps if step.phase is Phase.NORMALISE)
    assert (step.rule, step.removed) == (DROPS_X, (Span(16, 17), Span(18, 19)))


def test_a_standard_that_names_no_component_is_told_so() -> None:
    """Its steps once rewrote the path, in which dot segments were removed before."""
    with pytest.raises(ValueError, match="call begin_component first"):
        normalising(without_x).record("x?axbx", base=BASE)


# Parsing.

RFC1808_2_4 = [f"2.4.{number}" for number in range(1, 7)]


@by_rows_of("standard")
def test_rfc1808_parses_in_six_steps(text: str, behind: list[str]) -> None:
    spec = hexapla.spec("rfc1808")
    record = spec.standard.record_parsing(text)
    assert [step.rule.citation.section for step in record.steps] == RFC1808_2_4
    assert [step.after for step in record.steps] == behind


@given(text=texts)
def test_rfc1630_parses_in_four_steps_and_keeps_every_mark(text: str) -> None:
    spec = hexapla.spec("rfc1630")
    record = spec.standard.record_parsing(text)
    assert [step.rule.kind.value for step in record.steps] == [
        *("cut-fragment", "cut-scheme", "cut-query", "cut-path")
    ]
    assert {step.after for step in record.steps} == {text}


@given(spec=chosen_specs(), text=texts)
def test_parsing_is_recorded_as_it_is_in_resolving(spec: Spec, text: str) -> None:
    record = spec.standard.record_parsing(text)
    assert record.target == spec.standard.text_of(spec.standard.split(text)[1:])
    if not spec.standard.splits_by_base:
        steps = spec.standard.record(text, base=BASE).steps
        assert record.steps == tuple(step for step in steps if step.phase is Phase.SPLIT)


# Continuing from a phase.


@given(spec=chosen_specs(), base=any_bases, reference=texts)
def test_a_spec_goes_on_from_its_own_text_to_its_own_target(
    spec: Spec, base: str, reference: str
) -> None:
    """It does so if the text has the same components when it is parsed again."""
    record = spec.standard.record(reference, base=base)
    base_parts = spec.standard.split(base)
    parts = spec.standard.split(reference, base_parts)
    for phase, target, rule, state in spec.standard.passed_from(base_parts, parts):
        text = str(target)
        if phase is not Phase.SPLIT and state and spec.standard.split(text)[1:] == state:
            continued = spec.standard.continue_from(base, text, phase, rule)
            assert continued.target == record.target
            behind = (
                step for step in record.steps if PHASES.index(step.phase) > PHASES.index(phase)
            )
            assert rules(continued.steps) == rules(behind)


@given(spec=chosen_specs(), base=any_bases, reference=texts)
def test_a_record_has_the_results_of_the_phases(spec: Spec, base: str, reference: str) -> None:
    """The results are those of another run, without a record."""
    record = spec.standard.record(reference, base=base)
    base_parts = spec.standard.split(base)
    parts = spec.standard.split(reference, base_parts)
    passed = spec.standard.passed_from(base_parts, parts)
    assert spec.standard.passed_in(record, base_parts, parts) == passed
    assert passed[-1].target == record.target


def rules(steps: Any) -> list[Rule]:
    return [step.rule for step in steps]


@given(spec=chosen_specs(), base=any_bases, reference=texts)
@example(spec=hexapla.spec("whatwg"), base="http://a/b/c/d;p?q", reference="\\")
def test_a_spec_goes_on_behind_parsing_with_a_text_that_this_keeps(
    spec: Spec, base: str, reference: str
) -> None:
    """Equal components are not enough, since classifying also looks at the text."""
    record = spec.standard.record(reference, base=base)
    parsing = [step for step in record.steps if step.phase in (Phase.CLEAN, Phase.SPLIT)]
    if not parsing or parsing[-1].after == reference:
        continued = spec.standard.continue_from(base, reference, Phase.SPLIT)
        assert continued.target == record.target
        assert continued.steps == record.steps[len(parsing) :]


@pytest.mark.parametrize(
    ("selector", "reference", "text", "target"),
    [("rfc1808", "x:a#", "x:a", "x:a"), ("rfc1808[entirely-empty=text]", "#", "", f"{BASE}#f")],
)
def test_a_text_that_lost_a_mark_in_parsing_may_go_on_to_another_target(
    selector: str, reference: str, text: str, target: str
) -> None:
    spec, base = hexapla.spec(selector), f"{BASE}#f"
    assert spec.standard.record_parsing(reference).target == text
    assert spec.standard.split(text)[1:] == spec.standard.split(reference)[1:]
    assert str(spec.resolve(reference, base=base).target) != target
    assert spec.standard.continue_from(base, text, Phase.SPLIT).target == target


def test_one_standard_goes_on_from_what_another_has() -> None:
    """RFC 1808, step 5b, keeps the base's path for `?y`; RFC 2396, step 6a, removes its end."""
    first, second = hexapla.spec("rfc1808"), hexapla.spec("rfc2396")
    combined, own = (
        next(
            step
            for step in spec.standard.record("?y", base=BASE).steps
            if step.phase is Phase.COMBINE
        )
        for spec in (first, second)
    )
    assert (combined.after, own.after) == ("http://a/b/c/d;p?y", "http://a/b/c/?y")
    assert isinstance(combined.after, str)
    for rule in (rule for rule in second.rules if rule.phase is Phase.COMBINE):
        if rule.kind.value in ("merge", "replace"):
            record = second.standard.continue_from(BASE, combined.after, Phase.COMBINE, rule)
            assert record.target == "http://a/b/c/d;p?y"
            assert {step.phase for step in record.steps} == {Phase.DOTS, Phase.RECOMBINE}


@pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))
def test_going_on_behind_combining_needs_a_rule(spec: Spec) -> None:
    if spec.id == "rfc1738":  # it has no such rules
        record = spec.standard.continue_from(BASE, "http://a/b", Phase.COMBINE)
        assert (record.target, record.steps) == ("http://a/b", ())
        return
    with pytest.raises(ValueError, match="give the combining rule"):
        spec.standard.continue_from(BASE, "http://a/b", Phase.COMBINE)


@given(spec=chosen_specs(), base=any_bases, reference=texts)
def test_a_parsed_text_counts_as_cleaned(spec: Spec, base: str, reference: str) -> None:
    standard = spec.standard
    base_parts = standard.split(base)
    parts = standard.split(reference, base_parts)
    after_cleaning = standard.continue_parts(base_parts, parts, Phase.CLEAN)
    assert after_cleaning.target == standard.resolve_parts(base_parts, parts)
    later = standard.passed_from(base_parts, parts, Phase.CLEAN)
    assert later[1:] == standard.passed_from(base_parts, parts)[1:]


@given(spec=chosen_specs(), base=any_bases, text=texts)
def test_nothing_comes_behind_the_last_phase(spec: Spec, base: str, text: str) -> None:
    record = spec.standard.continue_from(base, text, Phase.RECOMBINE)
    assert (record.target, record.steps, record.choices) == (text, (), ())
