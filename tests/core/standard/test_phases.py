"""Rules, outcomes, steps and substeps as values, and what the steps of parsing ask for."""

import pickle
from datetime import date
from typing import Any

import attrs
import pytest

import hexapla
from hexapla.documents.citation import Citation, Document
from hexapla.documents.reading import Choice
from hexapla.standard.phases import (
    NoUri,
    Options,
    Outcome,
    ParsingStep,
    Reason,
    Record,
    Step,
    Substep,
    error,
    parameters_of,
)
from hexapla.standard.rule import Phase, Rule, RuleKind

CITATION = Citation(Document("small", "S", "Small", "A small one", date(2000, 1, 1), "x:"), "1")
RULE = Rule(Phase.DOTS, RuleKind.DROP_DOT, CITATION, "a dot", "goes")
OTHER = Rule(Phase.DOTS, RuleKind.KEEP_REST, CITATION, "the rest", "stays")
ALL_RULES = [rule for spec in hexapla.specs() for rule in spec.rules]


def without_dots(text: str) -> str:
    return text.replace(".", "")


def by_option(text: str, options: Options) -> str | NoUri:
    return error("a slash", CITATION) if options["slash"] == "error" else text


# Parsing steps.


def test_local_names_are_no_parameters() -> None:
    def parse(rest: str, options: Options, path: str) -> tuple[str, str]:
        local = rest + path
        return local, options["a"]

    assert parameters_of(parse) == ("rest", "options", "path")
    assert ParsingStep(None, ("path",), parse).parameters == ("options", "path")


# Substeps.


def test_a_substep_gets_the_options_where_it_asks_for_them() -> None:
    plain, optional = Substep(RULE, without_dots), Substep(OTHER, by_option)
    assert (plain.with_options, optional.with_options) == (False, True)
    assert plain("a.b", {}) == "ab"
    assert optional("a/b", {"slash": "keep"}) == "a/b"
    assert optional("a/b", {"slash": "error"}) == NoUri(Outcome.ERROR)


@pytest.mark.parametrize(
    "path", ["", "/", "/a", "a", "/a/b/", "//", "a;b", "/a.b", "/.a/b..", "%2E"]
)
@pytest.mark.parametrize("selector", ["rfc1808", "rfc2396", "rfc2396[excess-dots=remove]"])
def test_no_substep_changes_what_none_is_said_to_change(selector: str, path: str) -> None:
    spec: Any = hexapla.spec(selector)
    rule = next(rule for rule in spec.rules if rule.kind is RuleKind.MERGE)
    substeps, _ = spec.remove_dots(rule, ("x", None, path, None, None), spec.options)
    if not substeps.changes(path):
        for step in substeps.steps:
            if step.applies is None or step.applies(path):
                assert step(path, spec.options) == path


# Rules.


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: str(rule.citation))
def test_a_rule_says_in_at_most_twelve_words_what_happens(rule: Rule) -> None:
    assert len(rule.says.split()) <= 12
    assert not rule.says.endswith(".")
    assert not {"even", "also"} & set(rule.says.split())
    assert rule.says == f"{rule.about} {rule.does}"
    assert repr(rule) == f"<Rule {rule.citation}, {rule.phase}: {rule.says}>"
    label = rule.citation.document.label
    assert str(rule) == f"{label}: {rule.says} ({rule.citation.section})"
    assert rule.to_dict() == {
        "phase": rule.phase.value,
        "name": rule.name,
        "citation": rule.citation.to_dict(),
        "says": rule.says,
    }
    assert pickle.loads(pickle.dumps(rule)) == rule


def test_a_spec_lists_each_rule_once_in_the_order_of_the_phases() -> None:
    for spec in hexapla.specs():
        phases = [list(Phase).index(rule.phase) for rule in spec.rules]
        assert phases == sorted(phases)
        assert len(set(spec.rules)) == len(spec.rules)
        assert {rule.citation.document for rule in spec.rules} == {spec.document}


# Outcomes, steps and records.


@pytest.mark.parametrize(
    ("target", "text"),
    [
        (NoUri(Outcome.SAME_DOCUMENT), "(current document)"),
        (NoUri(Outcome.SAME_DOCUMENT, ""), "(current document)#"),
        (NoUri(Outcome.SAME_DOCUMENT, "s"), "(current document)#s"),
        (NoUri(Outcome.UNDEFINED), "(no rule)"),
        (error("it is wrong", CITATION), "(error)"),
    ],
)
def test_an_outcome_without_a_uri_has_its_text(target: NoUri, text: str) -> None:
    assert str(target) == text


def test_the_reason_makes_no_difference_to_an_outcome() -> None:
    target = error("it is wrong", CITATION)
    assert target == NoUri(Outcome.ERROR)
    assert hash(target) == hash(NoUri(Outcome.ERROR))
    assert target.reason == Reason("it is wrong", CITATION)
    assert str(target.reason) == "it is wrong (Small, 1)"
    assert target.reason.to_dict() == {"says": "it is wrong", "citation": CITATION.to_dict()}


def test_a_step_says_whether_it_changed_the_target_so_far() -> None:
    choice = Choice("a", "b")
    changing, keeping = Step(RULE, "a/./b", "a/b", (choice,)), Step(RULE, "a", "a")
    assert (changing.changed, keeping.changed) == (True, False)
    assert repr(changing) == "<Step Small, 1: a/./b -> a/b>"
    assert changing.to_dict() == {
        "phase": "dots",
        "rule": RULE.to_dict(),
        "before": "a/./b",
        "after": "a/b",
        "changed": True,
        "removed": [],
        "choices": [{"reading": "a", "option": "b"}],
    }
    assert Step(RULE, "a", NoUri(Outcome.UNDEFINED)).to_dict()["after"] == "(no rule)"


def test_a_record_has_one_line_and_does_not_change() -> None:
    record = Record(NoUri(Outcome.ERROR), (Step(RULE, "a", "a"),), ())
    assert repr(record) == "<Record of 1 step to (error)>"
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        record.steps = ()  # type: ignore[misc]
