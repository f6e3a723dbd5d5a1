"""Describe an agreement in words: the strings allowed in each part, and the agreement's borders.

A description of a part other than the scheme is used only if it is proved: the automaton of the
described language must equal the automaton of the part. If no description fits, the part is
described by its characters and by examples.
"""

import functools
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from hexapla.agreements.agreement import AgreedPart, UrlAgreement
from hexapla.agreements.borders import Border, in_ranges
from hexapla.agreements.parts import NAME, PORT, REST, SCHEME, TITLES
from hexapla.agreements.regular_expression import (
    DIGIT,
    HEX_DIGIT,
    PORT_NUMBER,
    SURROGATES,
    in_sequence,
    known_automaton,
    one_of,
    text_of,
)
from hexapla.grammar.automaton import Automaton
from hexapla.grammar.expression import (
    EMPTY,
    Characters,
    Expression,
    Literal,
    alternate,
    repeat,
)
from hexapla.text.counted import counted

_EXAMPLES = 4


class _Language(NamedTuple):
    """A language with a description in words."""

    says: str
    automaton: Automaton


def part_lines(agreement: UrlAgreement) -> Iterator[tuple[str, str]]:
    """For each part, yield its name and a description of the strings that the part allows."""
    for name, part in agreement.parts.items():
        if name == SCHEME:
            yield TITLES[name], _schemes(agreement, part)
        else:
            yield TITLES[name], described(part)


def _schemes(agreement: UrlAgreement, part: AgreedPart) -> str:
    schemes = " or ".join(agreement.schemes)
    in_any_case = sum(2 ** len(scheme) for scheme in agreement.schemes)
    if part.tried != in_any_case:
        return schemes
    return f"{schemes}, in upper or lower case"


def described(part: AgreedPart) -> str:
    """Describe the strings that a part allows."""
    for language in _languages(part):
        if language.automaton == part.automaton:
            return language.says
    characters = in_ranges(_characters(part.automaton))
    examples = ", ".join(text or "nothing" for text in _shortest(part.automaton))
    states = counted(part.states, "state")
    known = f"{examples} and others, accepted by an automaton with {states}"
    return f"{known}; they consist of the characters {characters}"


def _characters(automaton: Automaton) -> Characters:
    return functools.reduce(Characters.__or__, automaton.alphabet, Characters())


def _shortest(automaton: Automaton) -> list[str]:
    """Return a few short strings that an automaton accepts, each ending in a different state."""
    texts = [automaton.access[state] for state in automaton.accepting]
    texts.sort(key=len)
    return texts[:_EXAMPLES]


def _languages(part: AgreedPart) -> Iterator[_Language]:
    """Yield languages that have a description, and may be equal to the language of a part."""
    characters = _characters(part.automaton)
    if not characters:
        yield _Language("nothing", Automaton.of(EMPTY))
        return
    if part.name == NAME:
        yield from _name_languages(characters)
    elif part.name == PORT:
        yield from _port_languages(characters)
    elif part.name == REST:
        yield from _rest_languages(characters)
    told = _told(characters)
    for says, least in ((f"{told}, or nothing", 0), (told, 1)):
        texts = Automaton.of(repeat(Literal(characters), least))
        yield _Language(says, texts)
        if "%" in characters:
            without = texts - _escapes_beyond(characters)
            yield _Language(f"{says}{_NO_ESCAPES}", without)
    if "\\" in characters:
        others = characters - Characters.of("\\")
        led = in_sequence(repeat(text_of("\\")), repeat(Literal(others)))
        says = f"{told}, or nothing; backslashes at the start only"
        yield _Language(says, Automaton.of(led))


def _rest_languages(characters: Characters) -> Iterator[_Language]:
    plain = characters - Characters.of("#%")
    escape = in_sequence(text_of("%"), HEX_DIGIT, HEX_DIGIT)
    escaped = repeat(alternate((Literal(plain), escape)))
    fragment = repeat(in_sequence(text_of("#"), escaped), 0, 1)
    any_text = repeat(Literal(characters))
    with_escapes = f'{_told(plain)}, whole escapes, and one "#" at most'
    behinds = (
        (_told(characters), any_text),
        (with_escapes, in_sequence(escaped, fragment)),
    )
    for delimiters in ("/?#", "/#", "/?", "?#", "/", "?", "#"):
        first = " or ".join(f'"{sign}"' for sign in delimiters)
        delimiter = one_of(delimiters)
        for told, behind in behinds:
            says = f"nothing; or {first}, followed by {told}"
            rest = in_sequence(delimiter, behind)
            texts = alternate((EMPTY, rest))
            yield _Language(says, Automaton.of(texts))


_NO_ESCAPES = ", without percent-encoded bytes beyond US-ASCII"


def _escapes_beyond(characters: Characters) -> Automaton:
    """Return the automaton of strings that contain a percent-encoded byte beyond US-ASCII."""
    any_text = repeat(Literal(characters))
    first = one_of("89abcdefABCDEF")
    texts = in_sequence(any_text, text_of("%"), first, HEX_DIGIT, any_text)
    return Automaton.of(texts)


def _told(characters: Characters) -> str:
    left_out = ~characters - SURROGATES
    if not left_out:
        return "any characters"
    if characters.ranges[-1][1] > 0x7F:
        return f"any characters except {in_ranges(left_out)}"
    missing = Characters(((0x21, 0x7E),)) - characters
    if len(missing) < len(characters):
        visible = "any visible characters of US-ASCII"
        if not missing:
            return visible
        return f"{visible} except {in_ranges(missing)}"
    return f"any of {in_ranges(characters)}"


# Names.


def _name_languages(characters: Characters) -> Iterator[_Language]:
    ipv4 = known_automaton("ipv4")
    yield _Language(
        "IPv4 addresses of four decimal numbers; and names of letters, digits and hyphens, whose "
        "labels begin and end with a letter or digit, and whose last label begins with a letter; "
        "no label begins with xn--",
        _names_of_letters_and_hyphens() | ipv4,
    )
    letters = characters - Characters.of(".")
    label_kinds = (
        ("labels that may be empty", repeat(Literal(letters))),
        ("labels that are not empty", repeat(Literal(letters), 1)),
    )
    for (labels, label), (dot, ending) in product(label_kinds, _ENDINGS):
        more = repeat(in_sequence(text_of("."), label))
        names = Automaton.of(in_sequence(label, more, ending))
        names = names - Automaton.of(EMPTY) - _encoded_labels(letters)
        told = f"{labels}{dot}, none starting with xn--, of the characters {in_ranges(letters)}"
        if "%" in letters:
            names -= _escapes_beyond(characters)
            told += _NO_ESCAPES
        yield _Language(f"names with {told}", names)
        without_numbers = names - _ends_in_number(letters)
        last = "names whose last label is not a number (decimal, octal or hexadecimal)"
        yield _Language(f"{last}; they have {told}", without_numbers)
        says = f"IPv4 addresses of four decimal numbers; and {last}, with {told}"
        yield _Language(says, without_numbers | ipv4)


def _names_of_letters_and_hyphens() -> Automaton:
    """Return the automaton of host names as in RFC 1738, without labels that begin with "xn--".

    The last label of such a name begins with a letter.
    """
    letter = Literal(Characters.spanning(((0x41, 0x5A), (0x61, 0x7A))))
    either = alternate((letter, DIGIT))
    behind = repeat(in_sequence(repeat(text_of("-")), either))
    label = in_sequence(either, behind)
    last = in_sequence(letter, behind)
    before = repeat(in_sequence(label, text_of(".")))
    names = Automaton.of(in_sequence(before, last))
    return names - _encoded_labels(Characters.spanning(((0x21, 0x7E),)))


_FINAL_DOT = repeat(text_of("."), 0, 1)
_ENDINGS: Sequence[tuple[str, Expression]] = (
    ("", EMPTY),
    (", with or without a final dot", _FINAL_DOT),
)


def _any_name(letters: Characters) -> Expression:
    return repeat(Literal(letters | Characters.of(".")))


def _labels_before(name: Expression) -> Expression:
    """Return an expression for the empty string, or for a name followed by a dot."""
    return repeat(in_sequence(name, text_of(".")), 0, 1)


def _encoded_labels(letters: Characters) -> Automaton:
    """Return the automaton of names in which a label begins with "xn--"."""
    name = _any_name(letters)
    before = _labels_before(name)
    names = in_sequence(before, one_of("xX"), one_of("nN"), text_of("--"), name)
    return Automaton.of(names)


def _ends_in_number(letters: Characters) -> Automaton:
    """Return the automaton of names whose last label (before any final dot) is a number."""
    before = _labels_before(_any_name(letters))
    hexadecimal = in_sequence(text_of("0"), one_of("xX"), repeat(HEX_DIGIT))
    number = alternate((repeat(DIGIT, 1), hexadecimal))
    names = in_sequence(before, number, _FINAL_DOT)
    return Automaton.of(names)


# Ports.


def _port_languages(characters: Characters) -> Iterator[_Language]:
    numbers = known_automaton("port")
    nothing = Automaton.of(EMPTY)
    digits = Automaton.of(repeat(DIGIT, 1))
    zeros = repeat(text_of("0"))
    padded = Automaton.of(in_sequence(zeros, PORT_NUMBER))
    bounded = digits & Automaton.of(repeat(DIGIT, 1, 5)) & padded
    kinds = (
        ("a number from 0 to 65535", numbers),
        ("a number from 0 to 65535, with or without leading zeros", padded),
        ("a number from 0 to 65535, of at most five digits", bounded),
        ("a number from 1 to 65535, of at most five digits", bounded - Automaton.of(zeros)),
        ("digits", digits),
    )
    for says, automaton in kinds:
        yield _Language(says, automaton)
        yield _Language(f"{says}; or nothing", automaton | nothing)
    # Some readers end the authority at a backslash. Others report no port if there is a backslash
    # in the text of the port.
    behind = in_sequence(text_of("\\"), repeat(Literal(characters)))
    number = in_sequence(zeros, alternate((PORT_NUMBER, EMPTY)))
    ports = in_sequence(number, alternate((EMPTY, behind)))
    yield _Language(
        "a number from 0 to 65535, with or without leading zeros; or nothing; then nothing, or a "
        f"backslash and {_told(characters)}",
        Automaton.of(ports),
    )


# Borders.


class WayOut(NamedTuple):
    """A group of similar borders: the readers behave in the same way after the same characters.

    Attributes:
        border: The first of these borders, which has the shortest URL.
        places: The number of these borders, each at a different state of the part's automaton.
    """

    border: Border
    places: int


def ways_out(agreement: UrlAgreement) -> list[WayOut]:
    """Group the similar borders of an agreement, in the order of their first borders."""
    found: dict[object, WayOut] = {}
    for border in agreement.borders:
        alike = border.alike
        shortest, places = found.get(alike, WayOut(border, 0))
        found[alike] = WayOut(shortest, places + 1)
    return list(found.values())
