"""Rules, outcomes and steps: each rule has a name, and no result depends on its wording."""

import pickle
import re
from collections.abc import Iterator
from datetime import date

import attrs
import pytest
from tables import by_rows_of

import hexapla
from hexapla.documents.citation import Citation, Document
from hexapla.documents.reading import Choice
from hexapla.standard.phases import NoUri, Outcome, Reason, Record, Step, error
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.standard.standard import Standard

CITATION = Citation(Document("small", "S", "Small", "A small one", date(2000, 1, 1), "x:"), "1")
RULE = Rule(Phase.DOTS, RuleKind.DROP_DOT, CITATION, "a dot", "goes")
ALL_RULES = [rule for spec in hexapla.specs() for rule in spec.rules]


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
        cited = {spec.standard.cited(rule.citation).document for rule in spec.rules}
        assert cited == {spec.document}


# Outcomes, steps and records.


@by_rows_of("standard")
def test_an_outcome_without_a_uri_has_its_text(
    outcome: str, fragment: str | None, text: str
) -> None:
    assert str(NoUri(Outcome(outcome), fragment)) == text


def test_the_reason_makes_no_difference_to_an_outcome() -> None:
    target = error("it is wrong", CITATION)
    assert target == NoUri(Outcome.ERROR)
    assert hash(target) == hash(NoUri(Outcome.ERROR))
    assert target.reason == Reason("it is wrong", CITATION)
    assert str(target.reason) == "it is wrong (Small, 1)"
    assert target.reason.to_dict() == {
        "says": "it is wrong",
        "citation": CITATION.to_dict(),
        "found": "",
    }


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


def test_a_record_has_one_line_that_counts_steps() -> None:
    record = Record(NoUri(Outcome.ERROR), (Step(RULE, "a", "a"),), ())
    assert repr(record) == "<Record of 1 step to (error)>"


SPECS = pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))


@SPECS
def test_each_rule_of_a_spec_has_a_name_of_its_own(spec: Spec) -> None:
    rules = [*(part.rule for part in spec.components), *spec.rules]
    assert list(spec.standard.rules_by_name.values()) == rules
    for name in spec.standard.rules_by_name:
        assert re.fullmatch(r"[a-z0-9.]+(-[a-z0-9.]+)+", name)


@by_rows_of("standard")
def test_a_name_has_the_section_and_the_kind(selector: str, says: str, name: str) -> None:
    spec = hexapla.spec(selector)
    (rule,) = (rule for rule in spec.rules if rule.says == says)
    assert rule.name == name
    assert spec.standard.rules_by_name[name] is rule


def test_two_rules_of_one_name_are_refused() -> None:
    rule = hexapla.spec("rfc1808").rules[0]
    again = attrs.evolve(rule, does="cuts it otherwise")
    with pytest.raises(TypeError, match=r"two rules of Twice are named 4-clean"):
        type("Twice", (Standard,), {"rules": (rule, again)})


def test_a_long_section_gives_a_short_name_of_its_own() -> None:
    known = hexapla.spec("rfc1808").rules[0]
    sections = [f"{'of the section ' * 30}{number}" for number in range(2)]
    rules = [
        attrs.evolve(known, citation=attrs.evolve(known.citation, section=section))
        for section in sections
    ]
    names = {rule.name for rule in rules}
    assert len(names) == 2
    assert max(map(len, names)) < 100


BASE = "http://a/b/c/d;p?q"
REFERENCES = (
    *("?y", ";x", "", "#", "../../../g", "./g/.", "g;x=1/../y", "//a?b/..", "%2e@http:", "/./g"),
)


def _results() -> Iterator[tuple[object, ...]]:
    """Yield the results for some inputs, without any wording."""
    for reference in REFERENCES:
        for base in (BASE, "http://a", "mailto:u@h"):
            target = hexapla.compare(reference, base=base, specs=hexapla.specs()).target
            keys = [cause.key for cause in target.causes]
            rows = [
                (
                    row.phase,
                    row.results,
                    row.removed,
                    row.differs,
                    {source.rule for clause in row.clauses for source in clause.sources},
                )
                for row in target.rows
            ]
            yield keys, rows, target.readings


def test_rules_in_other_words_give_the_same_results() -> None:
    rules = [rule for spec in hexapla.specs() for rule in spec.standard.rules_by_name.values()]
    words = [(rule.about, rule.does) for rule in rules]
    found = list(_results())
    try:
        for number, rule in enumerate(rules):
            object.__setattr__(rule, "about", f"it {number}")
            object.__setattr__(rule, "does", "happens")
        reworded = list(_results())
    finally:
        for rule, (about, does) in zip(rules, words, strict=True):
            object.__setattr__(rule, "about", about)
            object.__setattr__(rule, "does", does)
    assert reworded == found


def test_a_rule_is_the_same_in_other_words() -> None:
    rule = hexapla.spec("rfc1808").rules[0]
    reworded = attrs.evolve(rule, does="does the same")
    assert reworded == rule
    assert hash(reworded) == hash(rule)
    assert attrs.evolve(rule, phase=Phase.DOTS) != rule
    assert attrs.evolve(rule, kind=RuleKind.JOIN) != rule
