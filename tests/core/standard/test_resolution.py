"""References and resolutions as values: parts, outcome, steps on demand, JSON form."""

import json

from hypothesis import given
from hypothesis import strategies as st
from inputs import BASE, any_text, bases, chosen_specs, references
from tables import by_rows_of

import hexapla
from hexapla.comparison.resuming import taken_over
from hexapla.standard import dots
from hexapla.standard.component import REMOVED
from hexapla.standard.phases import Outcome
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec


@by_rows_of("standard")
def test_a_resolution_says_how_it_ended(
    selector: str,
    base: str,
    reference: str,
    outcome: str,
    uri: str | None,
    fragment: str | None,
    reason: str | None,
) -> None:
    resolution = hexapla.spec(selector).resolve(reference, base=base)
    assert (resolution.base, resolution.reference) == (base, reference)
    assert resolution.outcome is Outcome(outcome)
    assert (resolution.uri, resolution.same_document_fragment) == (uri, fragment)
    if reason is None:
        assert resolution.reason is None
    else:
        assert resolution.reason is not None
        assert str(resolution.reason.citation).startswith(reason)
    form = resolution.to_dict()
    assert (form["outcome"], form["uri"], form["fragment"]) == (outcome, uri, fragment)


@given(spec=chosen_specs(), base=bases, reference=any_text)
def test_a_resolution_has_the_steps_and_choices_of_its_record(
    spec: Spec, base: str, reference: str
) -> None:
    resolution = spec.resolve(reference, base=base)
    record = spec.standard.record(reference, base=base)
    assert (resolution.steps, resolution.choices) == (record.steps, record.choices)
    assert (resolution.uri is None) is (resolution.outcome is not Outcome.URI)
    form = resolution.to_dict(steps=True)
    assert json.loads(json.dumps(form)) == form
    assert form["steps"] == [step.to_dict() for step in record.steps]


@given(spec=chosen_specs(), base=bases, reference=any_text)
def test_a_resolution_is_equal_to_the_same_one_again(spec: Spec, base: str, reference: str) -> None:
    resolution = spec.resolve(reference, base=base)
    again = spec.resolve(spec.parse(reference), base=spec.parse(base))
    assert again == resolution
    assert hash(again) == hash(resolution)


def test_resolutions_of_two_specs_differ() -> None:
    first, second = (hexapla.spec(name).resolve("g", base=BASE) for name in ("rfc2396", "rfc3986"))
    assert first.target == second.target
    assert first != second


@given(st.one_of(references, bases, any_text))
def test_the_ends_are_those_of_the_segments(text: str) -> None:
    """Standards whose parts are in order compute them in a faster way."""
    for spec in hexapla.specs():
        reference = spec.parse(text)
        ends: dict[str, int] = {}
        for segment in reference.segments():
            ends[segment.component.shared] = segment.stop
        if reference.failure is not None or not reference.has_spans:
            assert reference.ends is None
            continue
        assert reference.ends is not None
        found = dict(reference.ends)
        removed = found.pop(REMOVED, 0)
        assert found == ends
        assert bool(removed) == (len(spec.standard.clean_text(text)) < len(text))


def test_a_reference_shows_its_text_its_spec_and_its_parts() -> None:
    reference = hexapla.spec("rfc2396").parse("a:b")
    assert repr(reference) == "<Reference 'a:b' by rfc2396: {'scheme': 'a', 'path': 'b'}>"
    assert str(reference) == "a:b"


def test_specs_come_in_the_order_of_their_dates() -> None:
    assert [spec.date for spec in hexapla.specs()] == [
        *("1994-06", "1994-12", "1995-06", "1998-08", "2005-01", "2005-01", "2012-05")
    ]


@by_rows_of("standard")
def test_components_have_the_standard_s_own_names(spec_id: str, components: list[str]) -> None:
    spec = hexapla.spec(spec_id)
    assert [*spec.component_names] == components
    assert [*spec.parse("http://a/b;c?d#e").parts] == components


@by_rows_of("dots", "steps")
def test_a_step_leaves_the_path(remove: str, path: str, left: str) -> None:
    assert getattr(dots, remove)(path) == left


def test_what_is_taken_over_of_a_base_s_path_stays_a_path() -> None:
    """To RFC 1808, RFC 2396's path "/;x/;y" has params, but those of the base are in its path."""
    older, newer = hexapla.spec("rfc1808"), hexapla.spec("rfc2396")
    text, base = "http://a/;x/;y", "http://a/;x/b"
    state = newer.standard.split(text)[1:]
    parts = taken_over(older.standard.split(text), older, Phase.COMBINE, state, newer, base)
    assert parts == (text, "http", "a", "/;x/", "y", "", "")
