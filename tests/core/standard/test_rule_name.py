"""Every rule has a name of its own, which says where it stands and what kind of work it does."""

import re

import attrs
import pytest

import hexapla
from hexapla.standard.phases import Move, Rule
from hexapla.standard.rule_name import rule_name
from hexapla.standard.spec import Spec

SPECS = pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))


@SPECS
def test_each_rule_of_a_spec_has_a_name_of_its_own(spec: Spec) -> None:
    names = [rule_name(spec, rule) for rule in spec.rules]
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch(r"[a-z0-9.]+(-[a-z0-9.]+)+", name)


@pytest.mark.parametrize(
    ("selector", "does", "name"),
    [
        (
            "rfc1808",
            'removes "<segment>/../", where the segment is not "..", from the path alone',
            "4-step-6c-drop-pair",
        ),
        ("rfc1808", "cuts the scheme at the colon", "2.4.2-cut-scheme"),
        ("rfc1738", "treats a reference with a scheme as a URL", "2.1-test-2"),
        ("rfc2396", "drops a scheme that is the base's own, and goes on", "5.2-step-3-test-3"),
    ],
)
def test_a_name_has_the_section_the_move_and_a_number(selector: str, does: str, name: str) -> None:
    spec = hexapla.spec(selector)
    (rule,) = (rule for rule in spec.rules if rule.does == does)
    assert rule_name(spec, rule) == name
    assert rule_name(spec, attrs.evolve(rule)) == name


def test_a_rule_that_is_not_listed_has_a_code_of_its_own() -> None:
    spec = hexapla.spec("rfc1808")
    known = spec.rules[0]
    rules = [attrs.evolve(known, does=does) for does in ("keeps it", "keeps \ud800")]
    names = [rule_name(spec, rule) for rule in rules]
    assert len(set(names)) == 2
    for name in names:
        assert re.fullmatch(r"2\.4\.1-cut-fragment-[a-z2-7]{6}", name)
    assert rule_name(spec, rules[0]) == names[0]
    # The code depends on the rule alone.
    assert rule_name(hexapla.spec("rfc2396"), rules[0]) == names[0]


def test_a_rule_of_another_spec_is_not_listed() -> None:
    first, second = hexapla.spec("rfc1808"), hexapla.spec("rfc2396")
    rule: Rule = next(rule for rule in first.rules if rule.move is Move.JOIN)
    assert rule_name(second, rule).startswith("4-step-7-2.1-join-")
    assert rule_name(first, rule) == "4-step-7-2.1-join"


def test_a_long_section_gives_a_short_name_of_its_own() -> None:
    known = hexapla.spec("rfc1808").rules[0]
    sections = [f"{'of the section ' * 30}{number}" for number in range(2)]
    rules = [
        attrs.evolve(known, citation=attrs.evolve(known.citation, section=section))
        for section in sections
    ]
    names = {rule_name(hexapla.spec("rfc1808"), rule) for rule in rules}
    assert len(names) == 2
    assert max(map(len, names)) < 100
