"""Made-up parsers are identified, and the mistake that each makes is named."""

import functools
from random import Random

import pytest
from made_up_parsers import (
    COLUMNS,
    MISTAKES,
    MadeUpParser,
    faithful,
    made_up_parsers,
    random_parsers,
)

import hexapla
from hexapla.implementations.parsing import default_urls


@functools.cache
def parsers() -> tuple[MadeUpParser, ...]:
    return tuple(sorted(made_up_parsers(tuple(default_urls())), key=str))


def is_identified(parser: MadeUpParser) -> bool:
    identified = hexapla.identify(parse=parser)
    first = identified.departures[0].kind
    return identified.best.selector == parser.selector and parser.mistakes[0].is_named_by(first)


@pytest.mark.parametrize("selector", COLUMNS)
def test_a_faithful_parser_is_explained_in_full(selector: str) -> None:
    identified = hexapla.identify(parse=faithful(selector))
    assert identified.best.selector == selector
    assert (identified.unexplained, identified.departures) == ((), ())
    best = identified.best
    assert best.agreeing + best.rejected + best.no_rule == identified.compared
    assert best.hosts_as_given == identified.told["host"]


def test_every_mistake_shows_in_some_column_and_there_are_200_parsers() -> None:
    assert {parser.mistakes[0].name for parser in parsers()} == {each.name for each in MISTAKES}
    assert {parser.selector for parser in parsers()} == set(COLUMNS)
    assert len(parsers()) >= 200


def test_some_parsers_are_identified_and_their_mistakes_named() -> None:
    sample = Random(0).sample(parsers(), 24)
    assert [str(parser) for parser in sample if not is_identified(parser)] == []


@pytest.mark.nightly
def test_every_parser_is_identified_and_its_mistake_named() -> None:
    assert [str(parser) for parser in parsers() if not is_identified(parser)] == []


def are_named_first(parser: MadeUpParser) -> bool:
    """Return whether departures are its mistakes, up to the one by which all are named."""
    left = set(parser.mistakes)
    for departure in hexapla.identify(parse=parser).departures:
        named = {one for one in parser.mistakes if one.is_named_by(departure.kind)}
        left -= named
        if not left or not named:
            break
    return not left


def wrongly_named(count: int, seed: int) -> list[str]:
    made = random_parsers(count, seed, tuple(default_urls()))
    return [str(each) for each in made if not are_named_first(each)]


def test_one_mistake_or_two_are_named_first() -> None:
    assert len(wrongly_named(20, seed=1)) <= 1


@pytest.mark.slow
def test_of_400_parsers_380_have_their_mistakes_named_first() -> None:
    assert len(wrong := wrongly_named(400, seed=29)) <= 20, wrong
