"""Grammars: their rules, variants and parts, relations between two, validity, and display."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from tables import by_rows_of

from hexapla.grammar import Grammar, GrammarError, Relation, RelationKind
from hexapla.grammar.expression import Characters, classes
from hexapla.grammar.validity import SchemeParts, Verdict, validator
from hexapla.operations.schemes import Schemes

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
        with pytest.raises(GrammarError, match=r"unknown variant .*Available: other, longer"):
            grammar.varied(name)
        with pytest.raises(GrammarError, match="unknown variant"):
            _ = Grammar(VARIANTS, (name,)).rules
    assert not grammar._varied
    with pytest.raises(GrammarError, match="Available: none"):
        Grammar('a = "x"').varied("other")


def test_what_is_kept_is_bounded_by_the_rules() -> None:
    grammar = Grammar(VARIANTS)
    for number in range(100):
        for ask in (grammar.acceptor, grammar.expression, grammar.pattern):
            with pytest.raises(GrammarError):
                ask(f"unknown-{number}")
        grammar.expression("a", [f"unknown-{number}"])
        grammar.expression("A" if number % 2 else "a", ["b"])
        grammar.acceptor("A" if number % 2 else "a")
    assert set(grammar._expressions) <= {"a", "b"}
    assert set(grammar._acceptors) == {("a",)}


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


@pytest.mark.parametrize(
    "text", ['a = a "x" / "y"', 'a = "x" [ a ] "y"', 'a = *( "x" a )', 'a = b\nb = "x" a "y" / "z"']
)
def test_a_rule_that_need_not_be_regular_is_refused(text: str) -> None:
    with pytest.raises(GrammarError, match="regular"):
        Grammar(text).expression("a")


def test_the_error_for_an_unknown_rule_lists_all_rules() -> None:
    with pytest.raises(GrammarError, match=r"unknown rule 'c'. Available: a"):
        Grammar('a = "x"').expression("c")


def test_a_rule_that_ends_in_itself_is_a_repetition() -> None:
    assert Grammar('a = "x" a / "y"').pattern("a") == Grammar('a = *"x" "y"').pattern("a")


def test_marks_do_not_change_what_is_derived() -> None:
    grammar = Grammar('a = b "y"\nb = *"x"')
    assert grammar.expression("a", ["b"]) != grammar.expression("a")
    assert grammar.pattern("a") == Grammar('a = *"x" "y"').pattern("a")


@by_rows_of("grammars")
def test_two_rules_relate_as_their_languages_do(
    first: str, second: str, kind: str, only_first: str, only_second: str, both: str
) -> None:
    relation = Grammar(f"a = {first}").relation(Grammar(f"b = {second}"), "a", "b")
    assert relation == Relation(RelationKind(kind), only_first, only_second, both)


GRAMMAR = Grammar('a = 1*letter "."\nletter = %x61-63')


@pytest.mark.parametrize(
    ("productions", "text", "shown"),
    [(["a"], "ab.", "yes"), (["a"], "az", "no, at 1"), ([], "ab.", "no-production")],
)
def test_a_validity_is_neither_true_nor_false(
    productions: list[str], text: str, shown: str
) -> None:
    validity = validator(GRAMMAR, productions)(text)
    with pytest.raises(TypeError, match=r"use its \.verdict"):
        bool(validity)
    assert str(validity) == shown


def test_what_could_follow_is_named_by_classes_and_characters() -> None:
    validity = validator(GRAMMAR, ["a"])("a")
    assert validity.verdict is Verdict.NO
    assert validity.ends_too_early
    assert validity.expected is not None
    assert (validity.expected.classes, validity.expected.characters) == (("letter",), ".")
    assert str(validity.expected) == "one of .abc"


OF_PARTS = Grammar(
    'url = "x:" whole\nwhole = left "," right\nleft = *char\nright = *char\n'
    'char = ALPHA / "%" 2HEXDIG / ","'
)


def parts_by(names: list[str], text: str, *lazy: str) -> SchemeParts:
    division = {"productions": {"x": ("url", *names)}, "lazy": lazy}
    schemes: Schemes = type("OfParts", (Schemes,), division)(SimpleNamespace(grammar=OF_PARTS))
    return schemes.parts(text)


def test_parts_come_in_the_order_of_the_text_outer_ones_first() -> None:
    taken = parts_by(["left", "right", "whole"], "x:a%41,b")
    assert [(part.name, part.raw, part.decoded) for part in taken.parts] == [
        ("whole", "a%41,b", "aA,b"),
        ("left", "a%41", "aA"),
        ("right", "b", "b"),
    ]
    assert [(part.start, part.stop) for part in taken.parts] == [(2, 8), (2, 6), (7, 8)]


def test_a_lazy_part_takes_as_little_as_it_can() -> None:
    def left(*lazy: str) -> str:
        return parts_by(["left", "right"], "x:a,b,c", *lazy).parts[0].raw

    assert left() == "a,b"
    assert left("left") == "a"


def test_there_are_no_parts_where_the_production_derives_nothing() -> None:
    refused = parts_by(["left"], "x:a")
    assert refused.parts == ()
    assert refused.validity.offset == 3


@pytest.mark.parametrize("sets", [["ab", "bc"], ["a"], [], ["az", "m", "\U0010ffff"]])
def test_no_set_tells_characters_of_a_class_apart(sets: list[str]) -> None:
    chosen = [Characters.of(text) for text in sets]
    parts = classes(chosen)
    assert sum(map(len, parts)) == 0x110000
    for part in parts:
        for characters in chosen:
            assert not part - characters or not part & characters
