"""Every rule has a name of its own, and nothing but what people read depends on its words."""

import re
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

import hexapla
from hexapla.comparison.cause import Cause
from hexapla.standard.rule import Phase, RuleKind
from hexapla.standard.spec import Spec

SPECS = pytest.mark.parametrize("spec", hexapla.specs(), ids=lambda spec: str(spec.id))


@SPECS
def test_each_rule_of_a_spec_has_a_name_of_its_own(spec: Spec) -> None:
    rules = [*(part.rule for part in spec.components), *spec.rules]
    assert list(spec.rules_by_name.values()) == rules
    for name in spec.rules_by_name:
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
def test_a_name_has_the_section_and_the_kind(selector: str, does: str, name: str) -> None:
    spec = hexapla.spec(selector)
    (rule,) = (rule for rule in spec.rules if rule.does == does)
    assert rule.name == name
    assert spec.rules_by_name[name] is rule


def test_two_rules_of_one_name_are_refused() -> None:
    rule = hexapla.spec("rfc1808").rules[0]
    again = attrs.evolve(rule, does="cuts it otherwise")
    with pytest.raises(TypeError, match=r"two rules of Twice are named 2\.4\.1-cut-fragment"):
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
_WORDS = ("does", "sentence")
REFERENCES = (
    "?y",
    ";x",
    "",
    "#",
    "../../../g",
    "./g/.",
    "g;x=1/../y",
    "//a?b/..",
    "%2e@http:",
    "/./g",
)


def _causes() -> Iterator[Cause]:
    for reference in REFERENCES:
        for base in (BASE, "http://a", "mailto:u@h"):
            comparison = hexapla.compare(reference, base=base, specs=hexapla.specs())
            yield from comparison.parts.causes
            yield from comparison.target.causes


def _without_words(form: Any) -> Any:
    """Return a JSON form without what rules say they do, and without sentences."""
    if isinstance(form, dict):
        items = form.items()
        return {
            key: _without_words(value) for key, value in items if key not in ("does", "sentence")
        }
    return [_without_words(item) for item in form] if isinstance(form, list) else form


def _reworded(text: str, words: dict[str, str]) -> str:
    pattern = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(pattern, lambda match: words[match[0]], text)


def test_rules_in_other_words_give_the_same_results() -> None:
    rules = [rule for spec in hexapla.specs() for rule in spec.rules_by_name.values()]
    words = {rule.does: f"does {number}" for number, rule in enumerate(rules)}
    causes = [(_without_words(cause.to_dict()), cause.sentence) for cause in _causes()]
    try:
        for rule in rules:
            object.__setattr__(rule, "does", words[rule.does])
        reworded = [(_without_words(cause.to_dict()), cause.sentence) for cause in _causes()]
    finally:
        old = {new: does for does, new in words.items()}
        for rule in rules:
            object.__setattr__(rule, "does", old[rule.does])
    assert [form for form, _ in reworded] == [form for form, _ in causes]
    assert [text for _, text in reworded] == [_reworded(text, words) for _, text in causes]


def test_a_rule_is_the_same_in_other_words() -> None:
    rule = hexapla.spec("rfc1808").rules[0]
    reworded = attrs.evolve(rule, does="does the same")
    assert reworded == rule
    assert hash(reworded) == hash(rule)
    assert attrs.evolve(rule, phase=Phase.DOTS) != rule
    assert attrs.evolve(rule, kind=RuleKind.JOIN) != rule
