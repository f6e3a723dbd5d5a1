"""Grammars: variants, what they keep, and how they show themselves."""

from pathlib import Path

import pytest

from hexapla.grammar import Grammar, GrammarError

VARIANTS = 'a = b\nb = "x"\n;;; other\nb = "y"\n;;; longer\na = b b\n'


def test_a_variant_replaces_rules() -> None:
    grammar = Grammar(VARIANTS)
    assert grammar.variants == ("other", "longer")
    assert grammar.matches("a", "x")
    assert grammar.varied("other").matches("a", "y")
    assert not grammar.varied("other").matches("a", "x")
    assert grammar.varied("longer").matches("a", "xx")
    assert grammar.varied("other") is grammar.varied("other")
    both = grammar.varied("other", "longer")
    assert (both.chosen, both.matches("a", "yy")) == (("other", "longer"), True)


def test_an_unknown_variant_is_an_error_and_is_not_kept() -> None:
    grammar = Grammar(VARIANTS)
    for name in ("another", "", "OTHER"):
        with pytest.raises(GrammarError, match=r"no variant .*; there is: other, longer"):
            grammar.varied(name)
        with pytest.raises(GrammarError, match="no variant"):
            _ = Grammar(VARIANTS, (name,)).rules
    assert not grammar._varied
    with pytest.raises(GrammarError, match="there is: none"):
        Grammar('a = "x"').varied("other")


def test_what_is_kept_is_bounded_by_the_rules() -> None:
    grammar = Grammar(VARIANTS)
    for number in range(100):
        for ask in (grammar.automaton, grammar.expression, grammar.pattern):
            with pytest.raises(GrammarError):
                ask(f"unknown-{number}")
        grammar.expression("a", [f"unknown-{number}"])
        grammar.expression("A" if number % 2 else "a", ["b"])
        grammar.automaton("A" if number % 2 else "a")
    assert set(grammar._expressions) <= {"a", "b"}
    assert set(grammar._automata) == {("a",)}


def test_the_longest_text_is_reached() -> None:
    grammar = Grammar('a = *"x" ["y"]')
    assert grammar.reach("a", "xxyy") == 3
    assert grammar.reach("a", "xxyy", 1, 2) == 2
    assert grammar.reach("a", "z") == 0
    assert Grammar('a = "x"').reach("a", "z") is None


def test_a_grammar_shows_itself_in_one_line() -> None:
    grammar = Grammar('a = "x" ; 2.1\n;;; other\na = "y"')
    assert repr(grammar) == "<Grammar of text>"
    assert repr(grammar.varied("other")) == "<Grammar of text, variant other>"
    assert repr(Grammar(Path("standard") / "grammar.abnf")) == "<Grammar standard/grammar.abnf>"
    assert repr(grammar.automaton("a")) == "<Automaton 3 states, 2 classes>"
