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
from tables import in_parts

import hexapla
from hexapla.identification.parsing import default_urls


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
    assert best.matching + best.no_rule == identified.cases
    assert best.hosts_as_given == identified.told["host"]


def test_every_mistake_shows_in_some_column_and_there_are_200_parsers() -> None:
    assert {parser.mistakes[0].name for parser in parsers()} == {each.name for each in MISTAKES}
    assert {parser.selector for parser in parsers()} == set(COLUMNS)
    assert len(parsers()) >= 200


@in_parts("most", 6, slow=[12], nightly=[1_000])
def test_every_parser_is_identified_and_its_mistake_named(most: int) -> None:
    sample = Random(0).sample(parsers(), min(most, len(parsers())))
    assert [str(parser) for parser in sample if not is_identified(parser)] == []


def are_named_first(parser: MadeUpParser) -> bool:
    """Return whether the first departures name its mistakes, and nothing else before the last."""
    left = set(parser.mistakes)
    for departure in hexapla.identify(parse=parser).departures:
        named = {one for one in parser.mistakes if one.is_named_by(departure.kind)}
        left -= named
        if not left or not named:
            break
    return not left


@in_parts("count", slow=[20], nightly=[400])
def test_of_20_parsers_19_have_their_mistakes_named_first(count: int) -> None:
    made = random_parsers(count, 29, tuple(default_urls()))
    wrong = [str(each) for each in made if not are_named_first(each)]
    assert len(wrong) <= count / 20, wrong
