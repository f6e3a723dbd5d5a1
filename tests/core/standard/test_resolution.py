"""A resolution as a value: its outcome at once, its steps on demand, and its JSON form."""

import copy
import json
import pickle

import pytest
from followers import chosen_specs
from hypothesis import given
from inputs import any_text, bases

import hexapla
from hexapla.standard.phases import Outcome
from hexapla.standard.spec import Spec

BASE = "http://a/b/c/d;p?q"


@pytest.mark.parametrize(
    ("selector", "base", "reference", "outcome", "uri", "fragment", "reason"),
    [
        ("rfc2396", BASE, "../g", "uri", "http://a/b/g", None, None),
        ("rfc1808", "", "g", "uri", "g", None, None),
        ("rfc2396", BASE, "#s", "same-document", None, "s", None),
        ("rfc2396", BASE, "", "same-document", None, None, None),
        ("rfc1738", BASE, "g", "undefined", None, None, "RFC 1738, 2.3"),
        ("rfc1630", BASE, "///g", "undefined", None, None, "RFC 1630, Partial (relative) form"),
        ("rfc2396", "a/b", "g", "error", None, None, "RFC 2396, 5.2"),
        ("whatwg", BASE, "http://[", "error", None, None, "URL Standard, 3.5"),
    ],
)
def test_a_resolution_says_how_it_ended(
    selector: str,
    base: str,
    reference: str,
    outcome: str,
    uri: str | None,
    fragment: str | None,
    reason: str | None,
) -> None:
    resolution = hexapla.spec(selector).resolve(base, reference)
    assert (resolution.base, resolution.reference) == (base, reference)
    assert resolution.outcome is Outcome(outcome)
    assert (resolution.uri, resolution.fragment) == (uri, fragment)
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
    resolution = spec.resolve(base, reference)
    record = spec.record(base, reference)
    assert (resolution.steps, resolution.choices) == (record.steps, record.choices)
    assert (resolution.uri is None) is (resolution.outcome is not Outcome.URI)
    form = resolution.to_dict(steps=True)
    assert json.loads(json.dumps(form)) == form
    assert form["steps"] == [step.to_dict() for step in record.steps]


@given(spec=chosen_specs(), base=bases, reference=any_text)
def test_a_resolution_is_equal_to_the_same_one_again(spec: Spec, base: str, reference: str) -> None:
    resolution = spec.resolve(base, reference)
    for again in (
        spec.resolve(base, reference),
        spec.resolve(spec.parse(base), spec.parse(reference)),
        copy.deepcopy(resolution),
        pickle.loads(pickle.dumps(resolution)),
    ):
        assert again == resolution
        assert hash(again) == hash(resolution)


def test_resolutions_of_two_specs_differ() -> None:
    first, second = (hexapla.spec(name).resolve(BASE, "g") for name in ("rfc2396", "rfc3986"))
    assert first.target == second.target
    assert first != second


def test_a_resolution_has_one_line() -> None:
    resolution = hexapla.spec("rfc2396[excess-dots=remove]").resolve(BASE, "#s")
    assert repr(resolution) == (
        "<Resolution spec='rfc2396[excess-dots=remove]' base='http://a/b/c/d;p?q' reference='#s'"
        " outcome='same-document' fragment='s' choices=()>"
    )
    assert str(hexapla.spec("rfc2396").resolve(BASE, "g")) == "http://a/b/c/g"
