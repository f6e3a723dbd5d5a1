"""The names of rules: one for each rule, in rows, in summaries, in tables and in addresses."""

import functools
from collections.abc import Mapping

from hexapla.standard.component import Component
from hexapla.standard.phases import Move, Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.short_name import short_name
from hexapla.text.slug import slug
from hexapla.values.frozen import FrozenMapping

_LONGEST_PART = 40  # characters


@functools.lru_cache(maxsize=256)
def rule_of_part(component: Component) -> Rule:
    """Return the rule that is cited where a standard has characters in a component."""
    does = f"has these characters in {component.name}"
    return Rule(Phase.SPLIT, Move.CUT_ALL, component.citation, does)


def rule_name(spec: Spec, rule: Rule) -> str:
    """Return the name of a rule, made of its section and its move: `4-step-6c-drop-pair`.

    Where several rules make the same move in the same section, all but the first have a number.
    The rule by which a standard has characters in a component is called by its section and the
    component: `2.4.3-net-loc`. A rule that the spec does not list has a code at the end, which
    depends on the rule alone.

    Args:
        spec: The spec that applies the rule.
        rule: The rule; it need not be one of `spec.rules`.
    """
    name = _names(spec).get(rule)
    return f"{_stem(rule)}-{_code(rule)}" if name is None else name


@functools.lru_cache(maxsize=128)
def rules_by_name(spec: Spec) -> Mapping[str, Rule]:
    """Return the rules that a spec lists by their names, those of its components first."""
    return FrozenMapping((name, rule) for rule, name in _names(spec).items())


@functools.lru_cache(maxsize=128)
def _names(spec: Spec) -> Mapping[Rule, str]:
    names = {
        rule_of_part(component): f"{_part(component.citation.section)}-{_part(component.name)}"
        for component in spec.components
    }
    numbers: dict[str, int] = {}
    for rule in spec.rules:
        stem = _stem(rule)
        number = numbers[stem] = numbers.get(stem, 0) + 1
        names[rule] = stem if number == 1 else f"{stem}-{number}"
    return FrozenMapping(names)


def _stem(rule: Rule) -> str:
    return f"{_part(rule.citation.section)}-{rule.move.value}"


def _part(text: str) -> str:
    """Return a text as a part of a name; two rules' names go into the name of a file, so it is cut.

    A code that depends on the whole text tells long ones with the same beginning apart.
    """
    whole = slug(text)
    if len(whole) <= _LONGEST_PART:
        return whole
    return f"{whole[:_LONGEST_PART].strip('-')}-{short_name(text, length=6)}"


def _code(rule: Rule) -> str:
    return short_name(rule.phase.value, rule.citation.document.id, rule.does, length=6)
