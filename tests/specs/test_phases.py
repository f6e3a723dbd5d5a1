"""What the diff engine builds on: every memo goes through the phases and says what it did."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from inputs import any_text, bases, references

import hexapla
from hexapla.standard.phases import Phase

memos = pytest.mark.parametrize("memo", ["rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"])
PHASES = list(Phase)


@memos
@settings(max_examples=400, deadline=None)
@given(base=bases, reference=references)
def test_the_steps_skip_a_phase_or_end_elsewhere(memo: str, base: str, reference: str) -> None:
    resolution = hexapla.spec(memo).resolve(base, reference)
    steps = resolution.steps
    phases = [PHASES.index(step.phase) for step in steps]
    assert phases == sorted(phases)
    assert sorted(set(phases)) == list(range(phases[-1] + 1))
    assert {step.rule for step in steps} <= set(hexapla.spec(memo).rules)
    assert steps[0].before == reference
    assert steps[-1].after == resolution.target
    for earlier, later in pairwise(steps):
        assert earlier.after == later.before


@memos
@settings(max_examples=400, deadline=None)
@given(base=any_text, reference=any_text)
def test_a_text_raises_or_its_parts_are_misplaced(memo: str, base: str, reference: str) -> None:
    spec = hexapla.spec(memo)
    parsed = spec.parse(reference)
    for name, span in parsed.spans.items():
        if span is not None:
            assert reference[span.start : span.stop] == parsed.parts[name]
    assert "".join(reference[s.start : s.stop] for s in parsed.segments()) == reference
    resolution = spec.resolve(base, reference)
    assert resolution.choices == spec.record(base, reference).choices
    assert resolution.target == spec.resolve(spec.parse(base), parsed).target


@memos
def test_a_reference_of_another_spec_is_taken_for_ours(memo: str) -> None:
    spec = hexapla.spec(memo)
    for other in hexapla.specs():
        foreign = other.parse("http://a?b/c;d#e")
        assert spec.resolve(foreign, "g") == spec.resolve(foreign.text, "g")


@memos
@pytest.mark.parametrize("wrong", [b"http://a", None, 1])
def test_what_is_no_text_is_taken(memo: str, wrong: object) -> None:
    with pytest.raises(TypeError, match="a reference is a str"):
        hexapla.spec(memo).parse(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("memo", "text", "form", "name"),
    [
        ("rfc1630", "a:b", "absolute", "absolute form"),
        ("rfc1630", "//b", "absolute-path", "partial form behind slashes"),
        ("rfc1630", "b", "relative-path", "partial form"),
        ("rfc1630", "#f", "empty", "partial form, void"),
        ("rfc1808", "a:b", "absolute", "absoluteURL"),
        ("rfc1808", "//b", "network-path", "net_path"),
        ("rfc1808", "/b", "absolute-path", "abs_path"),
        ("rfc1808", ";b", "relative-path", "rel_path"),
        ("rfc1808", "", "empty", "empty"),
        ("rfc2396", "a:b", "opaque", "absolute URI, opaque"),
        ("rfc2396", "a:/b", "absolute", "absolute URI, hierarchical"),
        ("rfc2396", "//b", "network-path", "network-path reference"),
        ("rfc2396", "/b", "absolute-path", "absolute-path reference"),
        ("rfc2396", "?b", "relative-path", "relative-path reference"),
        ("rfc2396", "#f", "empty", "same-document reference"),
    ],
)
def test_a_form_goes_by_another_name(memo: str, text: str, form: str, name: str) -> None:
    reference = hexapla.spec(memo).parse(text)
    assert (reference.form.value, reference.form_name) == (form, name)
