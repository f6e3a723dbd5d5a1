"""A spec is a value: it is copied, compared, and changed by choices; it takes any text."""

from typing import Any

import pytest
from hypothesis import given
from inputs import chosen_specs
from tables import by_rows_of

import hexapla
from hexapla.documents.reading import Choice, SelectorError
from hexapla.standard.spec import Spec
from hexapla.standard.standard import Standard

SPECS = pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))
Rfc2396: Any = type(hexapla.spec("rfc2396").standard)
REMOVE = Choice("excess-dots", "remove")
LOOPHOLE = Choice("same-scheme", "loophole")

# A value.


@given(spec=chosen_specs())
def test_a_spec_has_one_line_that_names_it(spec: Spec) -> None:
    assert repr(spec) == f"<Spec {spec.selector}>"
    assert hexapla.spec(spec.selector) == spec


def test_specs_are_equal_by_standard_and_choices() -> None:
    chosen = [spec.choosing(REMOVE) for spec in (Rfc2396().spec, hexapla.spec("rfc2396"))]
    assert chosen[0] == chosen[1]
    different = {
        *hexapla.specs(),
        chosen[0],
        Rfc2396((LOOPHOLE,)).spec,
        type("Mine", (Rfc2396,), {})().spec,
    }
    assert len(different) == len(hexapla.specs()) + 3


def test_a_standard_without_a_phase_is_refused() -> None:
    members = {name: getattr(Rfc2396, name) for name in ("document", "form", "recombine")}
    lacking = "components, rules, parse, classify, combine, remove_dots"
    with pytest.raises(TypeError, match=f"Half must define {lacking}"):
        type("Half", (Standard,), members)


def test_a_standard_that_resumes_on_its_own_needs_its_phases_too() -> None:
    """Such a class was once accepted with nothing else."""
    with pytest.raises(TypeError, match="Resuming must define document, components, rules, form"):
        type("Resuming", (Standard,), {"passed_from": lambda *_: ()})


def test_a_standard_without_phases_runs_on_its_own() -> None:
    names = ("document", "components", "rules", "form", "parse", "recombine", "record")
    members = {name: getattr(Rfc2396, name) for name in names}
    lacking = "resolve_parts, record, record_parsing, passed_from, continue_parts"
    with pytest.raises(TypeError, match=f"Other must define {lacking}"):
        type("Other", (Standard,), {**members, "runs_by_phase": False})


# The attributes that a class declares.


def test_a_class_is_a_default_only_by_its_own_word() -> None:
    class Mine(Rfc2396):  # type: ignore[misc]
        default_column = True

    class Yours(Mine):
        candidate = True

    assert [
        (kind.default_column, kind.candidate, kind.insensitive_to_words)
        for kind in (Standard, Rfc2396, Mine, Yours)
    ] == [(False, False, False), (True, True, True), (True, False, False), (False, True, False)]


# Choices.


def test_choices_add_up_in_the_order_of_the_readings() -> None:
    spec = hexapla.spec("rfc2396").choosing(LOOPHOLE).choosing(REMOVE)
    assert spec.selector == "rfc2396[excess-dots=remove,same-scheme=loophole]"
    assert spec == hexapla.spec("rfc2396").choosing(REMOVE, LOOPHOLE)
    assert spec.options["same-scheme"] == "loophole"


def test_choosing_a_default_takes_a_choice_back() -> None:
    spec = hexapla.spec("rfc2396")
    assert spec.choosing(REMOVE).choosing(Choice("excess-dots", "retain")) == spec
    assert spec.choosing() == spec
    assert spec.choosing(Choice("excess-dots", "retain")).selector == "rfc2396"


@SPECS
def test_an_unknown_reading_is_named(spec: Spec) -> None:
    with pytest.raises(SelectorError, match=f"unknown reading 'nothing' of {spec.id}"):
        spec.choosing(Choice("nothing", "here"))


def test_an_unknown_option_and_one_given_twice_are_named() -> None:
    spec = hexapla.spec("rfc2396")
    with pytest.raises(SelectorError, match="Did you mean 'remove'"):
        spec.choosing(Choice("excess-dots", "removed"))
    with pytest.raises(SelectorError, match="excess-dots is given twice"):
        spec.choosing(REMOVE, Choice("excess-dots", "error"))


@SPECS
def test_only_choices_are_chosen_and_another_type_is_named(spec: Spec) -> None:
    wrong: Any = "excess-dots=remove"
    with pytest.raises(TypeError, match="choice must be a Choice, not str"):
        spec.choosing(wrong)


# What else a standard defines.


def test_a_standard_without_a_grammar_is_silent() -> None:
    parent: Any = type(hexapla.spec("rfc3986").standard)
    spec = type("WithoutGrammar", (parent,), {"syntax": None})().spec
    assert (spec.standard.syntax, spec.standard.grammar, spec.standard.grammar_readings) == (
        None,
        None,
        (),
    )
    assert spec.validate("http://a").verdict.value == "no-production"
    assert spec.ambiguity("http://a") is None
    assert spec.subdivide("host", "a") == ()


@SPECS
def test_a_component_has_one_shared_name(spec: Spec) -> None:
    for component in spec.components:
        assert spec.standard.shared_name(component.name) == component.shared
        assert spec.standard.shared_name(component.shared) == component.shared
    with pytest.raises(SelectorError, match="unknown component"):
        spec.standard.shared_name("no such component")


@by_rows_of("standard")
def test_a_text_is_absolute_that_has_a_scheme_by_the_grammar(
    selector: str, absolute: dict[str, bool]
) -> None:
    spec = hexapla.spec(selector)
    assert {text: spec.is_absolute(text) for text in absolute} == absolute


@SPECS
def test_a_spec_has_its_own_data(spec: Spec) -> None:
    form = spec.to_dict()
    assert [form[name] for name in ("selector", "id", "date")] == [spec.id, spec.id, spec.date]
    assert spec.date == f"{spec.document.date:%Y-%m}"
    assert form["components"] == list(spec.component_names)


def test_labels_have_the_choices_that_differ() -> None:
    assert hexapla.spec("rfc2396").label == "RFC 2396"
    assert hexapla.spec("rfc2396[excess-dots=remove]").label == "RFC 2396[excess-dots=remove]"
    assert hexapla.spec("rfc2396[excess-dots=retain]").short_label == "2396"
