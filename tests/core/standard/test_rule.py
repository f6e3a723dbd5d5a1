"""Every rule has a name of its own, and nothing but what people read depends on its words."""

import re
from collections.abc import Iterator

import attrs
import pytest
from tables import by_rows_of

import hexapla
from hexapla.standard.rule import Phase, RuleKind
from hexapla.standard.spec import Spec

SPECS = pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))


@SPECS
def test_each_rule_of_a_spec_has_a_name_of_its_own(spec: Spec) -> None:
    rules = [*(part.rule for part in spec.components), *spec.rules]
    assert list(spec.rules_by_name.values()) == rules
    for name in spec.rules_by_name:
        assert re.fullmatch(r"[a-z0-9.]+(-[a-z0-9.]+)+", name)


@by_rows_of("standard")
def test_a_name_has_the_section_and_the_kind(selector: str, says: str, name: str) -> None:
    spec = hexapla.spec(selector)
    (rule,) = (rule for rule in spec.rules if rule.says == says)
    assert rule.name == name
    assert spec.rules_by_name[name] is rule


def test_two_rules_of_one_name_are_refused() -> None:
    rule = hexapla.spec("rfc1808").rules[0]
    again = attrs.evolve(rule, does="cuts it otherwise")
    with pytest.raises(TypeError, match=r"two rules of Twice are named 4-clean"):
        type("Twice", (Spec,), {"rules": (rule, again)})


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
    """Yield what is found of some inputs, without any words."""
    for reference in REFERENCES:
        for base in (BASE, "http://a", "mailto:u@h"):
            target = hexapla.compare(reference, base=base, specs=hexapla.specs()).target
            keys = [cause.key for cause in target.causes]
            rows = [
                (row.phase, side.letter, side.after, side.removed, [act.rule for act in side.acts])
                for branch in target.branches
                for row in branch.rows
                for side in row.sides
            ]
            yield keys, rows, target.readings


def test_rules_in_other_words_give_the_same_results() -> None:
    rules = [rule for spec in hexapla.specs() for rule in spec.rules_by_name.values()]
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
