"""The standards' grammars: relations, attacks, verdicts with offsets, and parts by scheme."""

import itertools
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import grammar_of, references
from tables import by_rows_of, every_row, in_parts, rows_of

import hexapla
from hexapla.grammar.acceptor import Acceptor, TaggedNfa
from hexapla.grammar.derivation import derivations
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
from hexapla.grammar.validity import Verdict
from hexapla.operations.schemes import Schemes
from hexapla.standard.syntax import corresponding

TOP: dict[str, str] = dict(rows_of("grammars", "rules at the top"))
standards = pytest.mark.parametrize("standard", TOP)
ALPHABET = "aG1:/?#;.%@=~[]+-&! é"


def restricted(expression: Expression, without: Characters) -> Expression:
    """Return an expression for the same texts, except those with certain characters."""
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
def test_two_rules_relate_as_found_before(
    first: str,
    rule: str,
    second: str,
    other: str,
    kind: str,
    only_first: str | None,
    only_second: str | None,
    without: str,
) -> None:
    expressions = grammar_of(first).expression(rule), grammar_of(second).expression(other)
    left_out = Characters.of(without)
    relation = relation_of(
        *(Acceptor(TaggedNfa(restricted(each, left_out))) for each in expressions)
    )
    found = (relation.kind.value, relation.only_first, relation.only_second)
    assert found == (kind, only_first, only_second)


@by_rows_of("grammars", "texts")
def test_a_grammar_derives_a_text_or_not(
    selector: str, rule: str, text: str, derived: bool
) -> None:
    assert grammar_of(selector).matches(rule, text) is derived


@standards
def test_expression_and_acceptor_agree_on_random_texts(standard: str) -> None:
    grammar, rule = grammar_of(standard), TOP[standard]
    compiled, acceptor = re.compile(grammar.pattern(rule)), grammar.acceptor(rule)
    draw = random.Random(standard)
    for _ in range(20_000):
        text = "".join(draw.choices(ALPHABET, k=draw.randint(0, 12)))
        assert acceptor.accepts(text) == bool(compiled.fullmatch(text)), text


@in_parts("length", 5_000, nightly=[100_000])
@standards
def test_recognising_is_linear_in_the_text(standard: str, length: int) -> None:
    """Looking at each character once is fast enough; backtracking would not end."""
    grammar = grammar_of(standard)
    texts = [
        attack * (length // len(attack)) + end
        for attack in ("a", "a.", "1.", "%41", "a-", "/", "//", ":", "a:", ";", "::1:", "@")
        for end in ("", "!")
    ]
    for rule in grammar.rules:
        for text in texts:
            grammar.matches(rule, text)


CLAIMS = [
    (f"{first.id}-{second.id}-{role}", (first.id, rule, second.id, other))
    for first, second in itertools.combinations(hexapla.specs(), 2)
    if first.standard.syntax and second.standard.syntax
    for role, rule, other in corresponding(first.standard.syntax, second.standard.syntax)
]
FEW = 20_000


@every_row(CLAIMS)
def test_every_witness_proves_its_relation_and_is_shortest(
    first: str, rule: str, second: str, other: str
) -> None:
    here, there = grammar_of(first).acceptor(rule), grammar_of(second).acceptor(other)
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
    relation = grammar_of("rfc1808").relation(hexapla.spec("rfc2396"), "net_loc", "authority")
    assert (relation.kind.value, relation.only_first, relation.only_second) == ("overlap", "?", "~")
    assert grammar_of("rfc2396").matches("net_path", "//a")


# Validity: the verdict, the offset at which a text leaves a grammar, and the expected characters.

RFCS = [standard for standard in TOP if standard != "whatwg"]
texts = st.one_of(
    references,
    st.text(ALPHABET, max_size=10),
    references.map("http://a".__add__),
)


@pytest.mark.parametrize("standard", RFCS)
@given(text=texts)
def test_the_offset_is_where_a_text_leaves_the_grammar(standard: str, text: str) -> None:
    validity, grammar = hexapla.spec(standard).validate(text), grammar_of(standard)
    if validity.verdict is Verdict.NO_PRODUCTION:
        return
    acceptor = grammar.acceptor(*validity.productions)
    assert (validity.verdict is Verdict.YES) == acceptor.accepts(text)
    if validity.verdict is Verdict.YES:
        assert validity.offset is None
        return
    assert validity.offset is not None
    assert validity.expected is not None
    assert completed(acceptor, text[: validity.offset]) is not None
    if not validity.ends_too_early:
        assert completed(acceptor, text[: validity.offset + 1]) is None
    expected = set(validity.expected.characters)
    for name in validity.expected.classes:
        expected |= set(grammar.character_classes[name])
    for code in range(128):
        could = completed(acceptor, text[: validity.offset] + chr(code)) is not None
        assert could == (chr(code) in expected)


def completed(acceptor: Acceptor, prefix: str) -> str | None:
    """Search for a way to complete a prefix to an accepted text; None if there is none."""
    *before, start = acceptor.states_along(prefix)
    found = {start: ""}
    todo = [start] if len(before) == len(prefix) else []
    while todo:
        state = todo.pop(0)
        if state.accepting:
            return prefix + found[state]
        for number, members in enumerate(acceptor.classes):
            if state[number] not in found:
                found[state[number]] = found[state] + members.first
                todo.append(state[number])
    return None


@by_rows_of("validity", "verdicts")
def test_a_text_has_its_verdict(standard: str, text: str, verdict: str) -> None:
    assert hexapla.spec(standard).validate(text).verdict.value == verdict


@by_rows_of("validity", "ambiguities")
def test_an_ambiguity_is_told_and_settled(
    standard: str, text: str, ambiguous: bool, section: str
) -> None:
    ambiguity = hexapla.spec(standard).ambiguity(text)
    assert (ambiguity is not None) is ambiguous
    if ambiguity is not None:
        assert ambiguity.first != ambiguity.second
        assert ambiguity.settled_by is not None
        assert ambiguity.settled_by.citation is not None
        assert ambiguity.settled_by.citation.section == section


def test_the_greedy_derivation_is_the_first() -> None:
    """RFC 2396, 4.3: the authority wins."""
    rules = ["authority", "abs-path"]
    first, second = derivations(grammar_of("rfc2396"), "URI-reference", rules, "//a/b")
    assert [capture.rule for capture in first] == ["authority", "abs-path"]
    assert [capture.rule for capture in second] == ["abs-path"]


def schemes_of(standard: str) -> Schemes:
    schemes = hexapla.spec(standard).standard.schemes
    assert schemes is not None
    return schemes


@by_rows_of("validity", "scheme parts")
def test_scheme_parts_are_at_their_places(standard: str, text: str, parts: dict[str, str]) -> None:
    found = schemes_of(standard).parts(text)
    assert {part.name: part.raw for part in found.parts} == parts
    assert all(text[part.start : part.stop] == part.raw for part in found.parts)


@by_rows_of("validity", "other derivations")
def test_the_other_derivation_by_a_production_is_told(
    standard: str, text: str, other: dict[str, str], section: str
) -> None:
    found = schemes_of(standard).parts(text)
    assert {part.name: part.raw for part in found.other_parts} == other
    assert found.remark.endswith(f"({section})") if section else not found.remark


@pytest.mark.parametrize("text", ["ftp://h/a;type=I", "url:ftp://h/a;type=L8"])
def test_the_data_type_of_the_prose_is_valid_under_its_reading_only(text: str) -> None:
    """RFC 1630, FTP, Data type, against ftpaddress."""
    for option, verdict in (("bnf", "no"), ("prose", "yes")):
        for grammar in ("mended", "as-printed"):
            spec = hexapla.spec(f"rfc1630[data-type={option},grammar={grammar}]")
            assert spec.validate(text).verdict.value == verdict
    found = hexapla.compare(text, specs=["rfc1630"], readings="all").valid.variants
    assert found is not None
    choices = [", ".join(map(str, variant.choices)) for variant in found[0][1]]
    assert choices == ["data-type=bnf", "data-type=prose"]


def test_a_part_of_a_part_is_at_its_place() -> None:
    """RFC 1738, 3.4.7."""
    text = "gopher://h/1s%09%09!+ABSTRACT%20+SMELL"
    parts = schemes_of("rfc1738").parts(text).parts
    names = [part for part in parts if part.name == "attribute-name"]
    assert [text[part.start : part.stop] for part in names] == ["+ABSTRACT", "+SMELL"]


def test_a_scheme_part_is_decoded() -> None:
    (host, path) = schemes_of("rfc1738").parts("http://h/a%2Fb%E9%25").parts
    assert (host.decoded, path.raw, path.decoded) == ("h", "a%2Fb%E9%25", "a/bé%")


@by_rows_of("validity", "failed productions")
def test_a_failed_production_is_named(
    standard: str, text: str, production: str | None, offset: int | None
) -> None:
    found = schemes_of(standard).parts(text)
    assert (found.production, found.validity.offset) == (production, offset)
    assert found.parts == ()
    assert found.remark or production


def test_a_scheme_grammar_has_every_scheme() -> None:
    common = {"http", "ftp", "news", "nntp", "telnet", "gopher", "wais", "mailto", "prospero"}
    for standard, more in (("rfc1630", {"mid", "cid", "afs"}), ("rfc1738", {"file"})):
        assert set(schemes_of(standard).productions) == common | more


@pytest.mark.parametrize("standard", RFCS)
def test_productions_of_schemes_are_rules_and_rules_have_sections(standard: str) -> None:
    rules = schemes_of(standard).grammar.rules
    named = {rule for named in schemes_of(standard).productions.values() for rule in named}
    assert named <= set(rules)
    assert all(rule.section for rule in rules.values())
