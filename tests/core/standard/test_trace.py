"""A trace: each removal leads from one text to the next, at any length; repeats are folded."""

from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import BASE, chosen_specs, references
from random_urls import random_pairs
from tables import in_parts

import hexapla
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla.standard.trace import MOST_STEPS_OF_A_PASS
from hexapla.text.span import Span, without_spans

SEED = 5242
DOTS = st.lists(st.sampled_from([".", "..", "a", "", "b.c", "..."]), max_size=12).map("/".join)


@given(spec=chosen_specs(), base=st.one_of(references, DOTS), reference=st.one_of(DOTS, references))
def test_what_is_removed_leads_to_the_next_text(spec: Spec, base: str, reference: str) -> None:
    for given_base in (f"http://h/{base}", base):
        for step in spec.standard.record(reference, base=given_base).steps:
            if step.removed:
                spans = list(step.removed)
                assert spans == sorted(spans)
                assert all(one.stop < other.start for one, other in pairwise(spans))
                assert without_spans(str(step.before), spans) == step.after


@pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))
@in_parts("count", 500, nightly=[20_000])
def test_steps_applied_in_turn_give_the_target(spec: Spec, count: int) -> None:
    for base, reference in random_pairs(count, SEED):
        record = spec.standard.record(reference, base=base)
        text: Target = reference
        for step in record.steps:
            assert step.before == text
            if step.removed:
                assert step.after == without_spans(str(text), step.removed)
            text = step.after
        assert text == record.target == spec.resolve(reference, base=base).target


class Repeated(NamedTuple):
    """A repeated piece of a reference, and the rules for dot segments that remove it."""

    selector: str
    piece: str
    sections: list[str]


REPEATED = [
    Repeated("rfc3986", "x/../", ["5.2.4 step 2C"]),
    Repeated("rfc3986", "./x/../", ["5.2.4 step 2B", "5.2.4 step 2C"]),
    Repeated("rfc2396", "x/../", ["5.2 step 6e"]),
    Repeated("rfc1808", "x/.././", ["4 step 6a", "4 step 6c"]),
    Repeated("rfc1630", "x/../", ["Partial (relative) form, 4th rule"]),
]


@pytest.mark.parametrize("case", REPEATED, ids=lambda case: f"{case.selector} {case.piece}")
@pytest.mark.parametrize("count", [1, 40, 4_000])
def test_steps_lead_to_the_target_at_any_length(case: Repeated, count: int) -> None:
    """Above 16,384 code points, the steps once said that every second segment stays."""
    spec = hexapla.spec(case.selector)
    record = spec.standard.record(case.piece * count + "g", base="http://a/b")
    assert record.target == record.steps[-1].after == "http://a/g"
    changing = [step for step in record.steps if step.changed and step.phase.value == "dots"]
    assert {step.rule.citation.section for step in changing} == set(case.sections)
    assert len(changing) <= MOST_STEPS_OF_A_PASS + len(case.sections)
    removed = sum(span.stop - span.start for step in changing for span in step.removed)
    assert removed == len(case.piece) * count


def test_a_repeated_step_is_one_step() -> None:
    record = hexapla.spec("rfc3986").standard.record("x/../" * 4_000 + "g", base="http://a/b")
    (step,) = (step for step in record.steps if step.phase.value == "dots")
    assert step.rule.citation.section == "5.2.4 step 2C"
    assert step.removed == (Span(8, 20_008),)


def test_the_first_steps_are_told_one_by_one() -> None:
    record = hexapla.spec("rfc3986").standard.record("./../x/./..", base=BASE)
    sections = [(step.rule.citation.section, step.after) for step in record.steps if step.changed]
    assert sections == [
        ("5.2.3", "http://a/b/c/./../x/./.."),
        ("5.2.4 step 2B", "http://a/b/c/../x/./.."),
        ("5.2.4 step 2C", "http://a/b/x/./.."),
        ("5.2.4 step 2B", "http://a/b/x/.."),
        ("5.2.4 step 2C", "http://a/b/"),
    ]
