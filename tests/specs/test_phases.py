"""What the diff engine builds on: every standard goes through the phases and says what it did."""

from itertools import product

import pytest
from followers import options_of
from hypothesis import example, given
from inputs import any_text, bases, references
from tables import by_rows_of

import hexapla
from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Phase

standards = pytest.mark.parametrize(
    "standard", ["rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"]
)
PHASES = list(Phase)


@standards
@given(base=bases, reference=references)
def test_the_steps_go_through_every_phase(standard: str, base: str, reference: str) -> None:
    steps = hexapla.spec(standard).resolve(base, reference).steps
    phases = {PHASES.index(step.phase) for step in steps}
    # No RFC cleans a text, or normalises what it resolves to.
    of_rfcs = [phase for phase in PHASES if phase not in (Phase.CLEAN, Phase.NORMALISE)]
    assert sorted(phases) == [PHASES.index(phase) for phase in of_rfcs][: len(phases)]


@standards
@given(any_text)
@example("ftp://u:p@h:1/a;b?c#d")
def test_any_text_has_its_parts_at_their_spans(standard: str, reference: str) -> None:
    spec = hexapla.spec(standard)
    parsed = spec.parse(reference)
    for name, span in parsed.spans.items():
        if span is not None:
            assert reference[span.start : span.stop] == parsed.parts[name]
    together = "".join(reference[s.start : s.stop] for s in parsed.segments())
    # RFC 1738 has no rule for the parts of what has no scheme (2.3).
    assert together == (reference if standard != "rfc1738" or parsed.parts["scheme"] else "")


@standards
def test_a_reference_of_another_spec_counts_as_its_text(standard: str) -> None:
    spec = hexapla.spec(standard)
    for other in hexapla.specs():
        foreign = other.parse("http://a?b/c;d#e")
        assert spec.resolve(foreign, "g") == spec.resolve(foreign.text, "g")


@by_rows_of("phases", "forms")
def test_a_form_has_the_standard_s_own_name(standard: str, text: str, form: str, name: str) -> None:
    reference = hexapla.spec(standard).parse(text)
    assert (reference.form.value, reference.form_name) == (form, name)


@by_rows_of("phases", "changes")
def test_a_phase_tells_what_it_changed(
    standard: str, reference: str, behind_combine: str, behind_dots: str
) -> None:
    steps = hexapla.spec(standard).record("http://a/b/c/d;p?q", reference).steps
    behind = {step.phase: step.after for step in steps}
    assert behind[Phase.COMBINE] == behind_combine
    assert behind[Phase.DOTS] == behind_dots
    assert behind[Phase.RECOMBINE] == behind_dots


@pytest.mark.parametrize("base", ["http://a/b/", "x:/b//c"])
def test_a_removed_dot_segment_is_told_by_its_place(base: str) -> None:
    paths = ["/".join(path) for n in (1, 2, 3) for path in product(("", ".", "..", "a"), repeat=n)]
    specs = [chosen for spec in hexapla.specs() for chosen in options_of(spec)]
    for spec, path in product(specs, paths):
        for step in spec.record(base, path).steps:
            if step.phase is Phase.DOTS and not isinstance(step.after, NoUri):
                left = str(step.before)
                for span in reversed(step.removed):
                    left = left[: span.start] + left[span.stop :]
                assert left == step.after, (spec, path)
