"""The standards' grammars: the relations found before, every string up to a length, and attacks."""

import itertools
import random
import re
from pathlib import Path

import pytest
from tables import by_rows_of, every_row, in_parts, rows_of

import hexapla
import hexapla_specs
from hexapla.grammar import Grammar
from hexapla.grammar.acceptor import Acceptor, TaggedNfa
from hexapla.grammar.expression import (
    Alternation,
    Characters,
    Concatenation,
    Expression,
    Literal,
    Repetition,
    alternate,
    classes,
    concatenate,
    repeat,
)
from hexapla.grammar.relation import relation_of
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import corresponding

HERE = Path(hexapla_specs.__file__).parent
GRAMMARS = {
    name: Grammar(HERE / name / "grammar.abnf")
    for name, _ in rows_of("grammars", "rules at the top")
}
TOP: dict[str, str] = dict(rows_of("grammars", "rules at the top"))
standards = pytest.mark.parametrize("standard", GRAMMARS)
ALPHABET = "aG1:/?#;.%@=~[]+-&! é"


def restricted(expression: Expression, without: Characters) -> Expression:
    """Return what derives those texts of an expression that have none of some characters."""
    match expression:
        case Literal(characters):
            return alternate([Literal(characters - without)])
        case Concatenation(items):
            return concatenate(restricted(item, without) for item in items)
        case Alternation(items):
            return alternate(restricted(item, without) for item in items)
        case Repetition(item, least, most):
            return repeat(restricted(item, without), least, most)
    raise AssertionError(expression)


@by_rows_of("grammars", "relations")
def test_rfc1808_and_rfc2396_relate_as_found_before(
    rule: str, other: str, kind: str, only_first: str | None, only_second: str | None, without: str
) -> None:
    expressions = (
        GRAMMARS["rfc1808"].expression(rule),
        GRAMMARS["rfc2396"].expression(other),
    )
    left_out = Characters.of(without)
    relation = relation_of(
        *(Acceptor(TaggedNfa(restricted(each, left_out))) for each in expressions)
    )
    found = (relation.kind.value, relation.only_first, relation.only_second)
    assert found == (kind, only_first, only_second)


@by_rows_of("grammars", "texts")
def test_a_grammar_derives_a_text_or_not(
    standard: str, rule: str, text: str, derived: bool
) -> None:
    assert GRAMMARS[standard].matches(rule, text) is derived


@standards
def test_expression_and_acceptor_agree_on_random_texts(standard: str) -> None:
    grammar, rule = GRAMMARS[standard], TOP[standard]
    compiled, acceptor = re.compile(grammar.pattern(rule)), grammar.acceptor(rule)
    draw = random.Random(standard)
    for _ in range(20_000):
        text = "".join(draw.choices(ALPHABET, k=draw.randint(0, 12)))
        assert acceptor.accepts(text) == bool(compiled.fullmatch(text)), text


@in_parts("length", 5_000, nightly=[100_000])
@standards
def test_recognising_is_linear_in_the_text(standard: str, length: int) -> None:
    """A recogniser that looks at each character once comes back; one that goes back does not."""
    grammar = GRAMMARS[standard]
    texts = [
        attack * (length // len(attack)) + end
        for attack in ("a", "a.", "1.", "%41", "a-", "/", "//", ":", "a:", ";", "::1:", "@")
        for end in ("", "!")
    ]
    for rule in grammar.rules:
        for text in texts:
            grammar.matches(rule, text)


CLAIMS = [
    (f"{first.id}-{second.id}-{role}", (first, second, role))
    for first, second in itertools.combinations(hexapla.specs(), 2)
    if first.syntax and second.syntax
    for role, _, _ in corresponding(first.syntax, second.syntax)
]
FEW = 20_000


@every_row(CLAIMS)
def test_every_witness_proves_its_relation_and_is_shortest(
    first: Spec, second: Spec, role: str
) -> None:
    assert first.syntax is not None
    assert first.grammar is not None
    assert second.syntax is not None
    assert second.grammar is not None
    here = first.grammar.acceptor(first.syntax.roles[role])
    there = second.grammar.acceptor(second.syntax.roles[role])
    relation = relation_of(here, there)
    signs = [members.first for members in classes((*here.classes, *there.classes))]
    for witness, derived, refused in (
        (relation.only_first, here, there),
        (relation.only_second, there, here),
    ):
        length = 2 if witness is None else len(witness)
        if witness is not None:
            assert derived.accepts(witness)
            assert not refused.accepts(witness)
        for size in range(length if witness is not None else length + 1):
            if len(signs) ** size > FEW:
                break
            for word in map("".join, itertools.product(signs, repeat=size)):
                assert not (derived.accepts(word) and not refused.accepts(word))


def test_a_spec_and_an_underscore_are_legal_arguments() -> None:
    first, second = hexapla.spec("rfc1808"), hexapla.spec("rfc2396")
    assert first.grammar is not None
    relation = first.grammar.relation(second, "net_loc", "authority")
    assert (relation.kind.value, relation.only_first, relation.only_second) == ("overlap", "?", "~")
    assert second.grammar is not None
    assert second.grammar.matches("net_path", "//a")
