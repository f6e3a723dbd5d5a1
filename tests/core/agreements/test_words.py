"""A description of a part is used only if it means exactly the part's language."""

from typing import NamedTuple

import pytest

from hexapla.agreements.agreement import AgreedPart
from hexapla.agreements.regular_expression import (
    DIGIT,
    IPV4,
    PORT_NUMBER,
    regex_of,
    text_of,
)
from hexapla.agreements.words import described
from hexapla.grammar.automaton import Automaton
from hexapla.grammar.expression import (
    EMPTY,
    Characters,
    Expression,
    Literal,
    alternate,
    concatenate,
    repeat,
)

ANY = Literal(Characters.spanning(((0x21, 0x7E),)))
LETTER = Literal(Characters.of("ab"))


class Said(NamedTuple):
    """A part, its language, and the beginning of its description."""

    part: str
    expression: Expression
    words: str


SAID = (
    Said("port", PORT_NUMBER, "a number from 0 to 65535"),
    Said("port", alternate((EMPTY, PORT_NUMBER)), "a number from 0 to 65535; or nothing"),
    Said(
        "port",
        concatenate((repeat(text_of("0")), PORT_NUMBER)),
        "a number from 0 to 65535, with or without leading zeros",
    ),
    Said("port", repeat(DIGIT, 1), "digits"),
    Said("port", repeat(DIGIT, 1, 2), "1, 11 and others, accepted by an automaton with 3 states"),
    Said("userinfo", repeat(ANY), "any visible characters of US-ASCII, or nothing"),
    Said("userinfo", repeat(ANY, 1), "any visible characters of US-ASCII"),
    Said("userinfo", repeat(LETTER), "any of a b, or nothing"),
    Said("rest", EMPTY, "nothing"),
    Said(
        "rest",
        alternate((EMPTY, concatenate((text_of("/"), repeat(LETTER))))),
        "nothing, / and others, accepted by an automaton with 2 states",
    ),
    Said(
        "rest",
        alternate((EMPTY, concatenate((Literal(Characters.of("/?")), repeat(ANY))))),
        'nothing; or "/" or "?", followed by any visible characters of US-ASCII',
    ),
    Said("name", repeat(LETTER, 1), "any of a b"),
    Said("name", alternate((IPV4, LETTER)), "a, 1.1.1.1, 1.1.1.2, 1.1.1.3 and others"),
)


@pytest.mark.parametrize("said", SAID, ids=lambda said: f"{said.part}: {said.words}")
def test_words_are_of_the_language(said: Said) -> None:
    automaton = Automaton.of(said.expression)
    told = described(AgreedPart(said.part, automaton, 0, 0, regex_of(automaton)))
    assert told.startswith(said.words), told
