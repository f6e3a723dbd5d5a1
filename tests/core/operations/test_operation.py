"""A spec holds an operation or does not, and a subclass of a spec may hold another."""

from typing import Any

import pytest

import hexapla
from hexapla import Citation, Provision, Sameness
from hexapla.operations.equivalence import EquivalenceRules, Rewriting
from hexapla.operations.operation import operation
from hexapla.standard.spec import Spec

HELD = ("escaping", "equivalence", "extraction", "base_precedence", "schemes", "access", "division")
Parent: Any = type(hexapla.spec("rfc3986"))
OUR_RULE = Provision(Citation(Parent.document, "ours"), "ignores case everywhere")


class IgnoringCase(EquivalenceRules):
    def rewritings(self) -> tuple[Rewriting, ...]:
        return (Rewriting(OUR_RULE, str.lower),)


class WithoutGrammar(Parent):  # type: ignore[misc]
    syntax = None


class Child(Parent):  # type: ignore[misc]
    equivalence = operation(IgnoringCase)
    extraction = None


def test_each_standard_holds_what_it_defines() -> None:
    held = {
        spec.id: {name for name in HELD if getattr(spec, name) is not None}
        for spec in hexapla.specs()
    }
    assert held == {
        "rfc1630": set(HELD),
        "rfc1738": set(HELD) - {"base_precedence"},
        "rfc1808": {"escaping", "base_precedence", "schemes", "division"},
        "rfc2396": set(HELD) - {"access"},
        "rfc3986": set(HELD) - {"access"},
        "whatwg": {"escaping", "equivalence", "division"},
    }


def test_a_subclass_of_a_spec_replaces_an_operation() -> None:
    child: Spec = Child()
    found = hexapla.equivalent(child, "http://a/B", "http://a/b")
    assert (found.verdict, found.provision) == (Sameness.SAME, OUR_RULE)
    assert hexapla.normalize(child, "http://a/B").normal is None
    assert hexapla.extract(child, "<http://a/>") == ()
    assert hexapla.escape(child, "é").text == "%C3%A9"


@pytest.mark.parametrize("name", HELD)
def test_an_operation_is_made_once_for_a_spec_and_its_choices(name: str) -> None:
    spec = hexapla.spec("rfc1630")
    chosen = hexapla.spec("rfc1630[grammar=as-printed]")
    assert getattr(spec, name) is getattr(spec, name)
    assert getattr(spec, name) == getattr(hexapla.spec("rfc1630"), name)
    assert getattr(spec, name) != getattr(chosen, name)
    assert getattr(chosen, name).grammar is chosen.grammar
    assert repr(getattr(spec, name)).endswith(" of rfc1630>")


def test_an_operation_without_a_grammar_says_so() -> None:
    escaping = WithoutGrammar().escaping
    with pytest.raises(LookupError, match="rfc3986 has no grammar"):
        escaping.characters("unreserved")
